import { expect } from 'chai'
import { Address, Decision, type Observation, Round, Tally, Vote } from '../../protocol/index.ts'

const entry = (vote: Vote.Vote): Observation.Entry => Round.unanswered(vote)
const round = (n: number, factorBps = 2_500) => ({
  workers: Array.from({ length: n }, (_, i) => ({ agentId: i, signer: Address.zero, factorBps })),
})
const clock = { now: 1_000, requestedAt: 900, quorumGrace: 3_600, resolutionTimeout: 86_400 }
const weigh = (entries: readonly Observation.Entry[]) =>
  Tally.count(entries.map(({ vote }) => ({ vote, weight: vote.outcome === null ? 0n : 1_500n })))

const decide = (votes: readonly Vote.Vote[], at: Partial<Decision.Clock> = {}) => {
  const entries = votes.map(entry)
  return Decision.make(round(votes.length), entries, weigh(entries), { ...clock, ...at })
}

const [yes, no] = [Vote.cast('YES'), Vote.cast('NO')]
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
    expect(decide([yes, yes, yes], { now: 900 + 86_400 })).to.deep.include({ kind: 'over' })
    expect(decide([yes, yes, yes], { now: 900 + 86_399 })).to.deep.equal({ kind: 'report' })
  })
})
