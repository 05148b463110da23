import { expect } from 'chai'
import { deadline, sampleParts } from '../../../../local/samples/proof.ts'
import {
  type Evidence,
  Finding,
  Hash,
  Instant,
  Proof,
  Schema,
  Verification,
} from '../../../../protocol/index.ts'
import {
  inspectProof,
  type Replay,
  verifyAuthenticity,
  verifyDeterminism,
  verifyLogic,
} from '../../../../workers/sentinel/index.ts'

const honest = Proof.buildPorBundle(sampleParts({ items: 3, steps: 5 }))
const copy = (proof = honest): Proof.Proof => JSON.parse(JSON.stringify(proof))
const places = (findings: readonly Finding.Finding[]) =>
  findings.map(({ code, tree, leaf_index }) => `${code} ${tree} ${leaf_index}`)

/** A proof whose parts were changed before it was committed to: its roots hold. */
const committed = (change: (parts: Proof.Parts) => Partial<Proof.Parts>) => {
  const parts = sampleParts()
  return Proof.buildPorBundle({ ...parts, ...change(parts) })
}

const withItem = (parts: Proof.Parts, change: (item: Evidence.EvidenceItem) => Evidence.EvidenceItem) => ({
  evidence: {
    ...parts.evidence,
    items: parts.evidence.items.map((item, i) => (i === 0 ? change(item) : item)),
  },
})

const notExecuted: Replay = () => ({ executed: false, why: 'another program made it' })

