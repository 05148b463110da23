import { expect } from 'chai'
import type { Edition } from '../../../../scripts/bench/economics/edition.ts'
import { first } from '../../../../scripts/bench/economics/first.ts'
import { ether } from '../../../../scripts/bench/economics/ledger.ts'
import { type Joining, play, type Result } from '../../../../scripts/bench/economics/play.ts'
import { second } from '../../../../scripts/bench/economics/second.ts'
import type { Answer } from '../../../../scripts/bench/economics/strategies.ts'
import { type World, worldOf } from '../../../../scripts/bench/economics/world.ts'

function played(
  edition: Edition,
  joining: Joining,
  changes: Partial<World> = {},
  answers: readonly Answer[] = [],
): Result[] {
  const results: Result[] = []
  play(edition, worldOf(edition, changes), joining, answers, (result) => results.push(result))
  return results
}

const one = (...args: Parameters<typeof played>): Result => {
  const results = played(...args)
  expect(results).to.have.length(1)
  return results[0]!
}

describe('a market that is played', () => {
  it('is decided by the votes and paid by the edition', () => {
    const { outcome, reported, profit, profitAsCreator, capital } = one(second, {
      own: { lie: 6 },
      honest: 4,
    })
    expect([outcome, reported]).to.deep.equal(['NO', 'NO'])
    // The pool without its fee, and half of four stakes, but for dust.
    expect(Number(profit) / 1e18).to.be.closeTo(1.97, 1e-9)
    expect(profitAsCreator).to.equal(profit - ether)
    expect(capital).to.equal(3n * ether)
  })

  it('has every wei again', () => {
    for (const edition of [first, second]) {
      const { paid } = one(edition, { own: { lie: 2, silent: 1, recanting: 1 }, honest: 6 })
      expect(paid.own + paid.honest + paid.creator + paid.treasury).to.equal(6n * ether)
    }
  })

  it('ends without a record where too few joined', () => {
    const { outcome, paid, profit } = one(second, { own: { lie: 1 }, honest: 1 })
    expect([outcome, profit, paid.creator]).to.deep.equal(['INVALID', 0n, ether])
  })

  it('asks again where a round has no quorum, and counts those who answered in either', () => {
    // Four of ten silent: six of seven answers, then four are enough.
    expect(one(second, { own: { silent: 4 }, honest: 6 }).outcome).to.equal('YES')
    // Who answered once and then fades raises the quorum over what is left.
    expect(one(second, { own: { silent: 4, fading: 3 }, honest: 3 }).outcome).to.equal('INVALID')
    expect(one(second, { own: { silent: 4, fading: 2 }, honest: 4 }).outcome).to.equal('YES')
    // Who wakes lies in the second round.
    expect(one(second, { own: { waking: 6 }, honest: 4 }).outcome).to.equal('NO')
    expect(one(second, { own: { silent: 2 }, honest: 1 }).outcome).to.equal('INVALID')
  })

  it('charges silence that was found out more than silence that was not', () => {
    const loss = (edition: Edition, own: Joining['own']) =>
      Number(one(edition, { own, honest: 9 }).profit) / 1e18
    expect(loss(second, { silent: 1 })).to.equal(-0.25)
    expect(loss(second, { hidden: 1 })).to.equal(-0.05)
    expect(loss(first, { hidden: 1 })).to.equal(0)
  })

  it('takes votes out that a friend strikes', () => {
    // Five lies against four: with the struck one gone that is a lead.
    const { outcome, reported } = one(second, { own: { lie: 5, recanting: 1 }, honest: 4 })
    expect([reported, outcome]).to.deep.equal(['INVALID', 'NO'])
  })

  it('lets those who watch appeal against a wrong outcome, and the coalition answer', () => {
    const reserve = { honest: 10, own: 6 }
    const silent = { isRaised: false, mix: { silent: 6 } } as const
    const joining = { own: { lie: 5 }, honest: 3 }
    const watched = { watch: 'appeals', reserve } as const
    const shielded = one(first, joining, watched, [silent])
    expect([shielded.outcome, shielded.plan.answers.length]).to.deep.equal(['NO', 2])
    const turned = one(second, joining, watched, [silent])
    expect([turned.reported, turned.outcome, turned.plan.answers.length]).to.deep.equal(['NO', 'YES', 1])
    expect(one(second, joining, { ...watched, watch: 'nobody' }, [silent]).outcome).to.equal('NO')
  })

  it('leaves an outcome that another does not lead by the margin, and the bond is lost', () => {
    const lie = { isRaised: false, mix: { lie: 2 } } as const
    const watched = { watch: 'appeals', reserve: { honest: 3, own: 2 } } as const
    const { outcome, paid } = one(second, { own: { lie: 2 }, honest: 1 }, watched, [lie])
    expect(outcome).to.equal('NO')
    // 1 of 0.5, 3 of 1 and 3 of 2 ether, each halved: the bonds of 0.25 and 0.5 are gone with them.
    expect(Number(paid.honest) / 1e18).to.equal(4.75)
  })

  it('gives the last word to a ruling, where there is an arbiter', () => {
    const joining = { own: { lie: 6 }, honest: 4 }
    const watched = { watch: 'last-resort', reserve: { honest: 0, own: 0 } } as const
    const none = { isRaised: false, mix: {} } as const
    expect(one(second, joining, watched, [none])).to.include({ outcome: 'YES', profit: (-3n * ether) / 2n })
    expect(one(first, joining, watched, [none]).outcome).to.equal('NO')
  })

  it('leaves the last resort to honest people, when a coalition has spent both appeals on nothing', () => {
    const spent = { isRaised: true, mix: {} } as const
    const joining = { own: { lie: 6 }, honest: 4 }
    const ends = played(second, joining, { watch: 'last-resort' }, [spent])
    expect(ends.map(({ outcome }) => outcome)).to.deep.equal(['YES'])
    const without = played({ ...second, hasLastResort: false }, joining, { watch: 'last-resort' }, [spent])
    expect(without.map(({ outcome }) => outcome)).to.deep.equal(['NO'])
  })

  it('shares nothing with those who come after the outcome, and what the wrong lose with those who bring it', () => {
    const late = { isRaised: true, mix: { truth: 30 } } as const
    const repeated = played(second, { own: {}, honest: 3 }, {}, [late])
    // But for dust.
    for (const { profit } of repeated) expect(Number(profit)).to.be.within(-100, 0)
    // Who corrects a lie was there when the truth came.
    const joining = { own: { lie: 2 }, honest: 1 }
    const corrected = one(second, joining, { watch: 'appeals', reserve: { honest: 4, own: 0 } }, [
      { isRaised: false, mix: {} },
    ])
    expect(corrected.outcome).to.equal('YES')
    // The pool is for the one who was right in round 1; half of the slashes is the appellant's, and five share the rest.
    expect(Number(corrected.paid.honest) / 1e18).to.be.closeTo(0.5 + 4 + 0.25 + 0.97 + 0.5, 1e-9)
  })

  it('lets friends strike each other in an appeal', () => {
    // Eight lies against six turn the outcome, and when they are struck it turns back: all who were there by then share.
    const divided = { isRaised: true, mix: { truth: 3, retracting: 8 } } as const
    const [struck] = played({ ...second, maxAppeals: 1 }, { own: {}, honest: 3 }, {}, [divided])
    expect(struck!.outcome).to.equal('YES')
    // Eight stakes but for the challenger's quarter, and the bond, in a purse of which half is shared with others. None of the pool.
    expect(Number(struck!.profit) / 1e18).to.be.closeTo(-8 * 0.75 - 0.25 + (6 + 0.25) / 2, 1e-9)
  })

  it('leaves an Invalid by default as it is, where an appeal says the same', () => {
    const doubts = { isRaised: true, mix: { doubt: 3 } } as const
    const ends = played({ ...second, maxAppeals: 1 }, { own: { doubt: 5 }, honest: 5 }, {}, [doubts])
    // But for dust.
    for (const { outcome, profit, paid } of ends) {
      expect([outcome, paid.creator]).to.deep.equal(['INVALID', ether])
      expect(Number(profit)).to.be.within(-100, 0)
    }
    expect(ends.map(({ plan }) => plan.answers.length).sort()).to.deep.equal([0, 1])
  })

  it('makes it one by vote, where a strike leaves it in the lead', () => {
    const divided = { isRaised: true, mix: { doubt: 3, retracting: 1 } } as const
    const ends = played({ ...second, maxAppeals: 1 }, { own: { doubt: 5 }, honest: 5 }, {}, [divided])
    const most = Math.max(...ends.map(({ profit }) => Number(profit) / 1e18))
    expect(most).to.be.closeTo(0.2, 1e-9)
  })

  it('shows the coalition every way that it may raise appeals itself', () => {
    const raise = { isRaised: true, mix: {} } as const
    const ends = played(second, { own: {}, honest: 3 }, {}, [raise])
    expect(ends.map(({ plan }) => plan.answers.length).sort()).to.deep.equal([0, 1, 2])
    // A round without a quorum costs no bond by the second edition's rules; by the first's it does.
    expect(ends.map(({ profit }) => profit)).to.deep.equal([0n, 0n, 0n])
    const before = played(first, { own: {}, honest: 3 }, {}, [raise])
    expect(before.some(({ profit }) => profit < 0n)).to.equal(true)
  })

  it('leaves out what the coalition has no money for', () => {
    expect(played(second, { own: { lie: 6 }, honest: 4 }, { budget: 3n * ether - 1n })).to.deep.equal([])
    expect(played(second, { own: { lie: 6 }, honest: 4 }, { budget: 3n * ether })).to.have.length(1)
  })

  it('seats as many as the edition says, and counts what the others had locked', () => {
    const { seats, capital } = one(second, { own: { lie: 32 }, honest: 32 })
    expect(seats).to.deep.equal({ own: 16, honest: 16 })
    expect(capital).to.equal(16n * ether)
    expect(one(first, { own: { lie: 20 }, honest: 10, isFirst: true }).seats).to.deep.equal({
      own: 16,
      honest: 0,
    })
  })
})
