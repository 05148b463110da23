import { expect } from 'chai'
import * as proofs from '../../../../cli/commands/proof/index.ts'
import { sampleParts } from '../../../../local/samples/proof.ts'
import { type Evidence, Instant, Proof, type Verification } from '../../../../protocol/index.ts'
import { commandsOf } from '../../../helpers/callCommand.ts'
import { onChain } from '../../place.ts'

type Filled = { evidence: Evidence.EvidenceBundle }
type Result = Verification.VerificationResult

describe('`proof notarize`', function () {
  this.timeout(120_000)
  const here = onChain()
  const proof = commandsOf('proof', proofs.register)

  /** What `proof build` takes. */
  const inputOf = () => {
    const { promptSpec, ruleCheck, createdAt, ...parts } = sampleParts()
    return JSON.stringify({ ...parts, prompt_spec: promptSpec, rule_check: ruleCheck, created_at: createdAt })
  }
  const afterSamples = async () => {
    const times = sampleParts().evidence.items.map((item) => Instant.parse(item.retrieval.retrieved_at))
    await here().chain.warpTo(Math.max(...times) + 60)
  }

  it('says what it would log, and sends nothing, in a dry run', async () => {
    const [result] = (
      await proof.call(`notarize --dry-run --json ${here().words}`, { input: inputOf() })
    ).lines()
    const { items, missing, gas_estimate, transaction } = result as never as Record<string, never[]>
    expect(missing).to.have.length(new Set(items!.map(({ hash }) => hash)).size)
    expect(Number(gas_estimate)).to.be.greaterThan(21_000)
    expect(transaction).to.equal(null)
    const [again] = (
      await proof.call(`notarize --dry-run --json ${here().words}`, { input: inputOf() })
    ).lines()
    expect((again as typeof result as { missing: unknown }).missing).to.deep.equal(missing)
  })

  it('B13 S2-30: what is notarized is tier 2, and verifying asks the log again', async () => {
    await afterSamples()
    const filled = await proof.call(`notarize --fill --account 1 ${here().words}`, { input: inputOf() })
    expect(filled.status).to.equal(0)
    const [parts] = filled.lines() as [Filled]
    expect(parts.evidence.items.map(({ provenance }) => [provenance.kind, provenance.tier])).to.deep.equal(
      parts.evidence.items.map(() => ['log', 2]),
    )
    const built = await proof.call('build', { input: filled.stdout })
    const verify = async (input: string, words = here().words) => {
      const called = await proof.call(`verify --no-replay --json ${words}`, { input })
      return { status: called.status, ...(called.lines()[0] as Result) }
    }
    expect(await verify(built.stdout)).to.deep.include({ status: 0, ok: true, findings: [], not_checked: [] })
    expect(await verify(built.stdout, ''), 'without a chain').to.deep.include({ status: 3, ok: false })

    const changed = async (change: object) => {
      const items = parts.evidence.items.map((item) => ({
        ...item,
        provenance: { ...item.provenance, proof: { ...(item.provenance.proof as object), ...change } },
      }))
      const input = JSON.stringify({ ...parts, evidence: { ...parts.evidence, items } })
      return (await verify((await proof.call('build', { input })).stdout)) as Result & { status: number }
    }
    for (const [change, message] of [
      [{ notarized_at: '2026-02-21T00:00:00Z' }, 'The log says'],
      [{ notary: `0x${'11'.repeat(20)}` }, 'It is about another log.'],
      [{ chain_id: 1 }, 'It is about another log.'],
    ] as const) {
      const { status, findings } = await changed(change)
      expect(status).to.equal(1)
      expect(findings[0]).to.include({ code: 'BAD_PROVENANCE', leaf_index: 1 })
      expect(findings[0]!.message).to.include(message)
    }
  })

  it('pays once: what is in the log costs no transaction', async () => {
    await afterSamples()
    const call = async () => {
      const { lines } = await proof.call(`notarize --account 1 --json ${here().words}`, { input: inputOf() })
      return lines()[0] as {
        missing: string[]
        transaction: string | null
        items: { notarized_at: string }[]
      }
    }
    await call()
    const { missing, transaction, items } = await call()
    expect({ missing, transaction }).to.deep.equal({ missing: [], transaction: null })
    for (const { notarized_at } of items) expect(Instant.isInstant(notarized_at)).to.equal(true)
  })

  it('takes a proof, whose hashes it logs but which it cannot fill', async () => {
    const input = JSON.stringify(Proof.buildPorBundle(sampleParts()))
    const { status, stdout } = await proof.call(`notarize --account 1 ${here().words}`, { input })
    expect(status).to.equal(0)
    expect(stdout).to.match(/Logged \d|All hashes are in the log/)
    const refused = await proof.refusal(`notarize --fill --account 1 ${here().words}`, { input })
    expect(refused).to.include({ status: 2, error: 'Cli.Usage' })
  })

  it('refuses content that is not that of its receipt', async () => {
    const parts = JSON.parse(inputOf()) as Filled
    parts.evidence.items[0]!.content = 'other'
    const input = JSON.stringify(parts)
    const refused = await proof.refusal(`notarize --dry-run ${here().words}`, { input })
    expect(refused.message).to.include('is not what its receipt was made for')
  })
})
