import { expect } from 'chai'
import { checkConfig, readConfig } from '../../gateway/Config.ts'
import { readSecrets } from '../../gateway/startGateway.ts'

describe('the config of a gateway', () => {
  const least = { market: `0x${'AB'.repeat(20)}`, rpcUrl: 'http://127.0.0.1:8545' }
  const check = (value: unknown) => checkConfig(value, { file: 'gateway.yaml' })

  it('needs a market and a node, and knows the rest: the deadlines are those of the protocol', () => {
    const config = check(least)
    expect(config.market).to.equal(least.market.toLowerCase())
    expect(config.deadlines).to.deep.include({ resolveMs: 30_000, challengeMs: 15_000 })
    expect(config.allowPrivate).to.equal(false)
    expect(config.callers.tokenHashes).to.deep.equal([])
  })

  it('has an example that is right', () => {
    expect(readConfig('gateway/examples/gateway.yaml')).to.include({ allowPrivate: true })
  })

  const wrong: [string, object, string][] = [
    ['no node', { market: least.market }, 'rpcUrl'],
    ['two nodes', { ...least, rpcUrlEnv: 'NODE' }, 'rpcUrl'],
    ['more time than workers have', { ...least, deadlines: { resolveMs: 60_000 } }, 'deadlines.resolveMs'],
    [
      'a key written down',
      { ...least, poke: { url: 'http://x', keyEnv: `0x${'11'.repeat(32)}` } },
      'poke.keyEnv',
    ],
    [
      'an id with 0x',
      { ...least, poke: { url: 'http://x', workflowId: `0x${'11'.repeat(32)}` } },
      'poke.workflowId',
    ],
    [
      'a token for no origin',
      { ...least, workerTokens: [{ origin: 'x', tokenEnv: 'T' }] },
      'workerTokens.0.origin',
    ],
    ['replies for everybody off local chains', { ...least, chainId: 11_155_111 }, 'callers.tokenHashes'],
    ['a word that nobody knows', { ...least, deadline: 1 }, 'the file'],
  ]
  for (const [what, value, field] of wrong) {
    it(`says which field is wrong: ${what}`, () => {
      expect(() => check(value))
        .to.throw()
        .that.has.property('fields')
        .that.includes(field)
    })
  }

  it('SPEC §7: off local chains knows its callers, or says that it is open', () => {
    const sepolia = { ...least, chainId: 11_155_111 }
    for (const callers of [{ tokenHashes: ['ab'.repeat(32)] }, { tokenHashesEnv: 'HASHES' }, { open: true }])
      expect(check({ ...sepolia, callers }).callers).to.deep.include(callers)
    expect(check({ ...least, chainId: 1_337 }).callers.open).to.equal(false)
  })

  it('takes secrets from the environment, and says which one is missing', () => {
    const config = check({
      ...least,
      rpcUrl: undefined,
      rpcUrlEnv: 'NODE',
      poke: { url: 'http://127.0.0.1:1', keyEnv: 'KEY' },
      workerTokens: [{ origin: 'https://Agent.example', tokenEnv: 'TOKEN' }],
    })
    const env = { NODE: 'http://n', KEY: `0x${'11'.repeat(32)}`, TOKEN: 't' }
    const secrets = readSecrets(config, env)
    expect(secrets.rpcUrl).to.equal('http://n')
    expect(secrets.workerTokens.get('https://agent.example')).to.equal('t')
    for (const name of Object.keys(env))
      expect(() => readSecrets(config, { ...env, [name]: ' ' })).to.throw(name)
    expect(() => readSecrets(config, { ...env, KEY: '0x11' })).to.throw('no private key')
  })
})
