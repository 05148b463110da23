import { expect } from 'chai'
import { makeApp } from '../../indexer/app.ts'
import { checkConfig } from '../../indexer/Config.ts'
import { openapi, openRoutes, routes } from '../../indexer/openapi.ts'
import { allowedBy, servedBy } from '../helpers/servedBy.ts'

describe('the indexer’s operations', () => {
  it('are all served, and no others are', () => {
    const config = checkConfig(
      { market: `0x${'ab'.repeat(20)}`, rpcUrl: 'http://127.0.0.1:1' },
      { file: 'a test' },
    )
    const metrics = { readyFrom: () => {} }
    const parts = { config, metrics, now: () => 0, publicUrl: 'https://index.example', chain: { chainId: 1 } }
    const app = makeApp({ indexer: parts, callers: { tokenHashes: [] } } as never)
    expect(servedBy(app)).to.have.members(allowedBy(routes))
  })

  it('WEB §4.5: are open to pages of any origin, metrics aside', () => {
    expect([...routes.keys()].filter((route) => !openRoutes.has(route))).to.deep.equal(['/metrics'])
    const { servers } = openapi('https://index.example') as { servers: object[] }
    expect(servers).to.deep.equal([{ url: 'https://index.example' }])
  })
})
