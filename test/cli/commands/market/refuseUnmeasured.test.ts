import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join as joinPath } from 'node:path'
import { expect } from 'chai'
import * as register from '../../../../cli/commands/agent/register.ts'
import * as join from '../../../../cli/commands/market/join.ts'
import { temporaryFolder } from '../../../../local/temporaryFolder.ts'
import { Hash } from '../../../../protocol/index.ts'
import { readConfig } from '../../../../workers/agent/Config.ts'
import { keep, keyOf } from '../../../../workers/agent/Evaluation.ts'
import { commandsOf } from '../../../helpers/callCommand.ts'
import { onChain } from '../../place.ts'

const market = commandsOf('market', join.register)
const agents = commandsOf('agent', register.register)

describe('a worker that reads stakes only once it was measured', () => {
  const here = onChain()
  const folder = temporaryFolder('join')
  let worker: Server
  let url: string
  let said: unknown
  before(async () => {
    worker = createServer((request, response) => {
      response.writeHead(request.url === '/health' ? 200 : 404, { 'content-type': 'application/json' })
      response.end(JSON.stringify(said))
    })
    await new Promise<void>((resolve) => worker.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(worker.address() as AddressInfo).port}`
  })
  after(async () => {
    folder.remove()
    worker.closeAllConnections()
    await new Promise((resolve) => worker.close(resolve))
  })

  /** A market, and an agent with an endpoint, of account 5. */
  async function posed(endpoint = url, question?: string) {
    const { agent_id } = await agents.json(`register --endpoint ${endpoint} --account 5 ${here().words}`)
    return `join ${await here().marketIn('open', question)} --agent ${agent_id} --account 5 ${here().words}`
  }
  const told = (state: string, wrong = 0) => ({
    personality: 'llm',
    eval: { state, cases: 100, wrong, finished_at: '2026-02-20T12:00:00Z' },
  })

  it('FREETEXT §4: an llm or panel worker whose last eval is absent, of another model or too often wrong is refused', async () => {
    const words = await posed()
    const cases: [unknown, RegExp][] = [
      [told('absent'), /does not stake\. It has no eval\./],
      [told('another'), /of another model, or of other prompts/],
      [told('wrong', 7), /wrong in 7 of 100 cases \(7\.0 %\), more than 2 %/],
    ]
    for (const [health, sentence] of cases) {
      said = health
      const { error, message } = await market.refusal(words)
      expect(error).to.equal('Cli.Unmeasured')
      expect(message)
        .to.match(sentence)
        .and.contain('cresolver eval cases.jsonl --model')
        .and.contain('--unmeasured')
    }
    said = told('fit', 1)
    const { status, stderr } = await market.call(words)
    expect([status, stderr]).to.deep.equal([0, ''])
  })

  it('FREETEXT §4: a flag overrides, with a warning', async () => {
    const words = await posed()
    said = told('wrong', 7)
    const { status, stdout, stderr } = await market.call(`${words} --unmeasured`)
    expect(status, stderr).to.equal(0)
    expect(stderr).to.equal(
      'Warning: Its last eval is wrong in 7 of 100 cases (7.0 %), more than 2 %. It stakes all the same.\n',
    )
    expect(stdout).to.contain('at stake')
  })

  it('a market that a number decides needs no eval of reading', async () => {
    const rule = '§question Over 5000?\n§rule\nsource:coingecko:ethereum\nop:gte\ntarget:5000'
    said = told('absent')
    expect(await market.call(await posed(url, rule))).to.include({ status: 0, stderr: '' })
    const broken = await posed(url, rule.replace('op:gte', 'op:nearly'))
    expect((await market.refusal(broken)).error).to.equal('Cli.Unmeasured')
  })

  it('a worker that decides by numbers needs no eval', async () => {
    const words = await posed()
    said = { personality: 'aap', eval: null }
    expect(await market.call(words)).to.include({ status: 0, stderr: '' })
  })

  it('where the worker says nothing of it, or cannot be asked, that is said', async () => {
    said = { ready: true }
    const other = await posed()
    expect((await market.call(other)).stderr).to.contain('not known: it says nothing of an eval')
    const silent = await posed('http://127.0.0.1:9')
    expect((await market.call(silent)).stderr).to.contain('not known: it does not answer')
    const id = await here().marketIn('open')
    const none = await market.call(`join ${id} --agent 0 --account 2 ${here().words}`)
    expect(none.stderr).to.contain('not known: its agent has no endpoint; name its config with --worker')
  })

  it('FREETEXT §4: with --worker the config says which worker it is, and its last eval stands beside its store', async () => {
    const file = joinPath(folder.path, 'worker.json')
    const model = { kind: 'openai', model: 'one' }
    writeFileSync(
      file,
      JSON.stringify({ agentId: 0, personality: 'llm', sources: { transport: 'live' }, model }),
    )
    const id = await here().marketIn('open')
    const words = `join ${id} --agent 0 --account 2 --worker ${file} ${here().words}`
    expect((await market.refusal(words)).message).to.contain('It has no eval.')
    const other = await market.refusal(words.replace('--agent 0', '--agent 1'))
    expect(other.message).to.contain('is the config of agent 0, not of agent 1')
    const config = readConfig(file)
    const figures = { cases: 60, right: 50, undecided: 9, wrong: 1, cost_micro_usd: null }
    keep(config, {
      schema_version: 'v1',
      key: keyOf(config),
      model: 'openai:one',
      cases_hash: Hash.ofText('cases'),
      ...figures,
      finished_at: '2026-02-20T12:00:00Z',
    })
    expect(await market.call(words)).to.include({ status: 0, stderr: '' })
  })
})
