import { expect } from 'chai'
import { checkConfig, readConfig } from '../../../../adapters/rules/service/Config.ts'
import { checkParameters } from '../../../../adapters/rules/service/Parameters.ts'

describe('the config of the ResolutionRuleParser', () => {
  it('the example config is right, and what is wrong in one is said field by field', () => {
    const config = readConfig('adapters/rules/service/examples/rules.yaml')
    expect(checkParameters(config.parameters)).to.deep.equal([])
    const wrong = {
      markets: { conditionIds: ['0x12'] },
      limits: { inFlight: 11, queue: 101 },
      retentionDays: 3,
    }
    try {
      checkConfig(wrong, { file: 'rules.yaml' })
      expect.fail('It was taken.')
    } catch (error) {
      expect((error as { fields: string[] }).fields).to.deep.equal([
        'markets.conditionIds.0',
        'retentionDays',
        'limits.inFlight',
        'limits.queue',
      ])
    }
  })

  const check = (value: object) => checkConfig(value, { file: '/etc/rules/rules.yaml' })
  const fieldsOf = (value: object): readonly string[] => {
    try {
      check(value)
      return []
    } catch (error) {
      return (error as { fields: string[] }).fields
    }
  }

  it('S4-80, S4-82, S4-83: may be empty: ten requests at once, a hundred in the queue, ten seconds', () => {
    const config = check({})
    expect(config.limits).to.include({ inFlight: 10, queue: 100, timeoutMs: 10_000 })
    expect(config.gamma).to.deep.equal({ url: 'https://gamma-api.polymarket.com', allowPrivate: false })
    expect(config).to.include({ retentionDays: 365, tickMs: 1_000, folder: '/etc/rules' })
    expect(config.files).to.deep.equal([])
  })

  it('condition ids are taken in any case and kept in lower case', () => {
    const id = `0x${'AB'.repeat(32)}`
    expect(check({ markets: { conditionIds: [id] } }).markets.conditionIds).to.deep.equal([id.toLowerCase()])
  })

  it('S4-93: reports are kept for a year at least, and not more than ten requests are made at once', () => {
    expect(fieldsOf({ retentionDays: 364 })).to.deep.equal(['retentionDays'])
    expect(fieldsOf({ limits: { timeoutMs: 10_001 } })).to.deep.equal(['limits.timeoutMs'])
    expect(fieldsOf({ markets: { discoverEveryS: 59 } })).to.deep.equal(['markets.discoverEveryS'])
    expect(fieldsOf({ sources: { everyS: 599 } })).to.deep.equal(['sources.everyS'])
    expect(fieldsOf({ files: [{ path: 'x', name: 'No Name' }] })).to.deep.equal(['files.0.name'])
  })

  it('an address of Gamma has no query and no slash at its end', () => {
    for (const url of [
      'ftp://a.example',
      'https://a.example/',
      'https://a.example?x=1',
      'https://a.example#x',
    ])
      expect(fieldsOf({ gamma: { url } }), url).to.deep.equal(['gamma.url'])
    expect(fieldsOf({ gamma: { url: 'https://a.example/base' } })).to.deep.equal([])
  })

  it('a contract of the KillSwitch has one address of a node, in the config or in the environment', () => {
    const contract = { address: `0x${'11'.repeat(20)}`, chainId: 137 }
    const field = ['killSwitch.contract.rpcUrl']
    expect(fieldsOf({ killSwitch: { contract } })).to.deep.equal(field)
    const both = { rpcUrl: 'https://rpc.example', rpcUrlEnv: 'RPC' }
    expect(fieldsOf({ killSwitch: { contract: { ...contract, ...both } } })).to.deep.equal(field)
    expect(fieldsOf({ killSwitch: { contract: { ...contract, rpcUrlEnv: 'RPC' } } })).to.deep.equal([])
  })

  it('a field that is not known is refused by its name', () => {
    expect(() => check({ poll_interval_s: 3 })).to.throw('poll_interval_s')
  })
})
