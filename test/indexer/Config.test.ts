import { expect } from 'chai'
import { checkConfig, deploymentOf, readConfig } from '../../indexer/Config.ts'

const market = `0x${'ab'.repeat(20)}`
const least = { market, rpcUrl: 'http://127.0.0.1:8545' }
const check = (changes: object) => checkConfig({ ...least, ...changes }, { file: '/etc/indexer.yaml' })

describe('an indexer’s config', () => {
  it('the example is right', () => {
    expect(readConfig('indexer/examples/indexer.yaml')).to.include({ chainId: 31_337, allowPrivate: true })
  })

  it('WEB §4.2: six streams for one reader and a comment every 15 s, unless told', () => {
    expect(check({}).streams).to.deep.equal({ perCaller: 6, most: 1_024, commentMs: 15_000 })
  })

  it('names one deployment: its record, or the market and its first block', () => {
    expect(deploymentOf(check({ since: 9 })).contracts).to.deep.equal({
      CREsolverMarket: { address: market, block: 9, codeHash: null },
    })
    expect(() => check({ deployment: '5.json' })).to.throw(/one of market and deployment/)
    expect(() => check({ market: undefined })).to.throw(/one of market and deployment/)
  })

  it('error: names what is wrong by its field', () => {
    for (const [changes, why] of [
      [{ gateways: ['gateway.example'] }, /gateways/],
      [{ rpcUrlEnv: 'URL' }, /one of rpcUrl and rpcUrlEnv/],
      [{ nonsense: 1 }, /nonsense/],
      [{ streams: { perCaller: 0 } }, /streams\.perCaller/],
    ] as const)
      expect(() => check(changes)).to.throw(why)
  })
})
