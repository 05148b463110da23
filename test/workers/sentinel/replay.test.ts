import { expect } from 'chai'
import { acquisitionScenario } from '../../../cli/commands/worker/acquisition.ts'
import { sampleParts } from '../../../local/samples/proof.ts'
import { playRound, sampleRoundOf } from '../../../local/samples/round.ts'
import { Proof, Verification } from '../../../protocol/index.ts'
import { aap } from '../../../workers/pipeline/aap.ts'
import { auditRule } from '../../../workers/pipeline/rule/audit.ts'
import {
  challengeBundle,
  inspectProof,
  inspectRound,
  replayWith,
  verifyLogic,
} from '../../../workers/sentinel/index.ts'
import { SourceConfig } from '../../../workers/source/index.ts'
import { own, points, sources, taskOf, transportOf } from '../pipeline/helpers.ts'
import { ignoreTimestamp, moveSample, rebuild } from '../pipeline/tamper.ts'

const replay = replayWith(sources)

const prove = async (value = '74000'): Promise<Proof.Proof> => {
  const transport = transportOf({ [own]: points(value) })
  const { proof } = await aap({ collectorId: 'agent-7', sources, transport }).resolve(taskOf())
  return proof!
}

/** A sample moved across the target, and everything after it worked out faultlessly; only the kept reply says other. */
const moved = async () =>
  moveSample(await prove(), '76000', (proof) => auditRule(proof.prompt_spec, proof.evidence).trace)

const parts = ({ bundle, prompt_spec, evidence, trace, created_at }: Proof.Proof): Proof.Parts => {
  const { justification_hash: _, ...verdict } = bundle.verdict
  const { chain_id, market, market_id, round, rule_check } = bundle
  const context = { chain_id, market, market_id, round }
  return {
    ...context,
    promptSpec: prompt_spec,
    evidence,
    trace,
    verdict,
    ruleCheck: rule_check,
    createdAt: created_at,
  }
}

describe('the sentinel executes again', () => {
  it('S2-52: what the reference pipeline made comes out byte for byte', async () => {
    const proof = await prove()
    expect(replay(proof).executed).to.equal(true)
    expect(await inspectProof(proof, { replay })).to.deep.include({ ok: true, findings: [] })
    expect(verifyLogic(proof.trace, proof.evidence, proof.prompt_spec)).to.deep.equal([])
  })

  it('S2-108: a mismatch is found at its leaf, though every hash is right', async () => {
    const proof = await moved()
    expect(Verification.verifyPorBundle(proof).ok).to.equal(true)
    const { ok, challenged_leaf, findings } = await inspectProof(proof, { replay })
    expect(ok).to.equal(false)
    expect(challenged_leaf).to.deep.equal({ tree: 'evidence', index: 0 })
    expect(findings.map(({ code }) => code)).to.deep.equal(['CONTENT_MISMATCH'])
  })

  it('AUDIT B14: a source that was asked at a place not known here is not checked, and at a known one it is', async () => {
    const proof = await prove()
    const elsewhere = SourceConfig.createRegistry(
      SourceConfig.schema.parse({ baseUrls: { coingecko: 'http://127.0.0.1:1/api/v3' } }),
    )
    expect(replayWith(elsewhere)(proof)).to.deep.equal({
      executed: false,
      why: 'coingecko was asked at https://coingecko.test, which is not known here',
    })
    expect((await inspectProof(proof, { replay: replayWith(elsewhere) })).ok).to.equal(true)
    expect(replayWith(elsewhere, sources)(proof).executed).to.equal(true)
    expect(replayWith()(proof)).to.deep.equal({ executed: false, why: 'no source is known here' })
  })

  it('of what another program made it only asks that the verdict follows from the check', async () => {
    const other = Proof.buildPorBundle(sampleParts())
    expect(replay(other)).to.deep.equal({ executed: false, why: 'another program made it' })
    expect((await inspectProof(other, { replay })).ok).to.equal(true)
    const wrong = rebuild(other, {
      verdict: { ...other.bundle.verdict, outcome: 'NO', resolution_rule_id: 'not-met' },
      ruleCheck: { ...other.bundle.rule_check!, result: 'NO' },
    })
    const { findings } = await inspectProof(wrong, { replay })
    expect(findings.map(({ code }) => code)).to.deep.equal(['CHECK_MISMATCH', 'VERDICT_MISMATCH'])
  })

  it('C29 S2-72: an auditor that ignored a filing’s timestamp is challenged at that very leaf', async () => {
    const { answered } = await acquisitionScenario('late')
    const { proof, leaf } = ignoreTimestamp(answered.proof!)
    const { ok, challenged_leaf, findings } = await inspectProof(proof, { replay })
    expect(ok).to.equal(false)
    expect(challenged_leaf).to.deep.equal({ tree: 'reasoning', index: leaf })
    const bundle = challengeBundle(proof, { tree: 'reasoning', index: leaf }, findings[0]!)!
    expect(bundle).to.deep.include({ kind: null, remedy: 'appeal' })
    expect(Proof.verifyBranch(bundle.branch!, proof.bundle.por_root)).to.equal(true)
    expect(verifyLogic(proof.trace, proof.evidence, proof.prompt_spec)).to.not.deep.equal([])
  })

  it('in a round: who moved its sample is found; no contract can read the reply, so it is for an appeal', async () => {
    const [honest, liar] = [await prove(), await moved()]
    const says = (proof: Proof.Proof) => {
      const { value, observed_at } = proof.bundle.rule_check!
      return { value, observedAt: observed_at, proof: () => parts(proof) }
    }
    const { file } = await playRound(sampleRoundOf(3), [says(honest), says(honest), says(liar)])
    expect((await inspectRound(file)).result.ok, 'all hashes hold').to.equal(true)
    const { result, bundles } = await inspectRound(file, null, { replay })
    expect(result.findings).to.have.length(1)
    expect(result.findings[0]).to.deep.include({
      code: 'CONTENT_MISMATCH',
      worker_index: 2,
      tree: 'evidence',
      leaf_index: 0,
      kind: null,
      remedy: 'appeal',
    })
    expect(bundles[0]!.finding.path).to.equal('/proofs/2/proof/evidence/items/0/normalized')
  })
})
