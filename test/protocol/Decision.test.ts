import { expect } from 'chai'
import { Address, Bytes, Decision, type Observation, Round, Tally, Vote } from '../../protocol/index.ts'

const entry = (vote: Vote.Vote): Observation.Entry => Round.unanswered(vote)
const asked = (n: number, changes: Partial<Decision.Asked> = {}): Decision.Asked => ({
  workers: Array.from({ length: n }, (_, i) => ({ agentId: i, signer: Address.zero, factorBps: 2_500 })),
  deadline: 800,
  rule: null,
  ...changes,
})
const clock = { now: 1_000, requestedAt: 900, quorumGrace: 3_600, resolutionTimeout: 172_800 }
const weigh = (entries: readonly Observation.Entry[]) =>
  Tally.count(entries.map(({ vote }) => ({ vote, weight: vote.outcome === null ? 0n : 35_000n })))

const decide = (
  votes: readonly Vote.Vote[],
  at: Partial<Decision.Clock> = {},
  changes: Partial<Decision.Asked> = {},
) => {
  const entries = votes.map(entry)
  return Decision.make(asked(votes.length, changes), entries, weigh(entries), { ...clock, ...at })
}

const [yes, no, doubt] = [Vote.cast('YES'), Vote.cast('NO'), Vote.cast('INVALID')]
const [silent, dropped] = [Vote.none('silent'), Vote.none('omitted-unprobed')]

describe('whether a round is reported', () => {
  it('reports a quorum that nobody left out could change', () => {
    expect(decide([yes, yes, yes])).to.deep.equal({ kind: 'report' })
    expect(decide([yes, yes, silent])).to.deep.equal({ kind: 'report' })
    expect(decide([yes, yes, yes, yes, yes, yes, yes, dropped])).to.deep.equal({ kind: 'report' })
  })

  it('SPEC §7: waits while those left out could change the outcome, and not past the grace', () => {
    const votes = [yes, yes, no, dropped]
    expect(decide(votes)).to.deep.include({ kind: 'wait' })
    expect(decide(votes, { now: 900 + 3_599 })).to.deep.include({ kind: 'wait' })
    expect(decide(votes, { now: 900 + 3_600 })).to.deep.equal({ kind: 'report' })
  })

  it('counts who was left out at the full weight of a vote, whatever its record, and who was struck at none', () => {
    const votes = [yes, yes, no, dropped]
    const workers = (factorBps: number) =>
      asked(4).workers.map((worker, i) => (i === 3 ? { ...worker, factorBps } : worker))
    expect(decide(votes, {}, { workers: workers(15_000) })).to.deep.include({ kind: 'wait' })
    expect(decide(votes, {}, { workers: workers(0) })).to.deep.equal({ kind: 'report' })
  })

  it('an altered answer counts as left out, a missing endpoint does not: nobody can ask there', () => {
    expect(decide([yes, yes, no, Vote.none('gateway-altered')])).to.deep.include({ kind: 'wait' })
    expect(decide([yes, yes, yes, Vote.none('no-endpoint')])).to.deep.equal({ kind: 'report' })
  })

  it('SPEC §2: no quorum is reported only after the grace', () => {
    const votes = [yes, silent, silent]
    expect(decide(votes)).to.deep.equal({ kind: 'wait', why: '1 of 2 votes that a quorum needs' })
    expect(decide(votes, { now: 900 + 3_600 })).to.deep.equal({ kind: 'report' })
  })

  it('reports nothing once the contract would refuse it', () => {
    expect(decide([yes, yes, yes], { now: 900 + 172_800 })).to.deep.include({ kind: 'over' })
    expect(decide([yes, yes, yes], { now: 900 + 172_799 })).to.deep.equal({ kind: 'report' })
  })
})

describe('before a rule can be decided', () => {
  const snapshot = {
    sourceId: Bytes.zero32,
    op: 1,
    target: 0n,
    from: 800,
    to: 4_700,
    readyAt: 4_700,
    maxTier: 3,
  }
  const high = { ...snapshot, from: 100, to: 800, readyAt: 4_700 }
  const held = { kind: 'wait', why: 'the rule cannot be decided before 4700' }

  it('B2: a snapshot’s Yes is reported, its doubt and its want of a quorum are not', () => {
    const at = (votes: readonly Vote.Vote[], now = 1_000) => decide(votes, { now }, { rule: snapshot })
    expect(at([yes, yes, Vote.none('not-ready')])).to.deep.equal({ kind: 'report' })
    expect(at([doubt, doubt, doubt])).to.deep.equal(held)
    expect(at([yes, no, no, yes])).to.deep.equal(held)
    expect(at([yes, silent, silent])).to.deep.equal(held)
    expect(at([doubt, doubt, doubt], 4_699)).to.deep.equal(held)
    expect(at([doubt, doubt, doubt], 4_700)).to.deep.equal({ kind: 'report' })
  })

  it('B2: nothing is reported of a high or low', () => {
    const at = (now: number) => decide([yes, yes, yes], { now }, { rule: high })
    expect(at(1_000)).to.deep.equal(held)
    expect(at(4_699)).to.deep.equal(held)
    expect(at(4_700)).to.deep.equal({ kind: 'report' })
  })

  it('SPEC §1: the grace runs from when it is ready, or from the request where that is later', () => {
    const at = (now: number, requestedAt = 900) =>
      decide([yes, silent, silent], { now, requestedAt }, { rule: snapshot }).kind
    expect([at(4_700 + 3_599), at(4_700 + 3_600)]).to.deep.equal(['wait', 'report'])
    expect([at(9_000 + 3_599, 9_000), at(9_000 + 3_600, 9_000)]).to.deep.equal(['wait', 'report'])
  })

  it('waits for who was left out of an early Yes, as of any other', () => {
    expect(decide([yes, yes, no, dropped], {}, { rule: snapshot })).to.deep.include({ kind: 'wait' })
  })
})
