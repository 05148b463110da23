import { rmSync, writeFileSync } from 'node:fs'
import { expect } from 'chai'
import * as verify from '../../../../cli/commands/proof/verify.ts'
import { sampleParts } from '../../../../local/samples/proof.ts'
import { type Evidence, Proof, type Verification } from '../../../../protocol/index.ts'
import { aap } from '../../../../workers/pipeline/aap.ts'
import { auditRule } from '../../../../workers/pipeline/rule/audit.ts'
import { SourceConfig } from '../../../../workers/source/index.ts'
import { commandsOf, runHere as run } from '../../../helpers/callCommand.ts'
import { temporaryFolder } from '../../../helpers/program.ts'
import { deadline, taskOf } from '../../../workers/pipeline/helpers.ts'
import { moveSample } from '../../../workers/pipeline/tamper.ts'

const sources = SourceConfig.createRegistry(SourceConfig.schema.parse({}))

/** What the `aap` personality proves of a reply of CoinGecko. */
async function prove(): Promise<Proof.Proof> {
  const prices = [[(deadline + 40) * 1_000, 74_000]]
  const reply = {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ prices, market_caps: [], total_volumes: [] }),
    retrievedAt: deadline + 100_000,
    method: 'REPLAY' as const,
  }
  const { proof } = await aap({ collectorId: 'agent-7', sources, transport: async () => reply }).resolve(
    taskOf(),
  )
  return proof!
}

describe('`proof verify` executes again', function () {
  this.timeout(120_000)
  const folder = temporaryFolder()
  after(() => rmSync(folder, { recursive: true }))

  const save = (name: string, ...values: unknown[]): string => {
    const path = `${folder}/${name}`
    writeFileSync(path, values.map((value) => JSON.stringify(value)).join('\n'))
    return path
  }

  it('S2-52: what the reference pipeline made, and says that it did', async () => {
    const { status, stdout } = await run(['proof', 'verify', save('honest', await prove())])
    expect(status).to.equal(0)
    expect(stdout)
      .to.include('The proof holds')
      .and.include('Executed again, its evidence gives the same bytes.')
  })

  it('S2-108: a moved sample fails, unless nothing is to be executed', async () => {
    const moved = moveSample(await prove(), '76000', (one) => auditRule(one.prompt_spec, one.evidence).trace)
    const path = save('moved', moved)
    const failed = await run(['proof', 'verify', path])
    expect(failed.status).to.equal(1)
    expect(failed.stdout).to.match(/CONTENT_MISMATCH +evidence 0/)
    expect((await run(['proof', 'verify', path, '--no-replay'])).status).to.equal(0)
    const { status, stdout } = await run(['proof', 'verify', path, '--json'])
    expect(status).to.equal(1)
    expect(JSON.parse(stdout).challenged_leaf).to.deep.equal({ tree: 'evidence', index: 0 })
  })

  it('line by line, each with its id', async () => {
    const moved = moveSample(await prove(), '76000', (one) => auditRule(one.prompt_spec, one.evidence).trace)
    const other = Proof.buildPorBundle(sampleParts())
    const lines = [await prove(), moved, other].map((proof, id) => ({ id, proof }))
    const { status, stdout } = await run(['proof', 'verify', save('lines', ...lines)])
    expect(status).to.equal(1)
    const results = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(results.map(({ id, ok }) => [id, ok])).to.deep.equal([
      [0, true],
      [1, false],
      [2, true],
    ])
  })

  it('says of another program’s proof that nothing was executed', async () => {
    const { status, stdout } = await run([
      'proof',
      'verify',
      save('other', Proof.buildPorBundle(sampleParts())),
    ])
    expect(status).to.equal(0)
    expect(stdout).to.include('was not executed again')
  })
})

describe('`proof verify`', () => {
  const proof = commandsOf('proof', verify.register)
  const built = JSON.stringify(Proof.buildPorBundle(sampleParts()))

  it('S2-53: names the leaf for people too, and fails', async () => {
    const { status, stdout } = await proof.call('verify', { input: built.replace('step 1 of', 'step 7 of') })
    expect(status).to.equal(1)
    expect(stdout).to.match(/LEAF_MISMATCH\s+reasoning 1/)
  })

  it('fails for a proof that does not hold, however its file wraps it', async () => {
    const broken = built.replace('step 1 of', 'step 7 of')
    for (const input of [
      `{"proof":${broken}}`,
      `${broken}\n${built}`,
      `[${built},${broken}]`,
      `${built}\n{`,
    ]) {
      const { status } = await proof.call('verify', { input })
      expect(status, input.slice(0, 20)).to.equal(1)
    }
    expect((await proof.call('verify', { input: `[${built},${built}]` })).status).to.equal(0)
  })

  it('text that is not JSON is one broken proof, not many', async () => {
    const { status, lines } = await proof.call('verify --json', { input: 'no\nproof' })
    expect(status).to.equal(1)
    expect(lines()).to.have.length(1)
    expect(lines()[0]).to.include({ ok: false })
  })
})

