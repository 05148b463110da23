import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { configFile, examples } from '../../../local/workers/workerProcess.ts'
import { checkConfig, readConfig } from '../../../workers/agent/Config.ts'
import { runHere as runCommand } from '../../helpers/callCommand.ts'

const run = (...words: string[]) => runCommand(['worker', 'start', ...words])

const least = { agentId: 1, personality: 'aap', sources: { transport: 'replay', fixtures: 'f' } }
const file = '/somewhere/worker.yaml'

describe("a worker's config", function () {
  this.timeout(120_000)

  it('has examples of all three personalities, which are right', () => {
    const names = readdirSync(examples).filter((name) => name.endsWith('.yaml'))
    expect(names).to.have.members(['aap.yaml', 'panel.yaml', 'llm.yaml'])
    for (const name of names) expect(readConfig(join(examples, name)).personality).to.equal(name.slice(0, -5))
  })

  it('has safe defaults', () => {
    const config = checkConfig(least, { file })
    expect(config.listen).to.deep.equal({ host: '127.0.0.1', port: 4_100 })
    expect(config.callers).to.deep.include({ trustedProxyHeader: null, rate: { perSecond: 20, burst: 60 } })
    expect(config.limits).to.deep.include({ bodyBytes: 65_536, resolveMs: 28_000, challengeMs: 13_000 })
    expect(config.folder).to.equal('/somewhere')
  })

  const wrong: [string, object, string, RegExp][] = [
    ['an unknown key', { ...least, agentID: 1 }, 'the file', /agentID/],
    ['a missing agent id', { ...least, agentId: undefined }, 'agentId', /number/],
    ['another personality', { ...least, personality: 'oracle' }, 'personality', /aap/],
    ['a key written down', { ...least, keyEnv: `0x${'11'.repeat(32)}` }, 'keyEnv', /environment variable/],
    ['no market with a node', { ...least, rpcUrl: 'http://127.0.0.1:1' }, 'market', /market contract/],
    [
      'two URLs',
      { ...least, market: `0x${'11'.repeat(20)}`, rpcUrl: 'http://a', rpcUrlEnv: 'B' },
      'rpcUrlEnv',
      /one of/,
    ],
    [
      'a deadline longer than the protocol’s',
      { ...least, limits: { resolveMs: 30_001 } },
      'limits.resolveMs',
      /30000/,
    ],
    [
      'a token instead of its hash',
      { ...least, callers: { tokenHashes: ['secret'] } },
      'callers.tokenHashes.0',
      /SHA-256/,
    ],
    [
      'SPEC §6: signed answers for everybody off local chains',
      { ...least, chainId: 8_453, keyEnv: 'KEY' },
      'callers.tokenHashes',
      /worker token/,
    ],
  ]
  for (const [what, value, field, words] of wrong) {
    it(`names the field and what to do: ${what}`, () => {
      expect(() => checkConfig(value, { file }))
        .to.throw(words)
        .with.property('fields')
        .that.includes(field)
    })
  }

  it('off local chains takes known callers, or none to sign for, or the word that it is open', () => {
    const live = { ...least, chainId: 8_453 }
    checkConfig(live, { file })
    for (const callers of [{ tokenHashes: ['ab'.repeat(32)] }, { tokenHashesEnv: 'HASHES' }, { open: true }])
      checkConfig({ ...live, keyEnv: 'KEY', callers }, { file })
  })

  it('is checked by the command line without starting anything, with exit code 2 where it is wrong', async () => {
    const good = await run('--config', join(examples, 'aap.yaml'), '--check-config', '--json')
    expect([good.status, JSON.parse(good.stdout)]).to.deep.equal([
      0,
      { ok: true, personality: 'aap', agent_id: 0 },
    ])
    const { file: bad, remove } = configFile({ personality: 'x' })
    const refused = await run('--config', bad, '--check-config')
    remove()
    expect(refused.status).to.equal(2)
    expect(refused.stderr).to.match(/personality: .*aap/)
    expect((await run('--config', '/nowhere.yaml')).stderr).to.match(/There is no file.*examples/s)
    expect((await run('--config', join(examples, 'aap.yaml'), '--port', '70000')).status).to.equal(2)
  })
})
