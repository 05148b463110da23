import { expect } from 'chai'
import type { Saying } from '../../../../local/samples/round.ts'
import type { Proof } from '../../../../protocol/index.ts'
import { proofFaults as inspectProofs } from '../../../../workers/sentinel/check/proofFaults.ts'
import { caseOf, copy, factsOf, findings, inDocket, play, yes } from '../rounds.ts'

const proofFaults = async (...given: Parameters<typeof inspectProofs>) =>
  (await inspectProofs(...given)).findings

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

  it('finds nothing in honest proofs, and has nothing to say where none is shown', async () => {
    const { file } = await play()
    expect(await proofFaults(caseOf(file), {})).to.deep.equal([])
    expect(await proofFaults(caseOf({ ...file, proofs: [] }), {})).to.deep.equal([])
  })

  it('S2-53: says where in the file the fault is, and which leaf contradicts the answer', async () => {
    const liar: Saying = { ...yes, proof: (parts) => ({ ...parts, round: 9 }) }
    const { file } = await play([yes, liar])
    const found = await proofFaults(caseOf(file), {})
    const contradicted = found.filter(({ finding }) => finding.code === 'CONTRADICTED')
    expect(contradicted.map(({ finding }) => finding.message)).to.include(
      'Its proof is about another market or round.',
    )
    for (const { finding, bundle } of contradicted) {
      expect(finding.path).to.match(/^\/proofs\/1\/proof\/leaves\/reasoning\/\d+$/)
      expect(bundle).to.deep.include({ kind: 3, remedy: 'challenge', worker_index: 1 })
      expect(bundle!.evidence).to.match(/^0x/)
    }
  })

  it('C77: nobody is struck by a leaf where the docket’s check is not the one that was signed', async () => {
    const liar: Saying = { ...yes, proof: (parts) => ({ ...parts, round: 9 }) }
    const { file } = await play([yes, liar], { report: inDocket })
    const found = await proofFaults(caseOf(file), {})
    expect(found).to.not.deep.equal([])
    for (const { finding } of found) expect(finding).to.include({ kind: null, remedy: 'appeal' })
  })

  it('a proof of a worker that was silent, or that is none, is no proof of anything', async () => {
    const { file } = await play()
    const messages = async (index: number, proof: unknown) => {
      const proofs = [{ index, proof: proof as never }]
      return (await proofFaults(caseOf({ ...file, proofs }), {})).map(({ finding }) => finding.message)
    }
    expect(await messages(3, file.proofs[0]!.proof)).to.deep.equal([
      'It is not the proof that the worker answered with, none.',
    ])
    expect((await messages(0, { made: 'up' }))[0]).to.match(
      /^It is not the proof that the worker answered with, 0x/,
    )
  })

  it('C147: what could not be checked is listed, and nobody is blamed for it', async () => {
    const zktls = { kind: 'zktls', tier: 0, proof: { junk: true }, confidence_bps: 9_900 } as const
    const junk: Saying = {
      ...yes,
      tier: 0,
      proof: (parts) => {
        const items = parts.evidence.items.map((item, i) => (i === 0 ? { ...item, provenance: zktls } : item))
        return {
          ...parts,
          evidence: { ...parts.evidence, items },
          ruleCheck: { ...parts.ruleCheck!, tier: 0 },
        }
      },
    }
    const { file } = await play([yes, junk])
    const { findings: found, notChecked } = await inspectProofs(caseOf(file), {})
    expect(found.map(({ finding }) => finding.code)).to.deep.equal([])
    expect(notChecked.map(({ code, leaf_index }) => `${code} ${leaf_index}`)).to.include(
      'UNVERIFIED_PROVENANCE 1',
    )
    const verifiers = { zktls: async () => 'It is junk.' }
    const refused = await inspectProofs(caseOf(file), { verifiers })
    expect(refused.findings.map(({ finding }) => finding.code)).to.include('BAD_PROVENANCE')
  })
})
