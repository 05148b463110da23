import { rmSync, writeFileSync } from 'node:fs'
import { expect } from 'chai'
import * as verify from '../../../../cli/commands/proof/verify.ts'
import { sampleParts } from '../../../../local/samples/proof.ts'
import { Proof } from '../../../../protocol/index.ts'
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
