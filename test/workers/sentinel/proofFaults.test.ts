import { expect } from 'chai'
import type { Saying } from '../../../local/samples/round.ts'
import type { Proof } from '../../../protocol/index.ts'
import { copy, factsOf, findings, play, yes } from './rounds.ts'

describe('a worker whose proof lies', () => {
  const lies: [string, Saying, string][] = [
    [
      'its own proof’s verdict is another one',
      {
        ...yes,
        proof: (parts) => ({
          ...parts,
          verdict: { ...parts.verdict, outcome: 'NO', resolution_rule_id: 'not-met' },
          ruleCheck: { ...parts.ruleCheck!, value: '74000', result: 'NO' },
        }),
      },
      'CONTRADICTED 2 reasoning 5 3',
    ],
    [
      'its own proof’s check is another one',
      { ...yes, proof: (parts) => ({ ...parts, ruleCheck: { ...parts.ruleCheck!, value: '75120.6' } }) },
      'CONTRADICTED 2 reasoning 4 3',
    ],
    [
      'its evidence is from before the window',
      {
        ...yes,
        proof: (parts) => {
          const items = parts.evidence.items.map((item, i) =>
            i === 0
              ? { ...item, normalized: { ...item.normalized!, observed_at: '2026-02-20T23:58:59Z' } }
              : item,
          )
          return { ...parts, evidence: { ...parts.evidence, items } }
        },
      },
      'OUTSIDE_WINDOW 2 evidence 0 3',
    ],
    [
      'its evidence is of a worse tier than it claims',
      {
        ...yes,
        tier: 1,
        proof: (parts) => {
          const items = parts.evidence.items.map((item) => ({
            ...item,
            provenance: { ...item.provenance, kind: 'none' as const, tier: 3 },
          }))
          return { ...parts, evidence: { ...parts.evidence, items } }
        },
      },
      'CONTRADICTED 2 evidence 0 3',
    ],
    [
      'its proof is about another round',
      { ...yes, proof: (parts) => ({ ...parts, round: 9 }) },
      'CONTRADICTED 2 reasoning 5 3',
    ],
  ]
  for (const [name, liar, expected] of lies) {
    it(`S2-53 S2-72: ${name}: a strike`, async () => {
      const { file } = await play([yes, yes, liar])
      const found = await findings(file, factsOf(file))
      expect(found).to.include(expected)
      expect(
        found.every((one) => one.includes(' 2 ')),
        found.join(),
      ).to.equal(true)
    })
  }

  it('its evidence was tampered with after it answered: an appeal, no contract can read it', async () => {
    const { file } = await play()
    const other = copy(file)
    const proof = other.proofs[0]!.proof as unknown as Proof.Proof
    proof.evidence.items[0]!.content = 'Something else.'
    expect(await findings(other)).to.include('CONTENT_MISMATCH 0 evidence 1 appeal')
  })

  it('it shows another proof than it answered with: that is no proof of anything', async () => {
    const { file } = await play()
    const other = copy(file)
    other.proofs[0]!.proof = other.proofs[2]!.proof
    expect(await findings(other)).to.deep.equal(['ROOT_MISMATCH 0 none'])
  })
})
