import { expect } from 'chai'
import fc from 'fast-check'
import { privateKeyToAccount, sign } from 'viem/accounts'
import { sampleParts } from '../../local/samples/proof.ts'
import {
  Address,
  Bytes,
  Cournot,
  Evidence,
  Hash,
  Json,
  Merkle,
  Proof,
  Schema,
  Spec,
  Trace,
  Verdict,
  Verification,
} from '../../protocol/index.ts'

const build = (...sample: Parameters<typeof sampleParts>) => Proof.buildPorBundle(sampleParts(...sample))
const text = (proof: unknown) => Json.canonical(proof)
const codesOf = (proof: unknown) => Verification.verifyPorBundle(proof).findings.map(({ code }) => code)
const copy = (proof: Proof.Proof): Proof.Proof => JSON.parse(JSON.stringify(proof))

async function signAll(proof: Proof.Proof): Promise<Proof.Proof> {
  const signed = copy(proof)
  for (const [i, role] of Proof.roles.entries()) {
    const privateKey: Bytes.Hex = `0x${String(i + 1).padStart(64, '0')}`
    const signature = await sign({ hash: Proof.signingDigest(proof.bundle, role), privateKey, to: 'hex' })
    signed.bundle.signatures[role] = {
      signer: Address.of(privateKeyToAccount(privateKey).address),
      signature,
    }
  }
  return signed
}

describe('Proof', () => {
  it('S2-62 S2-91: a built bundle verifies, and has every field of the design', () => {
    const proof = build()
    expect(Verification.verifyPorBundle(proof)).to.deep.equal({
      schema_version: 'v1',
      ok: true,
      por_root: proof.bundle.por_root,
      challenged_leaf: null,
      findings: [],
    })
    expect(Object.keys(proof.bundle)).to.include.members([
      'market_id',
      'prompt_spec_hash',
      'evidence_root',
      'reasoning_root',
      'verdict',
      'tee_attestation',
      'signatures',
    ])
  })

  it('S2-92: the same parts give the same bytes', () => {
    expect(text(build({ items: 5, steps: 9 }))).to.equal(text(build({ items: 5, steps: 9 })))
  })

  it('S2-70 C27: por_root is the root of prompt, evidence, reasoning and verdict, in that order', () => {
    const { bundle } = build()
    const hashes = [
      bundle.prompt_spec_hash,
      bundle.evidence_root,
      bundle.reasoning_root,
      Verdict.hash(bundle.verdict),
    ]
    expect(Merkle.root(hashes.map((hash) => Bytes.bytes32(hash)))).to.equal(bundle.por_root)
  })

  it('S2-68 S2-69: the roots are those of the published functions', () => {
    const { bundle, evidence, trace } = build()
    expect(Proof.buildEvidenceRoot(evidence)).to.equal(bundle.evidence_root)
    expect(Proof.buildReasoningRoot(trace, bundle)).to.equal(bundle.reasoning_root)
  })

  it('S2-65 S2-67 S2-91: a leaf hash is that of the canonical bytes, and knows its schema version', () => {
    const { evidence } = build()
    const [item] = evidence.items
    expect(item).to.have.property('schema_version', 'v1')
    expect(Proof.computeLeafHash(item)).to.equal(
      Bytes.toHex(Merkle.leafHash(Bytes.fromText(Json.canonical(item)))),
    )
  })

  it('S2-29: wall clocks are outside every hash, so rebuilding later gives the same root', () => {
    const parts = sampleParts()
    const later = {
      ...parts,
      createdAt: '2027-01-01T00:00:00Z',
      evidence: { ...parts.evidence, collection_time: '2027-01-01T00:00:00Z' },
    }
    expect(Proof.buildPorBundle(later).bundle.por_root).to.equal(Proof.buildPorBundle(parts).bundle.por_root)
  })

  it('S2-71: any leaf of any tree is provable up to por_root, and no other leaf is', () => {
    const proof = build({ items: 3, steps: 5 })
    for (const tree of ['por', 'evidence', 'reasoning'] as const) {
      const { length } = Proof.leavesOf(proof, tree)
      for (let i = 0; i < length; i++) {
        const branch = Proof.branch(proof, tree, i)
        expect(Proof.verifyBranch(branch, proof.bundle.por_root), `${tree} ${i}`).to.equal(true)
        expect(Proof.verifyBranch({ ...branch, leaf: `${branch.leaf}00` }, proof.bundle.por_root)).to.equal(
          false,
        )
        expect(Proof.verifyBranch(branch, Bytes.zero32)).to.equal(false)
        if (length > 1) {
          const other = { ...branch, index: (i + 1) % length }
          expect(Proof.verifyBranch(other, proof.bundle.por_root)).to.equal(false)
        }
      }
    }
  })

  it('error: a branch of one tree does not pass for one of another', () => {
    const proof = build()
    const branch = Proof.branch(proof, 'evidence', 0)
    expect(Proof.verifyBranch({ ...branch, tree: 'reasoning' }, proof.bundle.por_root)).to.equal(false)
    expect(Proof.verifyBranch({ ...branch, outer: null }, proof.bundle.por_root)).to.equal(false)
  })

  it('S2-63 C33: each role signs the root, and a signature of another role does not pass', async () => {
    const proof = await signAll(build())
    expect(codesOf(proof)).to.deep.equal([])
    const swapped = copy(proof)
    swapped.bundle.signatures.judge = proof.bundle.signatures.auditor
    expect(codesOf(swapped)).to.deep.equal(['BAD_SIGNATURE'])
  })

  it('C33: an attestation that nothing verifies is no pass', () => {
    const proof = copy(build())
    proof.bundle.tee_attestation = { quote: '0x00' }
    expect(codesOf(proof)).to.deep.equal(['UNVERIFIED_ATTESTATION'])
  })
})

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
})

