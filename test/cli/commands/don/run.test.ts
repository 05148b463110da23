import type { ChildProcess } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect } from 'chai'
import { generatePrivateKey } from 'viem/accounts'
import * as runVerb from '../../../../cli/commands/don/run.ts'
import { commandsOf, runHere as run } from '../../../helpers/callCommand.ts'
import { tinyWorkflow } from '../../../helpers/localDon.ts'
import { start, temporaryFolder } from '../../../helpers/program.ts'

type Line = Record<string, unknown> & { type: string }

describe('cresolver don', function () {
  this.timeout(120_000)
  let folder: string
  let wasm: string
  let config: string
  const children: ChildProcess[] = []

  before(async () => {
    folder = temporaryFolder()
    wasm = join(folder, 'tiny.wasm')
    config = join(folder, 'config.json')
    writeFileSync(wasm, await tinyWorkflow())
    writeFileSync(config, JSON.stringify({ url: 'http://127.0.0.1:1' }))
  })
  afterEach(async () => {
    for (const child of children.splice(0)) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      child.kill('SIGTERM')
      await new Promise((resolve) => child.once('exit', resolve))
    }
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  /** A DON in another process, and what it says line by line. */
  function runDon(words: readonly string[], env: object = {}) {
    const common = [
      'don',
      'run',
      '--workflow',
      wasm,
      '--config',
      config,
      '--port',
      '0',
      '--no-cron',
      '--json',
    ]
    const child = start([...common, ...words], env)
    children.push(child)
    const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]()
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
    const next = async (type: string): Promise<Line> => {
      for (;;) {
        const { value, done } = await lines.next()
        if (done) throw new Error('it ended')
        const line = JSON.parse(value) as Line
        if (line.type === type) return line
      }
    }
    return { next, ended, child }
  }

  it('runs a workflow, wakes it by a request, shows what was used of what is allowed, and ends', async () => {
    const secrets = join(folder, 'secrets.yaml')
    writeFileSync(secrets, 'secretsNames:\n  KEY: [TINY_KEY]\n  OTHER: [TINY_OTHER_KEY]\n')
    const words = ['--secrets', secrets, '--stop-after', '1', '--trace', '--fault', '1=byzantine']
    const don = runDon(words, { TINY_KEY: 'hunter2' })
    expect((await don.next('note')).text).to.equal('secret OTHER is not there: TINY_OTHER_KEY is not set')
    const { url, workflow_id: id } = await don.next('started')
    expect(id).to.match(/^00[0-9a-f]{62}$/)
    const asked = await run([
      ...['don', 'trigger', '--url', String(url), '--input', '{"do":"secret"}'],
      ...['--workflow-id', String(id), '--json'],
    ])
    expect(asked.status).to.equal(0)
    const { workflow_execution_id: execution } = JSON.parse(asked.stdout)
    const told = await don.next('execution')
    expect(told).to.deep.include({
      trigger: 'http',
      handler: 0,
      value: '"hunter2"',
      error: null,
      execution_id: execution,
    })
    expect(told.usage).to.deep.include({ secrets: 1, http: 0 })
    expect(told.limits).to.deep.include({ secrets: 5, http: 5 })
    expect(told.trace).to.deep.equal([])
    expect(await don.ended).to.equal(0)
  })

  it('for people: a line, the calls, and a table of quotas', async () => {
    const words = `run --workflow ${wasm} --config ${config} --port 0 --no-cron --trace --stop-after 1`
    const don = commandsOf('don', runVerb.register).begin(words)
    const [, url] = /HTTP trigger at (\S+)/.exec(await don.line('HTTP trigger at'))!
    const params = { input: { do: 'observe', size: 9 } }
    await fetch(url!, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 'a', method: 'workflows.execute', params }),
    })
    const { status, stdout: said } = await don.done
    expect(status).to.equal(0)
    expect(said).to.match(
      /http \S+ woke handler 0: 4 nodes, \d+ ms\n {2}value 9\n {2}all nodes: asked to observe/,
    )
    expect(said).to.match(/consensus@1\.0\.0-alpha Simple +\d+ B +\d+ B +\d+/)
    expect(said).to.match(/consensus calls +1 +20/)
  })

  it('trigger says why it was not taken, and the DON stops when it is told to', async () => {
    const down = await run(['don', 'trigger', '--url', 'http://127.0.0.1:1'])
    expect([down.status, /nobody answers/.test(down.stderr)]).to.deep.equal([1, true])
    expect((await run(['don', 'trigger', '--url', 'http://127.0.0.1:1', '--input', '3'])).status).to.equal(2)
    const don = runDon([])
    const { url } = await don.next('started')
    const poke = async (...words: string[]) =>
      await run(['don', 'trigger', '--url', String(url), ...words], {
        env: { TINY_KEY: generatePrivateKey() },
      })
    expect((await poke('--workflow-id', 'ab'.repeat(32))).stderr).to.match(/Workflow not found/)
    expect((await poke('--input', '{"do":"random"}', '--key-env', 'TINY_KEY')).status).to.equal(0)
    expect((await poke('--input', '{"do":"random"}')).stderr).to.match(
      /rate limit exceeded\.\n.*Try again in \d+ seconds/,
    )
    don.child.kill('SIGTERM')
    expect(await don.ended).to.equal(0)
  })
})
