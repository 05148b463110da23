import { expect } from 'chai'
import fc from 'fast-check'
import { decide, nextAsk } from '../../keeper/decide.ts'
import type { Facts } from '../../keeper/Market.ts'
import { facts, headAt, terms } from './markets.ts'

const at = (changes: Partial<Facts>, time: number, block = 100) => {
  const { calls, lookAt, isDone } = decide(facts(changes), terms, headAt(time, block))
  return { calls: calls.map(({ kind }) => kind), lookAt, isDone }
}

describe('what is due for a market (SPEC §1, §2)', () => {
  it('open: nothing before the deadline, a request from its second on, and the end when its time is over', () => {
    expect(at({}, 19_999)).to.deep.equal({ calls: [], lookAt: { time: 20_000 }, isDone: false })
    expect(at({}, 20_000)).to.deep.equal({ calls: ['request'], lookAt: { time: 30_000 }, isDone: false })
    expect(at({}, 29_999).calls).to.deep.equal(['request'])
    expect(at({}, 30_000)).to.deep.equal({ calls: ['expire'], lookAt: null, isDone: false })
  })

  it('open with too few agents: the request ends it, and gives everybody their money', () => {
    expect(at({ joined: 0 }, 20_000).calls).to.deep.equal(['request'])
  })

  it('noted for a draw: nothing until the next block may draw, then the draw, then again where its hash is gone', () => {
    const noted = { joined: 9, drawBlock: 110 }
    expect(at(noted, 20_500, 109)).to.deep.equal({ calls: [], lookAt: { block: 110 }, isDone: false })
    expect(at(noted, 20_500, 110).calls).to.deep.equal(['draw'])
    expect(at(noted, 20_500, 110 + 257).calls).to.deep.equal(['draw'])
    expect(at(noted, 30_000, 111).calls).to.deep.equal(['expire'])
  })

  it('a draw has the less time left the more blocks have passed', () => {
    const left = (block: number) =>
      decide(facts({ joined: 9, drawBlock: 110 }), terms, headAt(20_500, block)).calls[0]!.left
    expect([left(110), left(110 + 128), left(110 + 256), left(1_000)]).to.deep.equal([10_000, 5_000, 0, 0])
  })

  it('requested: again after the cooldown, then after twice as long, and given up at the end', () => {
    const asked = { status: 'Requested', requestedAt: 20_000, lastAsk: 20_000, seats: 3 } as const
    expect(at(asked, 20_899)).to.deep.equal({ calls: [], lookAt: { time: 20_900 }, isDone: false })
    expect(at(asked, 20_900).calls).to.deep.equal(['askAgain'])
    expect(at({ ...asked, lastAsk: 20_900 }, 21_000).lookAt).to.deep.equal({ time: 21_800 })
    expect(at({ ...asked, lastAsk: 28_000 }, 29_000)).to.deep.equal({
      ...{ calls: [], isDone: false },
      lookAt: { time: 30_000 },
    })
    expect(at(asked, 30_000).calls).to.deep.equal(['expire'])
  })

  it('resolved: settled from the end of its window on, not before', () => {
    const resolved = { status: 'Resolved', windowEnd: 25_000, seats: 3 } as const
    expect(at(resolved, 24_999)).to.deep.equal({ calls: [], lookAt: { time: 25_000 }, isDone: false })
    expect(at(resolved, 25_000).calls).to.deep.equal(['settle'])
  })

  it('under appeal: asked when its joins end, drawn where too many joined, asked again, given up', () => {
    const appeal = { status: 'Resolved', isAppealing: true, windowEnd: 25_000 } as const
    expect(at(appeal, 24_999).lookAt).to.deep.equal({ time: 25_000 })
    expect(at(appeal, 25_000).calls).to.deep.equal(['request'])
    expect(at({ ...appeal, drawBlock: 110 }, 25_000, 111).calls).to.deep.equal(['draw'])
    expect(at(appeal, 35_000).calls).to.deep.equal(['expire'])
    const asked = { ...appeal, seats: 3, requestedAt: 26_000, lastAsk: 26_000 }
    expect(at(asked, 26_900).calls).to.deep.equal(['askAgain'])
    expect(at(asked, 36_000).calls).to.deep.equal(['expire'])
  })

  it('settled: made final, with the records of its seats', () => {
    const found = decide(facts({ status: 'Settled', feedback: [0, 33] }), terms, headAt(1))
    expect(found.calls.map(({ kind, seat }) => [kind, seat])).to.deep.equal([
      ['finalize', null],
      ['publishFeedback', 0],
      ['publishFeedback', 33],
    ])
    expect(found.isDone).to.equal(false)
  })

  it('final or Invalid: what follows it, and then nothing for ever', () => {
    for (const status of ['Finalized', 'Invalid'] as const) {
      expect(at({ status, bets: true, condition: true }, 1).calls).to.deep.equal([
        'settleBets',
        'resolveCondition',
      ])
      expect(at({ status }, 1)).to.deep.equal({ calls: [], lookAt: null, isDone: true })
    }
    expect(at({ status: 'None' }, 1)).to.deep.equal({ calls: [], lookAt: null, isDone: false })
  })

  it('a market that is alive always has a call or a time to look again, in every status and at every time', () => {
    const some = fc.record({
      status: fc.constantFrom('Open', 'Requested', 'Resolved', 'Settled'),
      isAppealing: fc.boolean(),
      ...{ joined: fc.nat(9), seats: fc.nat(5), drawBlock: fc.nat(400) },
      ...{
        requestedAt: fc.nat(40_000),
        windowEnd: fc.nat(40_000),
        readyAt: fc.integer({ min: 20_000, max: 28_000 }),
      },
    })
    fc.assert(
      fc.property(some, fc.nat(80_000), fc.nat(1_000), (changes, time, block) => {
        const market = facts({ ...changes, lastAsk: changes.requestedAt } as Partial<Facts>)
        const { calls, lookAt } = decide(market, terms, headAt(time, block))
        const isLater = lookAt !== null && ('time' in lookAt ? lookAt.time > time : lookAt.block > block)
        expect(calls.length > 0 || isLater).to.equal(true)
        for (const { left } of calls) expect(left).to.be.within(0, 10_000)
      }),
    )
  })
})

describe('when a round is asked again', () => {
  const next = (requestedAt: number, readyAt: number, lastAsk: number) =>
    nextAsk({ requestedAt, readyAt, lastAsk }, terms)

  it('after one, two, four cooldowns; and again from when its source must have spoken', () => {
    expect([0, 900, 1_800, 3_600].map((lastAsk) => next(0, 0, lastAsk))).to.deep.equal([
      900, 1_800, 3_600, 7_200,
    ])
    expect(next(0, 5_000, 3_600)).to.equal(5_900)
  })

  it('is always later than it was asked last, and seldom: at most 2 · log2 times', () => {
    fc.assert(
      fc.property(fc.nat(10_000), fc.nat(90_000), (requestedAt, readyAt) => {
        let [last, count] = [requestedAt, 0]
        while (last < requestedAt + 172_800) {
          const time = next(requestedAt, readyAt, last)
          expect(time).to.be.greaterThan(last)
          ;[last, count] = [time, count + 1]
        }
        expect(count).to.be.at.most(20)
      }),
    )
  })
})
