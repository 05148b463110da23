import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { parse } from 'yaml'
import { buildWorkflow } from '../../don/build.ts'
import { bunPath } from '../../don/bundle.ts'
import { readLimits } from '../../don/limits.ts'
import { Limits } from '../../protocol/index.ts'
import { type ConfigInput, configSchema } from '../../workflow/config.ts'
import { itInFull } from '../helpers/budget.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const text = (path: string) => readFileSync(join(root, path), 'utf8')
const json = (path: string) => JSON.parse(text(path))
const targets = ['local-settings', 'staging-settings', 'production-settings']

describe('the project of the cre CLI', () => {
  it('has the same targets in both of its files, and what they name is there', () => {
    const project = parse(text('project.yaml'))
    const workflow = parse(text('workflow/workflow.yaml'))
    expect(Object.keys(project)).to.deep.equal(targets)
    expect(Object.keys(workflow)).to.deep.equal(targets)
    for (const target of targets) {
      const { 'workflow-artifacts': artifacts, 'user-workflow': user } = workflow[target]
      expect(user['workflow-name']).to.match(/^[a-z-]{1,64}$/)
      for (const key of ['workflow-path', 'config-path', 'secrets-path'])
        expect(text(join('workflow', artifacts[key]))).not.to.equal('')
    }
  })

  for (const name of ['local', 'staging', 'production']) {
    it(`has a ${name} config that the workflow takes, with secrets by name only`, () => {
      const config = configSchema.parse(json(`workflow/config.${name}.json`))
      const { secretsNames } = parse(text('secrets.yaml'))
      const { llm, workerTokenSecret } = config
      const named = [
        llm?.keySecret,
        workerTokenSecret,
        ...config.gateways.map(({ tokenSecret }) => tokenSecret),
      ]
      for (const secret of named) if (secret !== undefined) expect(secretsNames).to.have.property(secret)
      expect(config.isLocal).to.equal(name === 'local')
      expect(text(`workflow/config.${name}.json`).length).to.be.below(50_000)
    })
  }

  it('refuses a config that is unsafe or incomplete, and says where', () => {
    const production = json('workflow/config.production.json') as ConfigInput
    const fault = (change: object) =>
      configSchema.safeParse({ ...production, ...change }).error?.issues[0]?.path.join('.')
    expect(fault({})).to.equal(undefined)
    expect(fault({ authorizedKeys: [] })).to.equal('authorizedKeys')
    expect(fault({ llm: undefined })).to.equal('llm')
    expect(fault({ market: '0x1' })).to.equal('market')
    expect(fault({ gateways: [{ url: 'https://a.example/' }] })).to.equal('gateways.0.url')
    const open = { url: 'https://a.example' }
    expect(fault({ gateways: [{ url: 'https://b.example', tokenSecret: 'T' }, open] })).to.equal(
      'gateways.1.tokenSecret',
    )
    expect(fault({ gateways: [{ ...open, open: true }] })).to.equal(undefined)
    expect(fault({ workerTokenSecret: 'the secret itself' })).to.equal('workerTokenSecret')
    expect(fault({ timeouts: { probe: '11s' } })).to.equal('timeouts.probe')
    expect(fault({ apiKey: 'secret' })).to.equal('')
  })

  it('pins what the workflow is built from as the project itself does', () => {
    const { dependencies, devDependencies } = json('package.json')
    const own = json('workflow/package.json')
    for (const [name, version] of Object.entries({ ...own.dependencies, ...own.devDependencies }))
      expect({ ...dependencies, ...devDependencies }[name], name).to.equal(version)
  })

  it('CRE.md §7: has limits that engine and planner read alike', () => {
    const limits = json('workflow/limits.json')
    expect(readLimits(limits).HTTPAction.CallLimit).to.equal(Limits.read(limits).httpCalls)
  })

  itInFull('passes the SDK’s own checks of types, determinism and runtime', async function () {
    this.timeout(180_000)
    const entry = join(root, 'workflow/main.ts')
    // Types and runtime stop the build; determinism only warns, so its words are looked at.
    const sdk = dirname(dirname(fileURLToPath(import.meta.resolve('@chainlink/cre-sdk'))))
    const words = [join(sdk, 'scripts/run.ts'), 'check-determinism', entry]
    const said = execFileSync(bunPath(), words, { encoding: 'utf8', cwd: root })
    expect(said).to.include('No non-determinism warnings found.')
    const wasm = await buildWorkflow(entry, { checks: true })
    expect(wasm.length).to.be.below(20_000_000)
  })
})