describe('the sentinel on a proof', () => {
  it('S2-49 S2-50 S2-51: passes an honest proof, with and without executing it again', async () => {
    expect(await inspectProof(honest)).to.deep.equal(Verification.verifyPorBundle(honest))
    expect((await inspectProof(honest, { replay: notExecuted, verifiers: {} })).ok).to.equal(true)
  })

  describe('S2-108: a tampered leaf is found at its place', () => {
    const tampered: [string, (proof: Proof.Proof) => void, string][] = [
      ['the prompt', (p) => (p.prompt_spec.market.timezone = 'CET'), 'PROMPT_MISMATCH por 0'],
      ['a content', (p) => (p.evidence.items[1]!.content += ' '), 'LEAF_MISMATCH evidence 3'],
      [
        'the time of a sample',
        (p) => (p.evidence.items[2]!.normalized!.observed_at = Instant.format(deadline + 1)),
        'LEAF_MISMATCH evidence 4',
      ],
      ['the header of the evidence', (p) => (p.evidence.collector_id = 'x'), 'LEAF_MISMATCH evidence 6'],
      ['a step', (p) => (p.trace.steps[3]!.action = 'Nothing.'), 'LEAF_MISMATCH reasoning 3'],
      ['the check', (p) => (p.bundle.rule_check!.value = '75120.6'), 'LEAF_MISMATCH reasoning 5'],
      ['the verdict', (p) => (p.bundle.verdict.confidence_bps = 1), 'LEAF_MISMATCH reasoning 6'],
      ['the header of the trace', (p) => (p.trace.trace_id = 'x'), 'LEAF_MISMATCH reasoning 7'],
      [
        'the verdict’s rule',
        (p) => (p.bundle.verdict.resolution_rule_id = 'not-met'),
        'VERDICT_MISMATCH por 3',
      ],
      ['a listed leaf', (p) => (p.leaves.evidence[0] = Hash.ofText('x')), 'LEAF_MISMATCH evidence 0'],
    ]
    for (const [name, tamper, place] of tampered) {
      it(name, async () => {
        const proof = copy()
        tamper(proof)
        const { ok, findings, challenged_leaf } = await inspectProof(proof, { replay: notExecuted })
        expect(ok).to.equal(false)
        expect(places(findings)).to.include(place)
        const [, tree, index] = places(findings)[0]!.split(' ')
        expect(challenged_leaf).to.deep.equal({ tree, index: Number(index) })
      })
    }
  })

  it('S2-52 S2-108: what executing it again finds is in the result, with its leaf', async () => {
    const found = Finding.at(Finding.reasoningLeaf(2), 'LEAF_MISMATCH', '/trace/steps/2', 'Another output.')
    const replay: Replay = () => ({ executed: true, findings: [found] })
    const result = await inspectProof(honest, { replay })
    expect(result).to.deep.include({ ok: false, challenged_leaf: { tree: 'reasoning', index: 2 } })
    expect(Schema.read(Verification.result, result).findings).to.deep.equal([found])
    expect((await inspectProof(honest, {})).ok, 'nothing is executed unasked').to.equal(true)
  })

  it('never throws, and executes nothing, on what is no proof', async () => {
    const replay: Replay = () => {
      throw new Error('must not be called')
    }
    for (const value of [null, 7, [], {}, { ...honest, extra: 1 }, { ...honest, trace: null }])
      expect(await inspectProof(value, { replay, verifiers: {} })).to.deep.include({ ok: false })
  })

  describe('S2-85: authenticity', () => {
    it('holds content against its receipt, and tiers against kinds', async () => {
      const { evidence } = copy()
      expect(await verifyAuthenticity(evidence)).to.deep.equal([])
      evidence.items[0]!.content = 'Something else.'
      evidence.items[1]!.provenance.tier = 0
      expect(places(await verifyAuthenticity(evidence))).to.deep.equal([
        'CONTENT_MISMATCH evidence 1',
        'TIER_MISMATCH evidence 2',
      ])
    })

    it('a better tier needs a proof that somebody can verify, and that holds', async () => {
      const { evidence } = committed((parts) =>
        withItem(parts, (item) => ({
          ...item,
          provenance: { kind: 'signature', tier: 1, proof: { signature: '0x00' }, confidence_bps: 9_900 },
        })),
      )
      expect(places(await verifyAuthenticity(evidence))).to.deep.equal(['UNVERIFIED_PROVENANCE evidence 1'])
      const verified = (fault: string | null) =>
        verifyAuthenticity(evidence, { signature: async () => fault })
      expect(await verified(null)).to.deep.equal([])
      const [bad] = await verified('The key of the source did not sign it.')
      expect(bad).to.deep.include({ code: 'BAD_PROVENANCE', leaf_index: 1 })
      expect(bad!.message).to.equal('The key of the source did not sign it.')
    })

    it('a verifier that breaks has verified nothing', async () => {
      const proof = committed((parts) =>
        withItem(parts, (item) => ({
          ...item,
          provenance: { kind: 'log', tier: 2, proof: null, confidence_bps: 9_000 },
        })),
      )
      const verifiers = {
        log: () => {
          throw new Error('No node answers.')
        },
      }
      const { ok, findings, not_checked } = await inspectProof(proof, { verifiers })
      expect({ ok, findings }, 'nobody is blamed for it').to.deep.equal({ ok: true, findings: [] })
      // The message of a foreign error may hold an address with a key.
      expect(not_checked.map(({ message }) => message)).to.deep.equal(['It could not be checked.'])
      const plain = await inspectProof(proof)
      expect(plain.not_checked.map(({ message }) => message)).to.deep.equal([
        'No verifier for proofs of kind log is at hand.',
      ])
    })
  })

  it('S2-86: logic: hallucinated evidence, steps from nowhere, steps on nothing', () => {
    const { trace, evidence } = copy()
    expect(verifyLogic(trace, evidence)).to.deep.equal([])
    trace.steps[1]!.inputs.evidence_ids = ['e99']
    trace.steps[2]!.inputs.prior_step_ids = ['s4']
    trace.steps[3]!.inputs = { evidence_ids: [], prior_step_ids: [] }
    const found = places(verifyLogic(trace, evidence))
    expect(found).to.include.members([
      'UNKNOWN_EVIDENCE reasoning 1',
      'UNKNOWN_STEP reasoning 2',
      'UNGROUNDED_STEP reasoning 3',
    ])
  })

  describe('S2-87: determinism', () => {
    const determinism = (proof: Proof.Proof) => places(verifyDeterminism(proof.bundle.verdict, proof))

    it('the verdict is what the comparison gives', () => {
      expect(determinism(honest)).to.deep.equal([])
      const other = committed((parts) => ({
        verdict: { ...parts.verdict, outcome: 'NO', resolution_rule_id: 'not-met' },
        ruleCheck: { ...parts.ruleCheck!, result: 'NO' },
      }))
      expect(Verification.verifyPorBundle(other).ok, 'all hashes hold').to.equal(true)
      expect(determinism(other)).to.deep.equal(['CHECK_MISMATCH reasoning 4', 'VERDICT_MISMATCH por 3'])
    })

    it('the check’s sample is in the evidence that the verdict rests on', () => {
      const other = committed((parts) => ({ ruleCheck: { ...parts.ruleCheck!, value: '80000' } }))
      expect(determinism(other)).to.deep.equal(['CHECK_MISMATCH reasoning 4'])
    })

    it('has nothing to say without a number to compare', () => {
      const invalid = committed((parts) => ({
        verdict: { ...parts.verdict, outcome: 'INVALID', resolution_rule_id: 'no-sample' },
        ruleCheck: { observed_at: 0, value: '0', tier: 3, result: 'INVALID' },
      }))
      expect(determinism(invalid)).to.deep.equal([])
      expect(determinism(committed(() => ({ ruleCheck: null })))).to.deep.equal([])
    })
  })
})
