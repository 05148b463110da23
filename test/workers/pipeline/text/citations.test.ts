import { expect } from 'chai'
import { acquisitionScenario, pages, stories } from '../../../../cli/commands/worker/acquisition.ts'
import { Citation, Page } from '../../../../protocol/index.ts'
import { citationsOf } from '../../../../workers/pipeline/text/citations.ts'

describe('citationsOf', () => {
  const answered = async (story: (typeof stories)[number]) => (await acquisitionScenario(story)).answered

  it('SPEC §6: cites the quotes that decided, from different pages, and no page that echoes its address', async () => {
    const { reply } = await answered('confirmed')
    // The filings are found by a search whose address names the company, so a quote with that name shows nothing.
    expect(reply.sources[0]).to.include('Brightquay%20Robotics')
    expect(reply.citations).to.deep.equal([
      {
        url: 'https://newsroom.aldermoor.example/rss.xml',
        quote:
          'Aldermoor Systems today announced a definitive agreement to acquire Brightquay Robotics for 1.4 billion dollars in cash.',
      },
    ])
  })

  it('cites what others find on those pages, within the limits of the wire, in every story', async () => {
    for (const story of stories) {
      const { reply, proof } = await answered(story)
      expect(Citation.fault(reply.citations ?? [], reply.sources), story).to.equal(null)
      for (const { url, quote } of reply.citations ?? []) {
        const item = proof!.evidence.items.find(({ source }) => source.uri === url)!
        expect(Page.contains(Page.visibleText(item.content, item.content_type), quote), story).to.equal(true)
      }
    }
  })

  it('cites the beginning of the pages that it read where silence decides', async () => {
    const { reply } = await answered('silent')
    expect(reply).to.include({ outcome: 'NO' })
    expect(reply.citations?.map(({ url }) => url)).to.deep.equal([
      'https://newsroom.aldermoor.example/rss.xml',
    ])
    expect(reply.citations![0]!.quote.length).to.be.within(12, 60)
  })

  it('cites nothing where nothing was decided, and nothing that is no source of the answer', async () => {
    expect((await answered('unavailable')).reply).to.not.have.property('citations')
    const { proof, reply } = await answered('confirmed')
    expect(citationsOf(proof!, [])).to.deep.equal([])
    expect(citationsOf(proof!, reply.sources.slice(1, 2))).to.have.length(1)
    expect(Object.keys(pages.confirmed)).to.include('newsroom')
  })
})
