import { expect } from 'chai'
import { brave } from '../../../../workers/source/search/brave.ts'
import { answering } from './search.ts'

const key = 'BSA-secret-key-0001'
const web = {
  type: 'search',
  results: [
    { url: 'https://www.example.org/a', title: 'A', description: 'About A', page_age: '2026-03-02T00:00:00' },
  ],
}

describe('search/brave', () => {
  it('S2-113: sends its key in the header alone, and reads the hits', async () => {
    const { asked, transport } = answering({ type: 'search', query: { original: 'a' }, web })
    const found = await brave(transport, key).search('a b')
    expect(asked[0]!.url).to.equal('https://api.search.brave.com/res/v1/web/search?q=a+b&count=20')
    expect(asked[0]!.headers).to.deep.equal({ 'x-subscription-token': key })
    expect(found.hits[0]).to.deep.equal({
      url: 'https://www.example.org/a',
      title: 'A',
      snippet: 'About A',
      date: '2026-03-02T00:00:00',
    })
    expect(JSON.stringify(found)).to.not.include(key)
  })

  it('S2-113: a reply without web results is empty; errors and other layouts fail, and tell no key', async () => {
    const search = (body: unknown, status?: number) =>
      brave(answering(body, status).transport, key).search('q')
    expect((await search({ type: 'search', query: {} })).hits).to.deep.equal([])
    for (const [body, status, code] of [
      [{ type: 'ErrorResponse', error: { status: 422 } }, 422, 'refused'],
      [{ type: 'ErrorResponse', error: { status: 422 } }, 200, 'unreadable'],
      [{ type: 'search', web: { items: [] } }, 200, 'unreadable'],
    ] as const) {
      const error = (await search(body, status).catch((thrown: unknown) => thrown)) as Error
      expect(error).to.include({ code })
      expect(error.message).to.not.include(key)
    }
  })
})
