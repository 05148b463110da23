import { expect } from 'chai'
import { openSearch, searchConfig } from '../../../../workers/source/search/openSearch.ts'
import { answering } from './search.ts'

describe('search/openSearch', () => {
  it('S2-113: reads the key from the environment, and says which variable lacks one', async () => {
    const config = searchConfig.parse({ kind: 'brave' })
    const { asked, transport } = answering({ type: 'search' })
    await openSearch(config, { environment: { BRAVE_SEARCH_KEY: 'k-123' }, transport }).search('q')
    expect(asked[0]!.headers).to.deep.equal({ 'x-subscription-token': 'k-123' })
    expect(() => openSearch(config, { environment: {} })).to.throw(/BRAVE_SEARCH_KEY holds no key/)
  })

  it('S2-113: an instance on a private address is asked only where the config says that it is local', async () => {
    const config = searchConfig.parse({ kind: 'searxng', baseUrl: 'https://127.0.0.1:9' })
    const error = await openSearch(config)
      .search('q')
      .catch((thrown: unknown) => thrown)
    expect(error).to.include({ code: 'unreachable' })
    expect((error as Error).message).to.match(/not the usual|no public address/)
  })
})
