import { expect } from 'chai'
import { searxng } from '../../../../workers/source/search/searxng.ts'
import { answering } from './search.ts'

const result = {
  url: 'https://www.example.org/a',
  title: 'A',
  content: 'About A',
  engine: 'x',
  publishedDate: null,
}

describe('search/searxng', () => {
  it('S2-113: asks for JSON, with the query in its place, and reads the hits', async () => {
    const { asked, transport } = answering({ query: 'q', number_of_results: 0, results: [result] })
    const found = await searxng(transport, 'https://search.example.org').search('a&format=html b')
    expect(asked[0]!.url).to.equal('https://search.example.org/search?q=a%26format%3Dhtml+b&format=json')
    expect(found.hits).to.deep.equal([{ url: result.url, title: 'A', snippet: 'About A' }])
    expect(found.retrievedAt).to.equal(1_775_000_000)
  })

  it('S2-113: an empty list is empty; another layout and an error are failures with a code', async () => {
    const port = (body: unknown, status?: number) =>
      searxng(answering(body, status).transport, 'https://s.example.org')
    expect((await port({ results: [] }).search('q')).hits).to.deep.equal([])
    const codeOf = (body: unknown, status?: number) =>
      port(body, status)
        .search('q')
        .catch((error: { code: string }) => error.code)
    expect(await codeOf({ hits: [] })).to.equal('unreadable')
    expect(await codeOf('<html>')).to.equal('unreadable')
    expect(await codeOf({ results: [] }, 403)).to.equal('refused')
  })
})
