import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { type LocalChain, startChain } from '../../local/startChain.ts'
import { describeInFull } from '../helpers/budget.ts'

const fileOf = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const page = readFileSync(fileOf('docs/contracts.md'), 'utf8')

/** The first commands below a heading, as they stand there. */
const commandsBelow = (heading: string): string =>
  /\n```\n([\s\S]*?)\n```/.exec(page.slice(page.indexOf(`\n${heading}\n`)))![1]!

/** The page speaks of an installed command, and of a checkout's own folder of deployments. */
const installed = `set -eo pipefail
PATH="${dirname(process.execPath)}:$PATH"
npx() {
  shift
  [[ " $* " == *" --deployments "* ]] || set -- "$@" --deployments deployments
  node "${fileOf('cli/bin/cresolver.mjs')}" "$@"
}`

const plain = commandsBelow('## A market by hand')
const appealed = commandsBelow('### Draw, appeal and last resort by hand')
const functions = plain.split('\n').filter((line) => /^(rpc|warp)\(\)/.test(line))

type Run = { readonly status: number | null; readonly lines: readonly string[]; readonly said: string }

describeInFull('docs/contracts.md, by hand', () => {
  let chain: LocalChain
  let folder: string

  beforeEach('starts a chain, and a folder that knows it', async () => {
    chain = await startChain()
    folder = mkdtempSync(join(tmpdir(), 'cresolver-'))
    mkdirSync(join(folder, 'deployments'))
    const networks = { localhost: { rpcUrl: chain.url } }
    writeFileSync(join(folder, 'deployments/networks.json'), JSON.stringify(networks))
  })

  afterEach('leaves nothing', async () => {
    rmSync(folder, { recursive: true, force: true })
    await chain.stop()
  })

  /** Not `spawnSync`: the chain is in this process. */
  const shell = (...parts: readonly string[]): Promise<Run> =>
    new Promise((resolve) => {
      const script = [installed, ...parts].join('\n').replaceAll('http://127.0.0.1:8545', chain.url)
      const child = spawn('bash', ['-c', script], { cwd: folder })
      let [stdout, said] = ['', '']
      child.stdout.on('data', (chunk) => {
        stdout += chunk
        said += chunk
      })
      child.stderr.on('data', (chunk) => {
        said += chunk
      })
      child.on('close', (status) => resolve({ status, lines: stdout.trim().split('\n'), said }))
    })

  it('every command of both walks succeeds, and the markets end as the page says', async function () {
    this.timeout(600_000)
    const show = 'npx cresolver market show 1 --json; lot market show 1 --json'
    const { status, lines, said } = await shell(plain, appealed, show)
    expect(status, said).to.equal(0)
    const [first, ruled] = lines.slice(-2).map((line) => JSON.parse(line))
    expect(first).to.include({ status: 'Finalized', outcome: 'YES', appeals: 0 })
    // Three drew seats of four, the appeal outvoted them 2 : 4, and the arbiter had the last word.
    expect(ruled).to.include({ status: 'Finalized', outcome: 'YES', appeals: 1, held: true })
    expect(ruled.weights).to.deep.equal({ yes: 74_000, no: 148_000, invalid: 0 })
    const seats = ruled.workers.map(({ seat, claimed }: { seat: number; claimed: boolean }) => [
      seat,
      claimed,
    ])
    expect(seats).to.deep.equal([0, 1, 2, 32, 33, 34].map((seat) => [seat, true]))
  })

  it('with a ruling of No the bond goes back, and with it half of what the two wrong workers lose', async function () {
    this.timeout(600_000)
    const otherwise = appealed.replace('rule 1 --outcome yes', 'rule 1 --outcome no')
    expect(otherwise).not.to.equal(appealed)
    const withdraw = 'lot market withdraw --account 8 --json'
    const { status, lines, said } = await shell(...functions, otherwise, withdraw)
    expect(status, said).to.equal(0)
    // A bond of 0.01 ETH, and half of two halves of 0.005 ETH.
    const { amount_wei } = JSON.parse(lines.at(-1)!)
    expect(amount_wei).to.equal(String(10n ** 16n + 25n * 10n ** 14n))
  })
})