describe('models', () => {
  const proof = build()
  const models = [
    ['MarketSpec', Spec.marketSpec, proof.prompt_spec.market],
    ['PromptSpec', Spec.promptSpec, proof.prompt_spec],
    ['EvidenceItem', Evidence.item, proof.evidence.items[0]],
    ['EvidenceBundle', Evidence.bundle, proof.evidence],
    ['ReasoningTrace', Trace.schema, proof.trace],
    ['DeterministicVerdict', Verdict.schema, proof.bundle.verdict],
    ['PoRBundle', Proof.porBundle, proof.bundle],
  ] as const

  for (const [name, schema, value] of models) {
    it(`S2-7 S2-89 S2-90: ${name} survives its canonical spelling, whatever the order of its keys`, () => {
      const spelled = Schema.toCanonicalJson(schema, value as never)
      expect(Schema.toCanonicalJson(schema, JSON.parse(spelled))).to.equal(spelled)
      const reversed = JSON.parse(spelled, (_, one) =>
        one !== null && typeof one === 'object' && !Array.isArray(one)
          ? Object.fromEntries(Object.entries(one).reverse())
          : one,
      )
      expect(Schema.toCanonicalJson(schema, reversed)).to.equal(spelled)
    })

    it(`S2-46: ${name} refuses an unknown key`, () => {
      expect(() => Schema.read(schema, { ...(value as object), extra: 1 })).to.throw(Schema.MismatchError)
    })
  }

  it('S2-42 S2-66 C30: a confidence outside 0…10,000 basis points, or with decimals, is refused', () => {
    for (const confidence_bps of [-1, 10_001, 0.5]) {
      expect(() => Schema.read(Verdict.schema, { ...proof.bundle.verdict, confidence_bps })).to.throw(
        Schema.MismatchError,
      )
    }
  })

  it('S2-41: an outcome is YES, NO or INVALID', () => {
    expect(() => Schema.read(Verdict.schema, { ...proof.bundle.verdict, outcome: 'MAYBE' })).to.throw(
      Schema.MismatchError,
    )
  })
})

describe('Cournot', () => {
  const sha = (value: string) => Bytes.toHex(Hash.sha256(Bytes.fromText(value)))
  const four = (hashes: readonly Bytes.Hex[]) => Cournot.rootOf(hashes.map((hash) => Bytes.bytes32(hash)))

  function pack() {
    const evidence = ['{"a":1.0}', '{"b":1e+16}', '{"c":"§"}']
    const reasoning = ['{"step":1}']
    const roots = {
      prompt_spec_hash: sha('{"p":1}'),
      // Written out by hand: an odd layer repeats its last node.
      evidence_root: pair(
        pair(sha(evidence[0]!), sha(evidence[1]!)),
        pair(sha(evidence[2]!), sha(evidence[2]!)),
      ),
      reasoning_root: sha(reasoning[0]!),
      verdict_hash: sha('{"outcome":"YES"}'),
    }
    const por_root = four(Object.values(roots))
    return {
      prompt_spec: '{"p":1}',
      evidence,
      reasoning,
      verdict: '{"outcome":"YES"}',
      roots: { ...roots, por_root },
    }
  }
  const pair = (left: Bytes.Hex, right: Bytes.Hex) =>
    Bytes.toHex(Hash.sha256(Bytes.concat(Bytes.fromHex(left), Bytes.fromHex(right))))

  it('C25 C26: verifies the SHA-256 roots of an original pack, floats included', () => {
    expect(Cournot.verify(pack())).to.deep.equal([])
  })

  it('error: names each root that a changed leaf breaks', () => {
    const changed = pack()
    changed.evidence[1] = '{"b":2}'
    expect(Cournot.verify(changed).map(({ root }) => root)).to.deep.equal(['evidence_root', 'por_root'])
  })

  it('C26: refuses a pack that uses the ambiguity of that tree, at any height', () => {
    const changed = pack()
    changed.evidence.push(changed.evidence[2]!)
    expect(() => Cournot.verify(changed)).to.throw(Cournot.AmbiguousPackError)
    const six = ['a', 'b', 'c', 'd', 'e', 'f']
    const root = Cournot.rootOf(six.map((one) => Hash.sha256(Bytes.fromText(one))))
    expect(root).to.match(/^0x/)
    expect(() => Cournot.rootOf([...six, 'e', 'f'].map((one) => Hash.sha256(Bytes.fromText(one))))).to.throw(
      Cournot.AmbiguousPackError,
    )
  })
})
