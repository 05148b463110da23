import { expect } from 'chai'
import fc from 'fast-check'
import { Payout, Tally, Vote } from '../../protocol/index.ts'
import { budget } from '../helpers/budget.ts'

const worker = (vote: Vote.Vote | null, changes: Partial<Payout.Worker> = {}): Payout.Worker => ({
  vote,
  answeredBefore: false,
  share: 100n,
  stake: 1_000n,
  cohort: 0,
  ...changes,
})
const voted = (outcome: Vote.Outcome, changes?: Partial<Payout.Worker>) => worker(Vote.cast(outcome), changes)
const missed = (reason: Vote.Reason, changes?: Partial<Payout.Worker>) => worker(Vote.none(reason), changes)

const ended = (changes: Partial<Payout.Ended>): Payout.Ended => ({
  ending: 'YES',
  pool: 1_000n,
  workers: [],
  appeals: [],
  decidedIn: 0,
  turnedBy: null,
  rulingCost: 0n,
  ...changes,
})
const pay = (changes: Partial<Payout.Ended>, parameters?: Payout.Parameters) =>
  Payout.preview(ended(changes), parameters)

const nobody = { appellants: [], arbiter: 0n }
const all = [
  voted('YES'),
  voted('NO'),
  voted('INVALID'),
  missed('silent'),
  missed('omitted-unprobed'),
  missed('not-ready'),
  missed('struck'),
  worker(null),
]

