import { expect } from 'chai'
import fc from 'fast-check'
import { docketOf, recordsOf, rootOf, schema, type Votes } from '../../../../cli/commands/report/votes.ts'
import { Bytes, Decimal, Docket, Hash, Leaf, Merkle, Rule, Schema, Vote } from '../../../../protocol/index.ts'

const yes = { outcome: 'YES', res_quality: 80, src_quality: 70, analysis_depth: 90 }
const given = (changes: object = {}) => ({ market_id: 1, outcome: 'YES', votes: [yes], ...changes })
const read = (value: unknown): Votes => Schema.read(schema, value)

const rule: Docket.Rule = {
  sourceId: Hash.ofText('coingecko:bitcoin'),
  op: Rule.opCodes.gte,
  target: Decimal.toFixed18('75000'),
  from: 100,
  to: 200,
  readyAt: 200,
  maxTier: 3,
}

describe('votes as a person writes them', () => {
  it('marketId is understood as market_id, whatever else is in the object', () => {
    const { market_id, ...rest } = given()
    expect(read({ ...rest, marketId: market_id })).to.deep.equal(read(given()))
    expect(() => read({ ...rest, marketId: 1, market_id: 1, more: 1 })).to.throw()
  })

  it('error: no votes, too many, a score of 101, a vote with a reason, an unknown reason, no market 0', () => {
    const refused = [
      given({ votes: [] }),
      given({ votes: Array(33).fill(yes) }),
      given({ votes: [{ ...yes, res_quality: 101 }] }),
      given({ votes: [{ ...yes, reason: 'silent' }] }),
      given({ votes: [{ reason: 'lazy' }] }),
      given({ market_id: 0 }),
      given({ outcome: 'MAYBE' }),
      null,
      [],
    ]
    for (const one of refused) expect(() => read(one), JSON.stringify(one)).to.throw()
    expect(read(given({ votes: Array(32).fill(yes), outcome: null })).votes).to.have.length(32)
  })

  it('a vote becomes a record with its scores, a reason one without any', () => {
    const reasons = Object.keys(Vote.reasons) as Vote.Reason[]
    const vote = fc.oneof(
      fc.record({
        outcome: fc.constantFrom('YES', 'NO', 'INVALID'),
        ...{ res_quality: fc.nat(100), src_quality: fc.nat(100), analysis_depth: fc.nat(100) },
      }),
      fc.record({ reason: fc.constantFrom(...reasons) }),
    )
    fc.assert(
      fc.property(fc.array(vote, { minLength: 1, maxLength: 32 }), (votes) => {
        const records = recordsOf(read(given({ votes })))
        expect(records).to.have.length(votes.length)
        for (const [i, record] of records.entries()) {
          const said = votes[i] as { outcome?: string; reason?: string; res_quality?: number }
          expect(record.vote.outcome).to.equal(said.outcome ?? null)
          expect(record.vote.reason).to.equal(said.reason ?? null)
          expect(record.resQuality).to.equal(said.res_quality ?? 0)
        }
      }),
      { numRuns: 50 },
    )
  })

  it('S0-66: the docket’s rule is the question’s, unless one is given', () => {
    const checks = [{ observed_at: 150, value: '75000.5', tier: 2, result: 'YES' }, null]
    const docket = docketOf(read(given({ docket: { checks } })), rule)!
    expect(docket.rule).to.equal(rule)
    expect(docket.checks[0]).to.deep.equal({
      observedAt: 150,
      value: Decimal.toFixed18('75000.5'),
      tier: 2,
      result: 'YES',
      porRoot: Bytes.zero32,
    })
    expect(docket.checks[1]).to.equal(Docket.noCheck)
    const own = { source_id: rule.sourceId, op: 'lt', target: '1', from: 1, to: 2, ready_at: 3, max_tier: 0 }
    expect(docketOf(read(given({ docket: { rule: own, checks } })), rule)!.rule).to.deep.equal({
      ...{ sourceId: rule.sourceId, op: Rule.opCodes.lt, target: Decimal.toFixed18('1') },
      ...{ from: 1, to: 2, readyAt: 3, maxTier: 0 },
    })
  })

  it('no docket is none; a docket of a question without an auto rule is refused', () => {
    expect(docketOf(read(given()), rule)).to.equal(null)
    const votes = read(given({ docket: { checks: [] } }))
    expect(() => docketOf(votes, null)).to.throw(Rule.ManualRuleError)
  })

  it('the root commits to question, rule, checks, votes and outcome, each in its place', () => {
    const position = { marketId: 1n, round: 1 }
    const votes = read(given({ votes: [yes, { reason: 'silent' }] }))
    const root = rootOf(position, 'Q?', votes, null)
    const worker = (vote: object) => [Leaf.absent, Leaf.absent, Leaf.absent, Schema.toBytes(vote)]
    expect(root).to.equal(
      Merkle.root([
        Bytes.fromText('Q?'),
        Leaf.rule(null),
        ...worker(yes),
        ...worker({ reason: 'silent' }),
        Schema.toBytes({ outcome: 'YES' }),
      ]),
    )
    const checks = [{ observed_at: 150, value: '1', tier: 2, result: 'YES' }, null]
    const docket = docketOf(read(given({ docket: { checks } })), rule)
    const others = [
      rootOf(position, 'Q', votes, null),
      rootOf(position, 'Q?', { ...votes, outcome: 'NO' }, null),
      rootOf(position, 'Q?', votes, docket),
      rootOf({ ...position, round: 2 }, 'Q?', votes, docket),
    ]
    expect(new Set([root, ...others]).size).to.equal(5)
  })
})
