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
  it('has the same targets in both of its files, and what they name is there, seen from workflow/', () => {
    const project = parse(text('project.yaml'))
    const workflow = parse(text('workflow/workflow.yaml'))
    expect(Object.keys(project)).to.deep.equal(targets)
    expect(Object.keys(workflow)).to.deep.equal(targets)
    for (const target of targets) {
      const { 'workflow-artifacts': artifacts, 'user-workflow': user } = workflow[target]
      expect(user['workflow-name']).to.match(/^[a-z-]{1,64}$/)
      for (const path of Object.values(artifacts) as string[])
        expect(text(join('workflow', path))).not.to.equal('')
    }
  })

  it('AUDIT D1: a target names a registry of CRE’s own, or a node of the chain where the public one is', () => {
    const [project, workflow] = [parse(text('project.yaml')), parse(text('workflow/workflow.yaml'))]
    for (const target of targets.slice(1)) {
      const chains = project[target].rpcs.map((rpc: Record<string, string>) => rpc['chain-name'])
      const registry = workflow[target]['user-workflow']['deployment-registry']
      expect(registry === 'private' || chains.includes('ethereum-mainnet'), target).to.equal(true)
    }
  })

  /** As the user fills it in: what is shipped names no address of anybody's. */
  const filled = (name: string) =>
    JSON.parse(text(`workflow/config.${name}.json`).replaceAll(`0x${'0'.repeat(40)}`, `0x${'1'.repeat(40)}`))

  for (const name of ['local', 'staging', 'production']) {
    it(`AUDIT D1: has a ${name} config that the workflow takes, and asks for the secrets that it names`, () => {
      const config = configSchema.parse(filled(name))
      const { 'workflow-artifacts': artifacts } = parse(text('workflow/workflow.yaml'))[`${name}-settings`]
      const { llm, workerTokenSecret, gateways } = config
      const named = [llm?.keySecret, workerTokenSecret, ...gateways.map(({ tokenSecret }) => tokenSecret)]
      const secrets = new Set(named.filter((secret) => secret !== undefined))
      // A simulation fails where any variable of the file is not set, so it holds no others.
      const path: string | undefined = artifacts['secrets-path']
      expect(path === undefined, 'secrets-path').to.equal(secrets.size === 0)
      const held = path === undefined ? {} : parse(text(join('workflow', path))).secretsNames
      expect(Object.keys(held)).to.have.members([...secrets])
      expect(config.isLocal).to.equal(name === 'local')
      expect(text(`workflow/config.${name}.json`).length).to.be.below(50_000)
    })
  }

  for (const name of ['staging', 'production']) {
    it(`AUDIT E3: refuses its ${name} config until it is filled in, in words`, () => {
      const { issues } = configSchema.safeParse(json(`workflow/config.${name}.json`)).error!
      expect(issues.map(({ path }) => path.join('.'))).to.deep.equal(['market', 'authorizedKeys.0'])
      for (const { message } of issues) expect(message).to.include('the zero address, where nothing is')
    })
  }

  it('refuses a config that is unsafe or incomplete, and says where', () => {
    const production = filled('production') as ConfigInput
    const fault = (change: object) =>
      configSchema.safeParse({ ...production, ...change }).error?.issues[0]?.path.join('.')
    expect(fault({})).to.equal(undefined)
    expect(fault({ authorizedKeys: [] })).to.equal('authorizedKeys')
    expect(fault({ llm: undefined })).to.equal('llm')
    expect(fault({ market: '0x1' })).to.equal('market')
    expect(fault({ market: `0x${'0'.repeat(40)}` })).to.equal('market')
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
