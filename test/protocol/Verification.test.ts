import { expect } from 'chai'
import fc from 'fast-check'
import { sampleParts } from '../../local/samples/proof.ts'
import { Bytes, Finding, Proof, Schema, Trace, Verification } from '../../protocol/index.ts'
import { build, codesOf, copy, signAll, text } from './sampleProofs.ts'

describe('Verification', () => {
  /** Verifies once per byte with one bit of it flipped, between two positions of the text. */
  function* flips(original: Buffer, from: number, to: number) {
    for (let at = from; at < to; at++) {
      const flipped = Buffer.from(original)
      flipped[at] = original[at]! ^ (1 << (at % 8))
      yield { at, result: Verification.verifyText(flipped.toString('utf8')) }
    }
  }

  it('S2-53 S2-92: flipping any one byte of a bundle is found, and the finding names the leaf', () => {
    const original = Buffer.from(text(build({ items: 2, steps: 3 })))
    // The wall clocks are the only bytes outside every hash; nothing else may be skipped.
    const isClock = (at: number) =>
      ['"collection_time":"', '"created_at":"'].some((key) => {
        const from = original.indexOf(key) + key.length
        return at >= from && at < from + '2026-02-21T00:00:35Z'.length
      })
    let named = 0
    let unreadable = 0
    for (const { at, result } of flips(original, 0, original.length)) {
      if (isClock(at)) continue
      expect(result.ok, `byte ${at}: …${original.subarray(at - 20, at + 20)}…`).to.equal(false)
      const [first] = result.findings
      if (result.challenged_leaf !== null) named++
      else if (first!.code === 'NOT_JSON') unreadable++
      // What is left has broken the name of a part of the document, or of a clock: it names that part.
      else expect(first!.path.split('/').length, `byte ${at} ${JSON.stringify(first)}`).to.be.lessThan(3)
    }
    expect(named).to.be.greaterThan(original.length * 0.7)
    expect(unreadable).to.be.lessThan(original.length * 0.25)
  })

  it('S2-63: flipping any one byte of the signatures is found, and the finding names the role', async () => {
    const original = Buffer.from(text(await signAll(build())))
    const from = original.indexOf('"signatures":{') + '"signatures":{'.length
    const to = original.indexOf('"tee_attestation"') - 2
    for (const { at, result } of flips(original, from, to)) {
      expect(result.ok, `byte ${at}`).to.equal(false)
      const [first] = result.findings
      if (first!.code !== 'NOT_JSON') expect(first!.path).to.match(/^\/bundle\/signatures/)
    }
  })

  it('S2-92: a changed step, item, prompt, verdict or root is named as such', () => {
    const tamper = (change: (proof: Proof.Proof) => void) => {
      const proof = copy(build({ items: 2, steps: 4 }))
      change(proof)
      const { findings, challenged_leaf } = Verification.verifyPorBundle(proof)
      return { codes: [...new Set(findings.map(({ code }) => code))], leaf: challenged_leaf }
    }
    expect(tamper((proof) => (proof.trace.steps[2]!.action = 'other'))).to.deep.equal({
      codes: ['LEAF_MISMATCH', 'ROOT_MISMATCH'],
      leaf: { tree: 'reasoning', index: 2 },
    })
    expect(tamper((proof) => (proof.evidence.items[1]!.content += ' '))).to.deep.equal({
      codes: ['LEAF_MISMATCH', 'CONTENT_MISMATCH', 'ROOT_MISMATCH'],
      leaf: { tree: 'evidence', index: 3 },
    })
    expect(tamper((proof) => (proof.prompt_spec.market.timezone = 'CET'))).to.deep.equal({
      codes: ['PROMPT_MISMATCH'],
      leaf: { tree: 'por', index: 0 },
    })
    expect(tamper((proof) => (proof.bundle.verdict.outcome = 'NO')).codes).to.include('VERDICT_MISMATCH')
    expect(tamper((proof) => (proof.bundle.por_root = Bytes.zero32))).to.deep.equal({
      codes: ['ROOT_MISMATCH'],
      leaf: { tree: 'por', index: 3 },
    })
  })

  const rebuilt = (change: (parts: ReturnType<typeof sampleParts>) => Partial<Proof.Parts>) => {
    const parts = sampleParts({ items: 2, steps: 3 })
    const result = Verification.verifyPorBundle(Proof.buildPorBundle({ ...parts, ...change(parts) }))
    return { codes: result.findings.map(({ code }) => code), leaf: result.challenged_leaf }
  }
  const withItem = (parts: Proof.Parts, change: object) => ({
    evidence: {
      ...parts.evidence,
      items: [{ ...parts.evidence.items[0]!, ...change }, parts.evidence.items[1]!],
    },
  })

  it('S2-40 S2-111: a step that cites evidence which is not in the bundle is found, though all roots hold', () => {
    const found = rebuilt((parts) => {
      const steps = [...parts.trace.steps]
      steps[1] = Trace.commit({ ...steps[1]!, inputs: { evidence_ids: ['e9'], prior_step_ids: [] } })
      return { trace: { ...parts.trace, steps, evidence_refs: ['e0', 'e9'] } }
    })
    expect(found).to.deep.equal({ codes: ['UNKNOWN_EVIDENCE'], leaf: { tree: 'reasoning', index: 1 } })
  })

  it('S2-34: a step that rests on nothing is found', () => {
    const found = rebuilt((parts) => {
      const steps = [...parts.trace.steps]
      steps[1] = Trace.commit({ ...steps[1]!, inputs: { evidence_ids: [], prior_step_ids: [] } })
      return { trace: { ...parts.trace, steps, evidence_refs: ['e0'] } }
    })
    expect(found.codes).to.deep.equal(['UNGROUNDED_STEP'])
  })

  it('S2-34: a step can only rest on an earlier one', () => {
    const found = rebuilt((parts) => {
      const steps = [...parts.trace.steps]
      steps[0] = Trace.commit({ ...steps[0]!, inputs: { evidence_ids: ['e0'], prior_step_ids: ['s2'] } })
      return { trace: { ...parts.trace, steps } }
    })
    expect(found).to.deep.equal({ codes: ['UNKNOWN_STEP'], leaf: { tree: 'reasoning', index: 0 } })
  })

  it('C28 S2-111: a tier better than the proof gives is found', () => {
    const found = rebuilt((parts) =>
      withItem(parts, { provenance: { kind: 'none', tier: 1, proof: null, confidence_bps: 9_900 } }),
    )
    expect(found).to.deep.equal({ codes: ['TIER_MISMATCH'], leaf: { tree: 'evidence', index: 0 } })
  })

  it('C28 S2-33: every used item must meet the market’s tier', () => {
    const found = rebuilt((parts) => ({
      promptSpec: { ...parts.promptSpec, market: { ...parts.promptSpec.market, min_provenance_tier: 1 } },
    }))
    expect(found).to.deep.equal({ codes: ['TIER_TOO_LOW'], leaf: { tree: 'evidence', index: 0 } })
  })

  it('S2-73: used evidence outside the window is found, unused is not', () => {
    const normalized = { observed_at: '2026-02-19T00:00:00Z', value: '75120.5' }
    expect(rebuilt((parts) => withItem(parts, { normalized }))).to.deep.equal({
      codes: ['OUTSIDE_WINDOW'],
      leaf: { tree: 'evidence', index: 0 },
    })
    expect(rebuilt((parts) => withItem(parts, { normalized, used: false })).codes).to.deep.equal([])
  })

  it('S2-45 S2-74: a verdict by a rule the market lacks, or against its rule, is found', () => {
    expect(
      rebuilt((parts) => ({ verdict: { ...parts.verdict, resolution_rule_id: 'made-up' } })),
    ).to.deep.equal({ codes: ['VERDICT_MISMATCH'], leaf: { tree: 'por', index: 3 } })
    expect(
      rebuilt((parts) => ({ verdict: { ...parts.verdict, resolution_rule_id: 'not-met' } })).codes,
    ).to.deep.equal(['VERDICT_MISMATCH'])
  })

  it('S2-74: a check that says other than the verdict is found at its own leaf', () => {
    const found = rebuilt((parts) => ({ ruleCheck: { ...parts.ruleCheck!, result: 'NO' as const } }))
    expect(found).to.deep.equal({ codes: ['CHECK_MISMATCH'], leaf: { tree: 'reasoning', index: 3 } })
  })

  it('S2-54: a finding becomes a challenge whose branch leads to por_root', () => {
    const parts = sampleParts()
    const items = parts.evidence.items.map((item) => ({
      ...item,
      provenance: { ...item.provenance, tier: 0 },
    }))
    const proof = Proof.buildPorBundle({ ...parts, evidence: { ...parts.evidence, items } })
    const { findings } = Verification.verifyPorBundle(proof)
    const challenge = Verification.challengeOf(proof, findings[0]!, 4)!
    expect(Schema.read(Verification.challengeBundle, challenge).worker_index).to.equal(4)
    expect(Proof.verifyBranch(challenge.branch, proof.bundle.por_root)).to.equal(true)
  })

  it('S2-84 S2-107: the payload carries outcome and roots', () => {
    const proof = build()
    const payload = Schema.read(Verification.resolutionPayload, Verification.toPayload(proof))
    expect(payload).to.include({ outcome: 'YES', por_root: proof.bundle.por_root, market_id: '1' })
  })

  it('never throws, whatever it is given', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(Verification.verifyPorBundle(value).ok).to.equal(false)
      }),
    )
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (value) => {
        expect(Verification.verifyText(value).ok).to.equal(false)
      }),
    )
  })

  it('S2-54: only a leaf that a contract can read is a challenge, any other is an appeal', () => {
    const proof = build({ items: 2, steps: 3 })
    const of = (where: Finding.At) =>
      Verification.challengeOf(proof, Finding.at(where, 'LEAF_MISMATCH', '/', 'Another leaf.'), 0)
    // An item is two leaves: its receipt, which a contract reads, then its text.
    expect(of(Finding.evidenceLeaf(0))).to.include({ kind: 3, remedy: 'challenge' })
    expect(of(Finding.evidenceLeaf(1))).to.include({ kind: null, remedy: 'appeal' })
    expect(of(Finding.reasoningLeaf(0))).to.include({ kind: null, remedy: 'appeal' })
    expect(of(Finding.reasoningLeaf(3)), 'the rule check').to.include({ kind: 3, remedy: 'challenge' })
    expect(of(Finding.porLeaf(0))).to.include({ kind: null, remedy: 'appeal' })
  })

  it('a finding about no leaf, or about one that is not there, is no challenge', () => {
    const proof = build({ items: 2, steps: 3 })
    for (const where of [Finding.nowhere, Finding.transcriptLeaf(0), Finding.evidenceLeaf(5)]) {
      const finding = Finding.at(where, 'LEAF_MISMATCH', '/', 'Another leaf.')
      expect(Verification.challengeOf(proof, finding, 0), JSON.stringify(where)).to.equal(null)
    }
  })

  it('S2-92: a fault of form names the leaf it stands in', () => {
    const leafOf = (change: (proof: Proof.Proof) => void) => {
      const proof = copy(build({ items: 2, steps: 3 }))
      change(proof)
      const { findings, challenged_leaf } = Verification.verifyPorBundle(proof)
      expect(findings.map(({ code }) => code)).to.deep.equal(['SCHEMA'])
      return challenged_leaf
    }
    const bad = null as never
    expect(leafOf((proof) => (proof.prompt_spec.market = bad))).to.deep.equal({ tree: 'por', index: 0 })
    expect(leafOf((proof) => (proof.evidence.items[1]!.used = bad))).to.deep.equal({
      tree: 'evidence',
      index: 3,
    })
    expect(leafOf((proof) => (proof.evidence.bundle_id = bad))).to.deep.equal({ tree: 'evidence', index: 4 })
    expect(leafOf((proof) => (proof.trace.steps[2]!.type = bad))).to.deep.equal({
      tree: 'reasoning',
      index: 2,
    })
    expect(leafOf((proof) => (proof.trace.policy = bad))).to.deep.equal({ tree: 'reasoning', index: 5 })
    expect(leafOf((proof) => (proof.leaves.evidence[1] = bad))).to.deep.equal({ tree: 'evidence', index: 1 })
    expect(leafOf((proof) => (proof.leaves.reasoning = bad))).to.deep.equal({ tree: 'por', index: 2 })
    expect(leafOf((proof) => (proof.bundle.prompt_spec_hash = bad))).to.deep.equal({ tree: 'por', index: 0 })
    expect(leafOf((proof) => (proof.bundle.evidence_root = bad))).to.deep.equal({ tree: 'por', index: 1 })
    expect(leafOf((proof) => (proof.bundle.verdict = bad))).to.deep.equal({ tree: 'por', index: 3 })
    expect(leafOf((proof) => (proof.schema_version = bad))).to.equal(null)
  })

  it('half a surrogate pair has no bytes to hash, so it is a fault of form', () => {
    const proof = copy(build())
    proof.evidence.items[0]!.content += '\ud800'
    expect(codesOf(proof)).to.deep.equal(['SCHEMA'])
  })

  it('a leaf that is listed too many or too few is found', () => {
    const changed = (change: (leaves: Proof.Proof['leaves']) => void) => {
      const proof = copy(build({ items: 1, steps: 2 }))
      change(proof.leaves)
      return Verification.verifyPorBundle(proof).findings.map(({ code, path }) => `${code} ${path}`)
    }
    expect(changed(({ evidence }) => evidence.push(Bytes.zero32))).to.deep.equal([
      'LEAF_MISMATCH /leaves/evidence/3',
    ])
    expect(changed(({ evidence }) => (evidence[0] = Bytes.zero32))).to.deep.equal([
      'LEAF_MISMATCH /leaves/evidence/0',
    ])
    expect(changed(({ reasoning }) => reasoning.pop())).to.deep.equal(['LEAF_MISMATCH /leaves/reasoning/4'])
  })

  it('S2-34: two items or two steps of one name are found', () => {
    const { evidence, trace } = sampleParts({ items: 2, steps: 3 })
    const twice = { ...evidence, items: evidence.items.map((item) => ({ ...item, evidence_id: 'e0' })) }
    expect(Verification.checkItems(evidence)).to.deep.equal([])
    expect(
      Verification.checkItems(twice).map(({ code, leaf_index }) => `${code} ${leaf_index}`),
    ).to.deep.equal(['DUPLICATE_ID 3'])
    const steps = [...trace.steps, trace.steps[2]!]
    expect(Verification.checkTrace(trace, evidence)).to.deep.equal([])
    expect(
      Verification.checkTrace({ ...trace, steps }, evidence).map(
        ({ code, leaf_index }) => `${code} ${leaf_index}`,
      ),
    ).to.deep.equal(['DUPLICATE_ID 3'])
  })

  it('C28: a summary that is not that of the items is found at the header', () => {
    const { evidence } = sampleParts({ items: 2 })
    const boasting = { ...evidence, provenance_summary: { best_tier: 0, worst_used_tier: 0 } }
    expect(Verification.checkItems(boasting)).to.deep.equal([
      Finding.at(
        Finding.evidenceLeaf(4),
        'TIER_MISMATCH',
        '/evidence/provenance_summary',
        'The summary is not that of the items.',
      ),
    ])
  })

  it('S2-40: references that no step cites are found at the header', () => {
    const { evidence, trace } = sampleParts({ items: 2, steps: 3 })
    const [found] = Verification.checkTrace({ ...trace, evidence_refs: ['e0'] }, evidence)
    expect(found).to.include({ code: 'UNKNOWN_EVIDENCE', leaf_index: 5, path: '/trace/evidence_refs' })
  })

  it('concludes with the first leaf that a finding names', () => {
    const [nowhere, third] = [Finding.nowhere, Finding.evidenceLeaf(3)].map((where) =>
      Finding.at(where, 'SCHEMA', '', 'Wrong.'),
    )
    expect(Verification.conclude(null, [nowhere!])).to.include({ ok: false, challenged_leaf: null })
    const result = Verification.conclude(Bytes.zero32, [nowhere!, third!])
    expect(result.challenged_leaf).to.deep.equal({ tree: 'evidence', index: 3 })
    expect(Schema.read(Verification.result, result)).to.deep.equal(result)
  })
})
