import { expect } from 'chai'
import fc from 'fast-check'
import { type PhaseFacts, phaseEnd, twoThirdsAt } from '../../gateway/phaseEnd.ts'

const deadlines = { resolveMs: 30_000, challengeMs: 15_000, patienceMs: 60_000, leaseMs: 60_000 }
const time = fc.integer({ min: 0, max: 10_000_000 })
const facts: fc.Arbitrary<PhaseFacts> = fc.record({
  phase: fc.constantFrom('answers' as const, 'defences' as const),
  firstAsk: time,
  rule: fc.option(fc.record({ readyAt: time, isOfMany: fc.boolean() })),
  twoThirdsAt: fc.option(time),
})

/** The words of the specification, one clause at a time. */
function inWords({ phase, firstAsk, rule, twoThirdsAt: thirds }: PhaseFacts): number {
  const first = firstAsk!
  if (phase === 'defences') return first + 15_000
  if (rule === null) return first + 30_000
  const ends = [Math.max(rule.readyAt, first) + 60_000]
  if (thirds !== null) {
    let early = thirds + 60_000
    if (early < first + 30_000) early = first + 30_000
    if (rule.isOfMany && early < rule.readyAt) early = rule.readyAt
    ends.push(early)
  }
  return Math.min(...ends)
}

describe('phaseEnd', () => {
  const at = (given: Partial<PhaseFacts>) =>
    phaseEnd({ phase: 'answers', firstAsk: 1_000, rule: null, twoThirdsAt: null, ...given }, deadlines)
  const rule = { readyAt: 500_000, isOfMany: false }

  it('SPEC §7: gives 30 s on manual rules and 15 s for defences, from the first request', () => {
    expect(at({})).to.equal(31_000)
    expect(at({ phase: 'defences', rule, twoThirdsAt: 2_000 })).to.equal(16_000)
  })

  it('SPEC §7: on auto rules waits for 60 s after the rule can be decided, or after two thirds are in', () => {
    expect(at({ rule })).to.equal(560_000)
    expect(at({ rule: { ...rule, readyAt: 0 } })).to.equal(61_000)
    expect(at({ rule, twoThirdsAt: 20_000 })).to.equal(80_000)
    expect(at({ rule, twoThirdsAt: 499_999 })).to.equal(559_999)
  })

  it('SPEC §1: never ends the wait for a high or low before it can be decided', () => {
    expect(at({ rule: { ...rule, isOfMany: true }, twoThirdsAt: 20_000 })).to.equal(500_000)
  })

  it('has no end before anybody is asked', () => {
    expect(at({ firstAsk: null })).to.equal(Number.POSITIVE_INFINITY)
  })

  it('property: is what the specification says, at or after the first request', () => {
    fc.assert(
      fc.property(facts, (one) => {
        const end = phaseEnd(one, deadlines)
        expect(end).to.equal(inWords(one))
        if (one.twoThirdsAt === null || one.twoThirdsAt >= one.firstAsk!)
          expect(end).to.be.at.least(one.firstAsk!)
      }),
    )
  })

  it('property: a definite answer more never makes it later, and none of it depends on what time it is', () => {
    fc.assert(
      fc.property(facts, time, (one, thirds) => {
        const [without, with_] = [null, thirds].map((twoThirdsAt) =>
          phaseEnd({ ...one, twoThirdsAt }, deadlines),
        )
        expect(with_).to.be.at.most(without!)
      }),
    )
  })
})

describe('twoThirdsAt', () => {
  it('is when the last of two thirds of all workers was heard, in whatever order', () => {
    expect(twoThirdsAt([], 3)).to.equal(null)
    expect(twoThirdsAt([9], 3)).to.equal(null)
    expect(twoThirdsAt([9, 4], 3)).to.equal(9)
    expect(twoThirdsAt([9, 4, 6], 3)).to.equal(6)
    expect(twoThirdsAt([1, 2, 3, 4, 5, 6], 10)).to.equal(null)
    expect(twoThirdsAt([1, 2, 3, 4, 5, 6, 7], 10)).to.equal(7)
    expect(twoThirdsAt([5], 1)).to.equal(5)
  })
})