describe('Payout', () => {
  it('Yes: who agreed shares the pool less its fee, what the wrong lose and what the struck lose; the rest is the treasury’s', () => {
    // 970 of the pool + 500 (wrong) + 750 (struck, less the challenger's quarter)
    expect(pay({ workers: all })).to.deep.equal({
      workers: [3_220n, 500n, 900n, 500n, 900n, 1_000n, 0n, 1_000n],
      creator: 0n,
      // fee 30, doubt 100, silence 500, absence 100
      treasury: 730n,
      challengers: 250n,
      ...nobody,
    })
  })

  it('Invalid by vote: those who said so share a fifth of the pool; only silence and strikes cost', () => {
    expect(pay({ ending: 'INVALID', workers: all })).to.deep.equal({
      workers: [1_000n, 1_000n, 1_950n, 500n, 1_000n, 1_000n, 0n, 1_000n],
      creator: 800n,
      treasury: 500n,
      challengers: 250n,
      ...nobody,
    })
  })

  it('Invalid by default: all who answered share what the struck lose, and the creator has the pool back', () => {
    expect(pay({ ending: 'INVALID-by-default', workers: all })).to.deep.equal({
      workers: [1_250n, 1_250n, 1_250n, 500n, 1_000n, 1_000n, 0n, 1_000n],
      creator: 1_000n,
      treasury: 500n,
      challengers: 250n,
      ...nobody,
    })
  })

  it('Invalid without a record: everyone has everything back', () => {
    expect(pay({ ending: 'INVALID-no-record', workers: all })).to.deep.equal({
      workers: all.map(({ stake }) => stake),
      creator: 1_000n,
      treasury: 0n,
      challengers: 0n,
      ...nobody,
    })
  })

  it('want of margin is an Invalid by default, a lead for Invalid one by vote', () => {
    const ballot = (outcome: Vote.Outcome, weight: bigint) => ({ vote: Vote.cast(outcome), weight })
    expect(Payout.endingOf(Tally.count([ballot('YES', 9n), ballot('NO', 9n)]))).to.equal('INVALID-by-default')
    expect(Payout.endingOf(Tally.count([ballot('INVALID', 9n), ballot('NO', 1n)]))).to.equal('INVALID')
    expect(Payout.endingOf(Tally.count([ballot('NO', 9n), ballot('NO', 1n)]))).to.equal('NO')
  })

  it('A4: who doubts what others could decide pays for it, and nobody earns by that', () => {
    const { workers, treasury } = pay({ workers: [voted('YES'), voted('INVALID')] })
    expect(workers).to.deep.equal([1_970n, 900n])
    expect(treasury).to.equal(30n + 100n)
  })

  describe('standings', () => {
    const at = (reason: Vote.Reason, ending: Payout.Ending, answeredBefore = false) =>
      Payout.standingOf({ vote: Vote.none(reason), answeredBefore }, ending)

    it('at Yes and No the worker’s own faults are silence, 32, 33, 34, 36 and 38 absence, 35 and 37 excused', () => {
      for (const reason of Object.keys(Vote.reasons) as Vote.Reason[]) {
        const code = Vote.reasons[reason]
        const expected =
          code === 63
            ? 'struck'
            : code < 32
              ? 'silent'
              : [32, 33, 34, 36, 38].includes(code)
                ? 'absent'
                : 'kept'
        for (const ending of ['YES', 'NO'] as const) expect(at(reason, ending), reason).to.equal(expected)
      }
    })

    it('silence in the second of two rounds, after an answer in the first, is absence', () => {
      expect(at('silent', 'YES', true)).to.equal('absent')
      expect(at('no-check', 'NO', true)).to.equal('absent')
      expect(at('silent', 'INVALID', true)).to.equal('kept')
      expect(at('struck', 'YES', true)).to.equal('struck')
      expect(at('not-ready', 'YES', true)).to.equal('kept')
    })

    it('at Invalid absence costs nothing, and silence does', () => {
      for (const ending of ['INVALID', 'INVALID-by-default'] as const) {
        expect(at('no-endpoint', ending)).to.equal('kept')
        expect(at('doubt-refuted', ending)).to.equal('kept')
        expect(at('silent', ending)).to.equal('silent')
      }
    })

    it('a seat without a record keeps its stake', () => {
      for (const ending of ['YES', 'INVALID', 'INVALID-by-default'] as const)
        expect(Payout.standingOf(worker(null), ending)).to.equal('kept')
    })
  })

  describe('when nobody agreed', () => {
    it('the creator has back what the workers would have shared of the pool, and nothing that was slashed', () => {
      expect(pay({ workers: [voted('NO'), voted('NO')] })).to.deep.equal({
        workers: [500n, 500n],
        creator: 970n,
        treasury: 30n + 1_000n,
        challengers: 0n,
        ...nobody,
      })
    })

    it('a share of nothing earns nothing: who was struck before and agreed has its stake', () => {
      const { workers, creator } = pay({ workers: [voted('YES', { share: 0n })] })
      expect(workers).to.deep.equal([1_000n])
      expect(creator).to.equal(970n)
    })
  })

  it('shares by reward share, and what cannot be divided is the treasury’s', () => {
    const workers = [voted('NO', { share: 2n, stake: 10n }), voted('NO', { share: 1n, stake: 10n })]
    expect(pay({ ending: 'NO', pool: 100n, workers })).to.deep.include({
      workers: [74n, 42n],
      creator: 0n,
      treasury: 3n + 1n,
    })
  })

  it('takes the shares that a contract was deployed with', () => {
    const parameters = {
      wrongSlashBps: 2_000n,
      silentSlashBps: 4_000n,
      doubtSlashBps: 500n,
      absentSlashBps: 0n,
      challengerRewardBps: 5_000n,
      invalidRewardBps: 5_000n,
      feeBps: 0n,
    }
    expect(pay({ workers: all }, parameters)).to.deep.include({
      workers: [2_700n, 800n, 950n, 600n, 1_000n, 1_000n, 0n, 1_000n],
      treasury: 450n,
      challengers: 500n,
    })
    expect(pay({ ending: 'INVALID', workers: [voted('INVALID')] }, parameters).workers).to.deep.equal([
      1_500n,
    ])
  })

  describe('appeals', () => {
    const right = (cohort: number) => voted('YES', { cohort, stake: 1_000n << BigInt(cohort) })
    const wrong = (cohort: number) => voted('NO', { cohort, stake: 1_000n << BigInt(cohort) })
    const against = (outcome: Vote.Outcome, hadQuorum = true): Payout.Appeal => ({
      bond: 300n,
      against: outcome,
      hadQuorum,
    })

    it('one that turned the outcome has its bond back and half of what the wrong lose, at most its bond', () => {
      const workers = [wrong(0), wrong(0), right(0), right(1), right(1)]
      const turned = { workers, appeals: [against('NO')], decidedIn: 1, turnedBy: 'appeal' as const }
      // The two wrong lose 1,000; half of that is more than the bond.
      const { appellants, workers: paid, treasury } = pay(turned)
      expect(appellants).to.deep.equal([600n])
      // The pool's 970 for who was right in the first round; 1,000 − 300 among three, whichever round they came with.
      expect(paid).to.deep.equal([500n, 500n, 1_000n + 970n + 233n, 2_233n, 2_233n])
      expect(treasury).to.equal(30n + 1n)
      const small = pay({ ...turned, workers: [{ ...wrong(0), stake: 200n }, right(0), right(1)] })
      expect(small.appellants).to.deep.equal([350n])
    })

    it('one against the final outcome loses its bond to those of its own cohort who agreed', () => {
      const workers = [right(0), right(0), right(1), right(1), right(1)]
      const { appellants, workers: paid } = pay({ workers, appeals: [against('YES')] })
      expect(appellants).to.deep.equal([0n])
      expect(paid).to.deep.equal([1_485n, 1_485n, 2_100n, 2_100n, 2_100n])
    })

    it('repeating what is right in an appeal takes nothing of the pool', () => {
      const workers = [right(0), right(0), ...Array.from({ length: 32 }, () => right(1))]
      const { workers: paid } = pay({ workers, appeals: [against('YES')] })
      expect(paid.slice(0, 2)).to.deep.equal([1_485n, 1_485n])
      const gained = paid.slice(2).reduce((sum, amount) => sum + amount - 2_000n, 0n)
      expect(gained).to.equal(300n - (300n % 32n))
    })

    it('a later cohort keeps what its own wrong and struck members lose', () => {
      const workers = [right(0), right(1), wrong(1), missed('struck', { cohort: 1, stake: 2_000n })]
      const { workers: paid, challengers } = pay({ workers, appeals: [against('YES')] })
      // 300 of the bond + 1,000 of the wrong + 1,500 of the struck.
      expect(paid).to.deep.equal([1_970n, 2_000n + 2_800n, 1_000n, 0n])
      expect(challengers).to.equal(500n)
    })

    it('a later purse that nobody earned goes into the main one', () => {
      const workers = [right(0), wrong(1), wrong(1), wrong(1)]
      const { workers: paid, treasury } = pay({ workers, appeals: [against('YES')] })
      expect(paid).to.deep.equal([1_000n + 970n + 300n + 3_000n, 1_000n, 1_000n, 1_000n])
      expect(treasury).to.equal(30n)
    })

    it('one that too few answered has its bond back', () => {
      const workers = [right(0), missed('uncounted', { cohort: 1 }), missed('silent', { cohort: 1 })]
      const { appellants, workers: paid } = pay({ workers, appeals: [against('YES', false)] })
      expect(appellants).to.deep.equal([300n])
      expect(paid).to.deep.equal([1_970n, 1_000n, 500n])
    })

    it('A11: a bond goes back whoever turned the outcome, and a strike that did is rewarded by itself alone', () => {
      const workers = [right(0), missed('struck'), missed('struck')]
      const struck = pay({ workers, appeals: [against('NO')], decidedIn: 1 })
      expect(struck).to.deep.include({ appellants: [300n], arbiter: 0n, challengers: 500n })
      expect(struck.workers[0]).to.equal(1_000n + 970n + 1_500n)
    })

    it('turned and turned back: the first appeal loses its bond, the second is rewarded', () => {
      const workers = [right(0), right(0), wrong(1), wrong(1), wrong(1), right(2), right(2), right(2)]
      const appeals = [against('YES'), { ...against('NO'), bond: 600n }]
      const { appellants, workers: paid } = pay({ workers, appeals, decidedIn: 2, turnedBy: 'appeal' })
      expect(appellants).to.deep.equal([0n, 1_200n])
      // The pool's 970 for the two of the first round; 3,000 + 300 − 600 among five.
      expect(paid[0]).to.equal(1_000n + 485n + 540n)
      expect(paid[5]).to.equal(4_000n + 540n)
    })

    it('where nobody was right in the first round, who brought the outcome shares the pool', () => {
      const workers = [wrong(0), right(1), right(1)]
      const { workers: paid } = pay({ workers, appeals: [against('NO')], decidedIn: 1, turnedBy: 'appeal' })
      // 970 + 500 − 250, among two.
      expect(paid).to.deep.equal([500n, 2_610n, 2_610n])
    })

    it('a ruling that turned it rewards who paid for it, at most the cost', () => {
      const workers = [wrong(0), wrong(0), wrong(1), right(1)]
      const ruled = { workers, appeals: [against('NO')], decidedIn: 1, turnedBy: 'ruling' as const }
      expect(pay({ ...ruled, rulingCost: 250n })).to.deep.include({ arbiter: 250n, appellants: [300n] })
      expect(pay({ ...ruled, rulingCost: 9_999n }).arbiter).to.equal(1_000n)
      const invalid = pay({ ...ruled, ending: 'INVALID-by-default', rulingCost: 250n })
      expect(invalid).to.deep.include({ arbiter: 0n, creator: 1_000n })
    })

    it('a ruling that nobody voted for pays who asked for it, and the rest is the treasury’s', () => {
      const { arbiter, creator, treasury } = pay({
        workers: [wrong(0), wrong(0)],
        turnedBy: 'ruling',
        rulingCost: 100n,
      })
      expect([arbiter, creator, treasury]).to.deep.equal([100n, 970n, 30n + 900n])
    })
  })

  describe('properties', () => {
    const vote = fc.constantFrom(
      null,
      ...Vote.outcomes.map(Vote.cast),
      ...(Object.keys(Vote.reasons) as Vote.Reason[]).map(Vote.none),
    )
    const amount = fc.bigInt(0n, 10n ** 20n)
    const endings: Payout.Ending[] = ['YES', 'NO', 'INVALID', 'INVALID-by-default', 'INVALID-no-record']
    const appeal = fc.record({
      bond: amount,
      against: fc.constantFrom(...Vote.outcomes),
      hadQuorum: fc.boolean(),
    })
    const market: fc.Arbitrary<Payout.Ended> = fc.array(appeal, { maxLength: 3 }).chain((appeals) => {
      const cohort = fc.nat(appeals.length)
      const workers = fc.array(
        fc.record({
          vote,
          answeredBefore: fc.boolean(),
          share: fc.bigInt(0n, 150_000_000n),
          stake: amount,
          cohort,
        }),
        { maxLength: 40 },
      )
      const turns = fc.constantFrom<Payout.Ended['turnedBy']>('appeal', 'ruling', null)
      return fc
        .tuple(fc.constantFrom(...endings), amount, workers, cohort, turns, amount)
        .map(([ending, pool, workers, decidedIn, turns, rulingCost]) => {
          const turnedBy = turns === 'appeal' && decidedIn === 0 ? null : turns
          return { ending, pool, workers, appeals, decidedIn, turnedBy, rulingCost }
        })
    })
    const parameters: fc.Arbitrary<Payout.Parameters> = fc.record({
      wrongSlashBps: fc.bigInt(0n, 9_500n),
      silentSlashBps: fc.bigInt(0n, 10_000n),
      doubtSlashBps: fc.bigInt(0n, 9_500n),
      absentSlashBps: fc.bigInt(0n, 10_000n),
      challengerRewardBps: fc.bigInt(500n, 5_000n),
      invalidRewardBps: fc.bigInt(0n, 5_000n),
      feeBps: fc.bigInt(0n, 1_000n),
    })
    const sum = (amounts: readonly bigint[]) => amounts.reduce((total, one) => total + one, 0n)
    const numRuns = budget(300, 5_000)

    it('every wei in comes out, and nobody is paid less than nothing', () => {
      fc.assert(
        fc.property(market, parameters, (one, shares) => {
          const { workers, creator, treasury, challengers, appellants, arbiter } = Payout.preview(one, shares)
          const out = [...workers, creator, treasury, challengers, ...appellants, arbiter]
          const moneyIn = [
            one.pool,
            ...one.workers.map(({ stake }) => stake),
            ...one.appeals.map(({ bond }) => bond),
          ]
          expect(sum(out)).to.equal(sum(moneyIn))
          expect(out.every((each) => each >= 0n)).to.equal(true)
        }),
        { numRuns },
      )
    })

    it('seats that came after the outcome gain at most their own bond and what their own cohort loses', () => {
      fc.assert(
        fc.property(market, (one) => {
          const paid = Payout.preview(one).workers
          for (let cohort = one.decidedIn + 1; cohort <= one.appeals.length; cohort++) {
            const own = one.workers.flatMap((worker, i) => (worker.cohort === cohort ? [i] : []))
            const takenOut = sum(own.map((i) => paid[i]!))
            const putIn = sum(own.map((i) => one.workers[i]!.stake))
            expect(takenOut <= putIn + one.appeals[cohort - 1]!.bond).to.equal(true)
          }
        }),
        { numRuns },
      )
    })

    it('turning a right outcome and turning it back takes nothing of the pool', () => {
      fc.assert(
        fc.property(market, (one) => {
          const isRight = (worker: Payout.Worker) =>
            worker.cohort === 0 && worker.share > 0n && Payout.standingOf(worker, one.ending) === 'rewarded'
          if (!one.workers.some(isRight)) return
          const [paid, richer] = [one, { ...one, pool: one.pool + 10n ** 18n }].map(
            (each) => Payout.preview(each).workers,
          )
          one.workers.forEach(({ cohort }, i) => {
            if (cohort > 0) expect(richer![i]).to.equal(paid![i])
          })
        }),
        { numRuns },
      )
    })

    it('what is slashed never goes to the creator: it has no more than the pool, and nothing of a fee', () => {
      fc.assert(
        fc.property(market, parameters, (one, shares) => {
          const { creator } = Payout.preview(one, shares)
          const isAnswered = one.ending === 'YES' || one.ending === 'NO'
          const fee = isAnswered ? (one.pool * shares.feeBps) / 10_000n : 0n
          expect(creator <= one.pool - fee).to.equal(true)
          const unstaked = { ...one, workers: one.workers.map((worker) => ({ ...worker, stake: 0n })) }
          expect(Payout.preview(unstaked, shares).creator).to.equal(creator)
        }),
        { numRuns },
      )
    })

    it('nobody earns by another’s silence, absence or doubt', () => {
      const harmless = new Set<Payout.Standing>(['silent', 'absent', 'doubted'])
      fc.assert(
        fc.property(market, (one) => {
          const isForfeit = (worker: Payout.Worker) => harmless.has(Payout.standingOf(worker, one.ending))
          const richer = {
            ...one,
            workers: one.workers.map((worker) =>
              isForfeit(worker) ? { ...worker, stake: worker.stake + 10n ** 18n } : worker,
            ),
          }
          const [before, after] = [Payout.preview(one).workers, Payout.preview(richer).workers]
          one.workers.forEach((worker, i) => {
            if (!isForfeit(worker)) expect(after[i]).to.equal(before[i])
          })
        }),
        { numRuns },
      )
    })
  })

  it('error: refuses negative amounts', () => {
    const bad: Partial<Payout.Ended>[] = [
      { pool: -1n },
      { rulingCost: -1n },
      { workers: [voted('YES', { share: -1n })] },
      { workers: [voted('YES', { stake: -1n })] },
      { appeals: [{ bond: -1n, against: 'YES', hadQuorum: true }] },
    ]
    for (const changes of bad)
      expect(() => pay(changes)).to.throw(
        Payout.NegativeAmountError,
        'Pools, stakes, shares, bonds and costs are never negative.',
      )
  })

  it('error: refuses a cohort that the market never had', () => {
    expect(() => pay({ workers: [voted('YES', { cohort: 1 })] })).to.throw(
      Payout.UnknownCohortError,
      'A market with 0 appeals cannot have cohort 1 here.',
    )
    expect(() => pay({ decidedIn: -1 })).to.throw(Payout.UnknownCohortError)
    expect(() => pay({ turnedBy: 'appeal' })).to.throw(Payout.UnknownCohortError)
  })
})
