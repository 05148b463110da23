import { expect } from 'chai'
import { readSiteConfig } from '../../indexer/siteConfig.ts'
import { MadeChain, madeContracts } from '../../local/samples/madeChain.ts'
import { config } from '../../protocol/Catalog.ts'
import { type Indexing, indexing } from './indexing.ts'

describe('what a page needs to know of a deployment', () => {
  let one: Indexing
  after(() => one.close())

  it('WEB §4.6: chain, contracts with their code, gateways, whom to believe, keys of sources', async () => {
    const chain = new MadeChain()
    const [sourceId, key] = [`0x${'11'.repeat(32)}`, `0x${'22'.repeat(20)}`]
    chain.add(({ emit }) => emit('sourceKeys', 'SourceKeyRegistered', { sourceId, key }))
    const { time } = await chain.head()
    chain.add(({ emit }) => emit('sourceKeys', 'SourceKeyRevoked', { sourceId, key }))
    const trust = { keys: [], bases: { coingecko: ['https://prices.example'] } }
    const address = madeContracts.market
    one = await indexing({
      chain,
      config: { gateways: ['https://gateway.example'], shown: { rpcUrls: ['https://rpc.example'] } },
      deployment: { contracts: { CREsolverMarket: { address, block: 1, codeHash: null } }, trust },
    })
    await one.look()
    const found = config.parse(await readSiteConfig(one.indexer))
    expect(found.chain).to.deep.include({
      id: 31_337,
      name: 'made',
      rpc_urls: ['https://rpc.example'],
      is_local: true,
    })
    expect(found.contracts.CREsolverMarket).to.include({ address, since: 1, code_hash: null })
    expect(found.contracts.CREsolverMarket!.runtime_hash).to.equal(await chain.codeHash())
    expect(found.bets).to.deep.include({ token: null, closing_margin: 600 })
    expect(found).to.deep.include({ trust, gateways: ['https://gateway.example'], missing: ['locked'] })
    expect(found.source_keys).to.deep.equal([
      { source_id: sourceId, key, registered_at: time, is_revoked: true },
    ])
  })
})