describe('`proof verify` and where evidence comes from', () => {
  const proof = commandsOf('proof', verify.register)
  const folder = temporaryFolder()
  after(() => rmSync(folder, { recursive: true }))

  /** A bundle that was built again around claims that nobody can check: all its hashes hold. */
  const claiming = (provenance: Evidence.ProvenanceProof) => {
    const parts = sampleParts()
    const items = parts.evidence.items.map((item) => ({ ...item, provenance }))
    return Proof.buildPorBundle({ ...parts, evidence: { ...parts.evidence, items } })
  }
  const junk = claiming({ kind: 'zktls', tier: 0, proof: { junk: true }, confidence_bps: 9_900 })

  it('B7: a rebuilt bundle that claims zkTLS with junk does not hold, and says what was not checked', async () => {
    const { status, stdout } = await proof.call('verify --no-replay', { input: JSON.stringify(junk) })
    expect(status).to.equal(3)
    expect(stdout).not.to.include('The proof holds')
    expect(stdout).to.match(/Not checked:\s[\s\S]*UNVERIFIED_PROVENANCE +evidence 1[\s\S]*of kind zktls/)
    const { lines } = await proof.call('verify --no-replay --json', { input: JSON.stringify(junk) })
    const [result] = lines() as [{ ok: boolean; findings: unknown[]; not_checked: { path: string }[] }]
    expect(result).to.deep.include({ ok: false, findings: [] })
    expect(result.not_checked.map(({ path }) => path)).to.deep.equal(
      junk.evidence.items.map((_, i) => `/evidence/items/${i}/provenance/proof`),
    )
  })

  it('C147: `--allow-unchecked` lets it pass, and still says what was not checked', async () => {
    const { status, stdout } = await proof.call('verify --no-replay --allow-unchecked', {
      input: JSON.stringify(junk),
    })
    expect(status).to.equal(0)
    expect(stdout).to.include('The proof holds').and.include('Not checked:')
  })

  it('C147: an attestation that nothing can check is not checked; it does not fail', async () => {
    const built = Proof.buildPorBundle(sampleParts())
    built.bundle.tee_attestation = { format: 'unheard-of' }
    const { status, lines } = await proof.call('verify --json', { input: JSON.stringify(built) })
    expect(status).to.equal(3)
    expect((lines()[0] as Verification.VerificationResult).not_checked[0]!.code).to.equal(
      'UNVERIFIED_ATTESTATION',
    )
  })

  it('among several proofs, one that fails outweighs one that was not checked, in any order', async () => {
    const sound = JSON.stringify(Proof.buildPorBundle(sampleParts()))
    const broken = sound.replace('step 1 of', 'step 7 of')
    const exit = async (...texts: string[]) =>
      (await proof.call('verify --no-replay', { input: `[${texts.join()}]` })).status
    expect(await exit(sound, JSON.stringify(junk))).to.equal(3)
    expect(await exit(broken, JSON.stringify(junk))).to.equal(1)
    expect(await exit(JSON.stringify(junk), broken)).to.equal(1)
  })

  it('C147: with attestors that are believed, junk is a finding', async () => {
    const trust = `${folder}/trust.yaml`
    writeFileSync(trust, `reclaim: { attestors: ["0x${'11'.repeat(20)}"] }\n`)
    const { status, lines } = await proof.call(`verify --no-replay --json --trust ${trust}`, {
      input: JSON.stringify(junk),
    })
    expect(status).to.equal(1)
    const [result] = lines() as Verification.VerificationResult[]
    expect(result!.findings[0]).to.include({ code: 'BAD_PROVENANCE', leaf_index: 1 })
    expect(result!.not_checked).to.deep.equal([])
  })

  it('a trust file with a fault is a wrong call', async () => {
    const trust = `${folder}/wrong.yaml`
    writeFileSync(trust, 'nitro: { pcrs: {} }\n')
    const { status, stderr } = await proof.call(`verify --trust ${trust}`, { input: JSON.stringify(junk) })
    expect(status).to.equal(2)
    expect(stderr).to.include('PCR0')
  })
})
