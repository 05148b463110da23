import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { type LocalChain, startChain } from '../../local/startChain.ts'
import { describeInFull } from '../helpers/budget.ts'
import { freePort } from '../helpers/freePort.ts'

const fileOf = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const page = readFileSync(fileOf('docs/running.md'), 'utf8')
const script = /\n```sh\n([\s\S]*?)\n```/.exec(page.slice(page.indexOf('\n## On this machine\n')))![1]!

/** Commands of the checkout, in a folder of their own: with its own record of what is deployed. */
const installed = `set -eo pipefail
PATH="${dirname(process.execPath)}:$PATH"
npx() {
  shift
  case "$1" in deploy|agent|market|don) set -- "$@" --deployments deployments ;; esac
  node "${fileOf('cli/bin/cresolver.mjs')}" "$@"
}`

/** What the page starts services with, in the folder of its own. */
const configs = ['gateway/examples/gateway.yaml', 'keeper/examples/keeper.yaml', 'workflow/config.local.json']

describeInFull('docs/running.md, by hand', () => {
  let chain: LocalChain
  let folder: string
  let shell: ChildProcess | undefined
  /** Ports of the page, and free ones in their stead. */
  let ports: [page: string, here: number][]
  const portOf = (name: string) => ports.find(([one]) => one === name)![1]

  before(async () => {
    chain = await startChain({ start: Math.floor(Date.now() / 1_000) })
    folder = mkdtempSync(join(tmpdir(), 'cresolver-'))
    const names = ['4101', '4102', '4103', '4200', '4300', '4500']
    ports = await Promise.all(names.map(async (name): Promise<[string, number]> => [name, await freePort()]))
    for (const file of configs) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      cpSync(fileOf(file), join(folder, file))
      writeFileSync(join(folder, file), here(readFileSync(join(folder, file), 'utf8')))
    }
    mkdirSync(join(folder, 'deployments'))
    writeFileSync(join(folder, 'deployments/networks.json'), `{ "localhost": { "rpcUrl": "${chain.url}" } }`)
    writeFileSync(join(folder, 'project.yaml'), readFileSync(fileOf('project.yaml')))
  })
  after(async () => {
    // The whole group: the shell, and what it left in the background.
    if (shell?.pid !== undefined) process.kill(-shell.pid, 'SIGTERM')
    await sleep(2_000)
    rmSync(folder, { recursive: true, force: true })
    await chain.stop()
  })

  const here = (text: string): string =>
    ports
      .reduce(
        (all, [name, port]) => all.replaceAll(`:${name}`, `:${port}`).replaceAll(` ${name}`, ` ${port}`),
        text,
      )
      .replaceAll('http://127.0.0.1:8545', chain.url)

  it('every command succeeds, the services are up, and a market has its workers', async function () {
    this.timeout(600_000)
    const workers = ['4101', '4102', '4103'].map((name) => portOf(name))
    const commands = script
      .split('\n')
      .filter((line) => !/^npx hardhat|^until grep/.test(line))
      .join('\n')
      .replaceAll('410$i', `$(echo ${workers.join(' ')} | cut -d' ' -f$i)`)
      .replace('workflow/main.ts', fileOf('workflow/main.ts'))
    let said = ''
    shell = spawn('bash', ['-c', `${installed}\n${here(commands)} --json`], { cwd: folder, detached: true })
    for (const stream of [shell.stdout!, shell.stderr!]) stream.on('data', (chunk) => (said += String(chunk)))
    const status = await new Promise((resolve) => shell!.once('exit', resolve))
    expect(status, said).to.equal(0)
    const shown = JSON.parse(said.trim().split('\n').at(-1)!)
    expect(shown.joined).to.equal(3)
    const up = async (url: string, method = 'GET'): Promise<void> => {
      for (let i = 0; i < 240; i++) {
        const reply = await fetch(url, { method }).catch(() => null)
        if (reply !== null && reply.status < 500) return
        await sleep(500)
      }
      const logs = ['gateway', 'don', 'keeper', 'worker-1'].map((name) => logOf(name)).join('\n')
      throw new Error(`${url} is not up:\n${logs}`)
    }
    for (const port of workers) await up(`http://127.0.0.1:${port}/health`)
    for (const name of ['4200', '4500']) await up(`http://127.0.0.1:${portOf(name)}/ready`)
    await up(`http://127.0.0.1:${portOf('4300')}/`, 'POST')
    // The record is the one source: the configs name the same market.
    const { contracts } = JSON.parse(readFileSync(join(folder, 'deployments/31337.json'), 'utf8'))
    for (const file of configs)
      expect(readFileSync(join(folder, file), 'utf8').toLowerCase(), file).to.include(
        contracts.CREsolverMarket.address.toLowerCase(),
      )
  })

  const logOf = (name: string): string => {
    try {
      return readFileSync(join(folder, `build/by-hand/${name}.log`), 'utf8').slice(-2_000)
    } catch {
      return ''
    }
  }
})
