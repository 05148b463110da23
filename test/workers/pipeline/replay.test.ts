import { expect } from 'chai'
import { type Proof, Verification } from '../../../protocol/index.ts'
import { aap } from '../../../workers/pipeline/aap.ts'
import { replay, subjectOf } from '../../../workers/pipeline/replay.ts'
import { auditRule } from '../../../workers/pipeline/rule/audit.ts'
import { verifyTrace } from '../../../workers/pipeline/verifyTrace.ts'
import { httpSource, httpSources } from '../../../workers/source/http.ts'
import { Registry } from '../../../workers/source/index.ts'
import { own, points, sources, taskOf, transportOf } from './helpers.ts'
import { moveSample, rebuild, withOutputs } from './tamper.ts'

const prove = async (value = '74000'): Promise<Proof.Proof> => {
  const transport = transportOf({ [own]: points(value) })
  const { proof } = await aap({ collectorId: 'agent-7', sources, transport }).resolve(taskOf())
  return proof!
}

const codesOf = (proof: Proof.Proof) =>
  replay(proof, { sources }).findings.map(({ code, tree, leaf_index }) => `${code} ${tree} ${leaf_index}`)

describe('replay', () => {
  it('S2-52 S2-39: an honest proof comes out byte for byte', async () => {
    for (const value of ['74000', '75000', '0', '-3.25']) {
      expect(replay(await prove(value), { sources })).to.deep.equal({
        executed: true,
        ok: true,
        findings: [],
      })
    }
  })

  it('S2-108: a sample that was moved is found at its receipt, though every hash is right', async () => {
    const tampered = moveSample(
      await prove(),
      '76000',
      (proof) => auditRule(proof.prompt_spec, proof.evidence).trace,
    )
    expect(tampered.bundle.verdict.outcome).to.equal('YES')
    expect(Verification.verifyPorBundle(tampered).ok).to.equal(true)
    expect(codesOf(tampered)).to.deep.equal(['CONTENT_MISMATCH evidence 0'])
  })

  it('S2-108: a step that says something else is found at its leaf, and the verdict that follows from it too', async () => {
    const proof = await prove()
    const trace = withOutputs(proof.trace, { analysis: { finding: 'met' } })
    const leaf = trace.steps.length - 1
    const tampered = rebuild(proof, {
      trace,
      verdict: { ...proof.bundle.verdict, outcome: 'YES', resolution_rule_id: 'met' },
      ruleCheck: { ...proof.bundle.rule_check!, result: 'YES' },
    })
    expect(Verification.verifyPorBundle(tampered).ok).to.equal(true)
    expect(verifyTrace(tampered.prompt_spec, tampered.evidence, tampered.trace).findings[0]).to.include({
      tree: 'reasoning',
      leaf_index: leaf,
    })
    expect(codesOf(tampered)).to.deep.equal([
      `LEAF_MISMATCH reasoning ${leaf}`,
      `VERDICT_MISMATCH reasoning ${leaf + 2}`,
      `CHECK_MISMATCH reasoning ${leaf + 1}`,
    ])
  })

  it('S2-52: another confidence than the evidence gives is found', async () => {
    const proof = await prove()
    const tampered = rebuild(proof, { verdict: { ...proof.bundle.verdict, confidence_bps: 9_999 } })
    expect(codesOf(tampered)).to.deep.equal([`VERDICT_MISMATCH reasoning ${proof.trace.steps.length + 1}`])
  })

  it('S2-94: a spec that the question does not compile to is found at the prompt’s leaf, with its field', async () => {
    const proof = await prove()
    const { market } = proof.prompt_spec
    const rules = {
      ...market.resolution_rules,
      predicate: { ...market.resolution_rules.predicate!, target: '70000' },
    }
    const promptSpec = { ...proof.prompt_spec, market: { ...market, resolution_rules: rules } }
    const [finding] = replay(rebuild(proof, { promptSpec }), { sources }).findings
    expect(finding).to.include({ code: 'PROMPT_MISMATCH', tree: 'por', leaf_index: 0 })
    expect(finding!.path).to.equal('/prompt_spec/market/resolution_rules/predicate/target')
  })

  it('a proof about another question or other times than the chain’s is found', async () => {
    const proof = await prove()
    const subject = subjectOf(proof)
    expect(replay(proof, { sources, subject }).ok).to.equal(true)
    for (const change of [{ deadline: subject.deadline! + 60 }, { created: 5 }, { market_id: '2' }]) {
      const [finding] = replay(proof, { sources, subject: { ...subject, ...change } }).findings
      expect(finding!.code).to.equal('PROMPT_MISMATCH')
    }
  })

  it('S2-33: an item that is marked as unused although the verdict rests on it is found', async () => {
    const proof = await prove()
    const items = proof.evidence.items.map((item) => ({ ...item, used: false }))
    expect(codesOf(rebuild(proof, { evidence: { ...proof.evidence, items } }))).to.include(
      'CONTENT_MISMATCH evidence 0',
    )
  })

  it('says that it did not execute a proof whose source it does not know', async () => {
    expect(replay(await prove(), { sources: new Map() })).to.include({ executed: false, ok: false })
    const question = '§question Is it?\n§rule\nsource:http:spot/btc\nmetric:price\nop:gte\ntarget:1'
    const source = httpSource.parse({
      id: 'spot/btc',
      metric: 'price',
      url: 'https://example.org/spot?from={from}',
      value: '$.price',
      time: '$.at',
    })
    const configured = Registry.of(httpSources([source]))
    const { deadline } = taskOf()
    const transport = transportOf({
      [`https://example.org/spot?from=${deadline}`]: `{"price": 7, "at": ${deadline! + 5}}`,
    })
    const { proof } = await aap({ collectorId: 'agent-7', sources: configured, transport }).resolve(
      taskOf(question),
    )
    expect(replay(proof!, { sources: configured })).to.include({ executed: true, ok: true })
    expect(replay(proof!, { sources: Registry.of(httpSources([])) })).to.include({
      executed: false,
      ok: false,
    })
  })

  it('never throws for a value that no contract can hold', async () => {
    const proof = await prove()
    const items = proof.evidence.items.map((item) => ({
      ...item,
      normalized: { ...item.normalized!, value: '9'.repeat(70) },
    }))
    const tampered = rebuild(proof, { evidence: { ...proof.evidence, items } })
    expect(replay(tampered, { sources }).ok).to.equal(false)
    expect(verifyTrace(tampered.prompt_spec, tampered.evidence, tampered.trace).ok).to.equal(false)
  })
})
