import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { run } from '../helpers/program.ts'

const program = fileURLToPath(new URL('../../scripts/demo.ts', import.meta.url))
const question = '§question Is SOL worth a dollar?\n§rule\nsource:coingecko:solana\nop:gte\ntarget:1'

describe('npm start -- --serve', function () {
  this.timeout(600_000)
  let child: ChildProcess
  let ended: Promise<number | null>
  let said = ''
  let [url, folder, gateway] = ['', '', '']

  const cli = async (words: string, input = '') => {
    const place = ['--rpc-url', url, '--deployments', folder, '--json']
    const { status, stdout, stderr } = await run([...words.split(' '), ...place], { input })
    expect(status, stderr).to.equal(0)
    return JSON.parse(stdout.trim().split('\n').at(-1)!)
  }

  before(async () => {
    child = spawn(process.execPath, [program, '--serve', '--workers', '5', '--json'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    ended = new Promise((resolve) => child.once('close', resolve))
    const isServing = new Promise<void>((resolve) => {
      child.stderr!.on('data', (chunk) => {
        said += String(chunk)
        if (said.includes('evm_mine')) resolve()
      })
    })
    await Promise.race([isServing, ended])
    const found = (form: RegExp) => form.exec(said)?.[1] ?? expect.fail(said)
    url = found(/ {2}chain +(\S+)/)
    gateway = found(/ {2}gateway +(\S+)/)
    folder = found(/--deployments (\S+)/)
  })
  after(() => void child.kill('SIGKILL'))

  it('leaves the markets where anyone can look at them, and do their rounds again', async () => {
    const { markets } = await cli('market list')
    expect(markets).to.have.length(4)
    const file = await (await fetch(`${gateway}/rounds/2/1`)).json()
    expect(file).to.include({ market_id: 2, round: 1 })
  })

  it('resolves a market of one’s own, from the log to the published round', async () => {
    const { market_id: id } = await cli('market create --deadline +1h --reward 0.01 --account 1', question)
    for (const i of [0, 1, 2]) await cli(`market join ${id} --agent ${i} --account ${10 + i}`)
    for (const [method, params] of [
      ['evm_increaseTime', [4_200]],
      ['evm_mine', []],
    ] as const)
      await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      })
    await cli(`market request ${id}`)
    let status = ''
    for (let i = 0; i < 120 && status !== 'Resolved'; i++) {
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      status = (await cli(`market show ${id}`)).status
    }
    expect(status).to.equal('Resolved')
    // Agent 2 always lies, and the source says so.
    const { outcome, workers } = await cli(`market show ${id}`)
    expect(outcome).to.equal('YES')
    expect(workers[2].reason).to.equal('contradicted')
  })

  it('ends with 0 when it is interrupted, and leaves nothing behind', async () => {
    child.kill('SIGINT')
    expect(await ended).to.equal(0)
    expect(existsSync(folder)).to.equal(false)
    expect(await fetch(url).catch(() => 'nobody answers')).to.equal('nobody answers')
  })
})
