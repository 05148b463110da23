import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect } from 'chai'
import { packages } from '../../scripts/build/packages.ts'
import { folderOf } from '../../scripts/build/stage.ts'
import { projectFiles, projectRoot } from '../../scripts/check/files.ts'
import { skipFor } from '../helpers/skip.ts'
import { type Installed, install } from './install.ts'

const withoutDon = packages.filter(({ name }) => name !== '@cresolver/don')
const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

describe('packages, installed in an empty folder and used by the machine’s own Node', function () {
  this.timeout(240_000)
  let installed: Installed

  before(() => {
    installed = install()
  })
  after(() => rmSync(installed.folder, { recursive: true, force: true }))

  /** Runs a module of the stranger's folder, and reads the JSON it prints. */
  function runModule(lines: string, name = 'main.mjs'): unknown {
    writeFileSync(join(installed.folder, name), lines)
    const { status, stdout, stderr } = installed.run([name])
    expect(stderr).to.equal('')
    expect(status).to.equal(0)
    return JSON.parse(stdout)
  }

  it('import by every subpath', () => {
    const subpaths = withoutDon.flatMap(({ name, exports }) =>
      Object.keys(exports).map((subpath) => `${name}${subpath.slice(1)}`),
    )
    const counts = runModule(`
      const counts = {}
      for (const name of ${JSON.stringify(subpaths)}) counts[name] = Object.keys(await import(name)).length
      console.log(JSON.stringify(counts))`) as Record<string, number>
    expect(Object.keys(counts)).to.deep.equal(subpaths)
    for (const name of subpaths) expect(counts[name], name).to.be.above(0)
  })

  it('load every module that they hold, so that none lacks a file or a dependency', () => {
    const modules = withoutDon.flatMap((one) =>
      readdirSync(folderOf(one), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.js') && !runsByItself(one.name, path))
        .map((path) => `${one.name}/${path}`),
    )
    const failed = runModule(`
      const failed = {}
      for (const name of ${JSON.stringify(modules)})
        await import(name).catch((error) => { failed[name] = error.message })
      console.log(JSON.stringify(failed))`)
    expect(modules.length).to.be.above(500)
    // What belongs to the local DON needs its package, and says so.
    const others = Object.keys(failed as object).filter(
      (name) => !name.startsWith('cresolver/cli/commands/don/'),
    )
    expect(others).to.deep.equal([])
  })

  it('carry SQL, prompts, data and examples along with the code that reads them', () => {
    const kept = /\.(?:sql|yaml|json|jsonl|txt)$/
    for (const one of withoutDon) {
      const there = new Set(readdirSync(folderOf(one), { recursive: true, encoding: 'utf8' }))
      for (const [room, folder] of Object.entries(one.rooms)) {
        const files = projectFiles()
          .map(({ path }) => path)
          .filter(
            (path) => path.startsWith(`${room}/`) && kept.test(path) && !/tsconfig|bin\/package/.test(path),
          )
          .filter((path) => !one.without?.test(path))
        for (const path of files) {
          const inside = path.slice(room.length + 1)
          expect([...there], path).to.include(folder === '.' ? inside : `${folder}/${inside}`)
        }
      }
    }
  })

  it('cresolver --help, and a command of it', () => {
    const help = installed.run(['cresolver', '--help'])
    expect(help.stdout).to.match(/^Usage: cresolver /)
    expect(help.stdout).to.include('worker')
    const market = installed.run(['cresolver-market', '--help'])
    expect(market.stdout).to.match(/^Usage: cresolver-market /)
  })

  it('cresolver aap parse, on the example of AAP (S0-1)', () => {
    const text = '§question Over?\n§rule\nsource:coingecko:ethereum\nop:gte\ntarget:5000\n'
    const { status, stdout } = installed.run(['cresolver', 'aap', 'parse'], text)
    expect(status).to.equal(0)
    expect(JSON.parse(stdout).rule).to.include({ provider: 'coingecko', asset: 'ethereum', target: '5000' })
  })

  it('cresolver says when the networks are those of the working folder, once', () => {
    const said = /networks are those of .*\/deployments\/networks\.json/g
    const network = ['cresolver', 'market', 'show', '1', '--network', 'here']
    expect(installed.run(network).stderr).to.include('No network is called here.').and.not.match(said)
    const deployments = join(installed.folder, 'deployments')
    mkdirSync(deployments)
    writeFileSync(join(deployments, 'networks.json'), '{"here":{"rpcUrl":"ftp://127.0.0.1"}}')
    const { status, stderr } = installed.run(network)
    rmSync(deployments, { recursive: true })
    expect(status).to.equal(2)
    expect(stderr.match(said)).to.have.length(1)
  })

  it('cresolver don run says which Node it needs', function () {
    const { stdout: version } = installed.run(['-p', 'process.version'])
    const isThere = existsSync(join(installed.folder, 'node_modules/@cresolver/don'))
    if (!isThere) return skipFor(this, 'npm does not install @cresolver/don with the others')
    if (Number(/^v(\d+)/.exec(version)?.[1]) >= 22) return skipFor(this, `${version.trim()} runs the DON`)
    const { status, stderr } = installed.run(['cresolver', 'don', 'run', '--workflow', 'main.ts'])
    expect(status).to.equal(1)
    expect(stderr).to.include('The local DON needs Node 22.15 or newer')
  })

  it('cresolver don says what is missing', () => {
    if (process.env.CRESOLVER_NPM_INSTALL === undefined)
      rmSync(join(installed.folder, 'node_modules/@cresolver/don'), { recursive: true })
    const { status, stderr } = installed.run(['cresolver', 'don', '--help'])
    expect(status).to.equal(1)
    expect(stderr).to.include('npm install @cresolver/don')
  })

  it('parse a question, and hash JSON, by @cresolver/protocol', () => {
    const result = runModule(`
      import { Hash, Question, Wire } from '@cresolver/protocol'
      const { rule, issues } = Question.parse('§question Over?\\n§rule\\nsource:coingecko:bitcoin\\nop:gte\\ntarget:1')
      const hash = Wire.requestHash({ market_id: 1, question: 'Did it rain?' })
      console.log(JSON.stringify({ source: rule.source, issues, hash, json: Hash.ofJson({ b: 1, a: 2 }) }))`)
    expect(result).to.deep.include({ source: 'coingecko:bitcoin', issues: [] })
  })

  it('sign an answer with the bytes that this project signed it with before there were packages', () => {
    const file = join(projectRoot, 'test/pins/aap.round.json')
    const { question, deadline, chain_id, market, round, market_id, answers } = JSON.parse(
      readFileSync(file, 'utf8'),
    )
    const { attestation, ...reply } = answers[0].reply
    const asked = { chainId: chain_id, market, marketId: market_id, round, question, deadline }
    const agentId = answers[0].agent_id
    writeFileSync(join(installed.folder, 'signed.json'), JSON.stringify({ asked, agentId, reply }))
    const made = runModule(`
      import { readFileSync } from 'node:fs'
      import { Question, Wire } from '@cresolver/protocol'
      import { attestAnswer, signerOf } from '@cresolver/worker'

      const { asked, agentId, reply } = JSON.parse(readFileSync('signed.json', 'utf8'))
      const signer = signerOf('0x${'00'.repeat(31)}01')
      const request = Wire.toResolveRequest(Question.pose(asked))
      console.log(JSON.stringify(await attestAnswer({ agentId, signer }, request, reply)))`)
    expect(made).to.deep.equal(attestation)
  })

  it('serve a worker of at most 25 lines that cresolver worker check passes', async () => {
    const example = readFileSync(join(projectRoot, 'examples/worker/worker.ts'), 'utf8')
    expect(example.trimEnd().split('\n').length).to.be.at.most(25)
    const stranger = example.replace('../../workers/sdk/index.ts', '@cresolver/worker')
    writeFileSync(join(installed.folder, 'worker.mjs'), stranger)
    const worker = spawn(installed.node, ['worker.mjs'], {
      cwd: installed.folder,
      env: { PORT: '0', WORKER_KEY: `0x${'00'.repeat(31)}01` },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      const [url] = await once(createInterface({ input: worker.stdout }), 'line')
      const { status, stdout } = installed.run(['cresolver', 'worker', 'check', url, '--json'])
      expect(status, stdout).to.equal(0)
    } finally {
      worker.kill()
    }
  })

  it('deploy without a compiler: creation code and ABIs are in @cresolver/contracts', () => {
    const found = runModule(`
      import { cresolverMarketAbi } from '@cresolver/contracts/abi'
      import { cresolverMarketBytecode } from '@cresolver/contracts/bytecode'
      const names = cresolverMarketAbi.filter(({ type }) => type === 'function').map(({ name }) => name)
      console.log(JSON.stringify({ names, code: JSON.stringify(cresolverMarketBytecode).length }))`) as {
      names: string[]
      code: number
    }
    expect(found.names).to.include.members(['joinMarket', 'requestResolution', 'onReport'])
    expect(found.code).to.be.above(20_000)
  })

  it('say what they need, and need nothing that they do not import', () => {
    for (const one of packages) {
      const { version, license, engines, dependencies } = manifestOf(folderOf(one))
      expect({ version, license }).to.deep.equal({ version: manifestOf(projectRoot).version, license: 'MIT' })
      expect(engines.node).to.equal(one.node)
      expect(Object.keys(dependencies), one.name).not.to.include.members(['ethers', 'tsx', 'hardhat'])
      for (const file of ['README.md', 'LICENSE', 'THIRD_PARTY_NOTICES.md'])
        expect(readdirSync(folderOf(one)), one.name).to.include(file)
    }
  })
})

/** Entries of programs and threads: they run when they are loaded. */
const runsByItself = (name: string, path: string): boolean =>
  name === 'cresolver'
    ? ['cli/cresolver.js', 'local/market.js', 'adapters/participant/extract/thread.js'].includes(path)
    : path === 'services/store/createDatabase.js'
