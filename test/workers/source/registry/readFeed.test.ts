import { expect } from 'chai'
import { readFeed } from '../../../../workers/source/registry/readFeed.ts'

describe('registry/readFeed', () => {
  it('S2-113: reads items of RSS and entries of Atom, with title, link and date', () => {
    const rss =
      '<rss><channel><title>All</title><item><title>A &amp; B</title><link>https://x.example/1</link><pubDate>Mon, 02 Mar 2026 10:00:00 GMT</pubDate></item></channel></rss>'
    expect(readFeed(rss)).to.deep.equal([
      { title: 'A & B', link: 'https://x.example/1', date: 'Mon, 02 Mar 2026 10:00:00 GMT' },
    ])
    const atom =
      '<feed xmlns="http://www.w3.org/2005/Atom"><entry><title><![CDATA[One <b>]]></title><link href="https://x.example/2"/><updated>2026-03-02T10:00:00Z</updated></entry></feed>'
    expect(readFeed(atom)).to.deep.equal([
      { title: 'One <b>', link: 'https://x.example/2', date: '2026-03-02T10:00:00Z' },
    ])
  })

  it('S2-113: tells an empty feed from what is no feed', () => {
    expect(readFeed('<rss><channel><title>All</title></channel></rss>')).to.deep.equal([])
    expect(readFeed('<html><title>Gone</title>')).to.equal(null)
    expect(readFeed('')).to.equal(null)
  })

  it('S2-113: takes linear time on broken feeds', () => {
    const began = performance.now()
    readFeed(`<rss>${'<item><title>'.repeat(50_000)}`)
    readFeed(`<rss>${'<items '.repeat(50_000)}`)
    expect(performance.now() - began).to.be.below(2_000)
  })
})
