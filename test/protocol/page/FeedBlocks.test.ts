import { expect } from 'chai'
import { PageText } from '../../../protocol/index.ts'
import { outline } from './outline.ts'

const rss = (items: string) =>
  `<?xml version="1.0"?>\n<rss version="2.0"><channel><title>News</title><language>en</language>${items}</channel></rss>`

describe('FeedBlocks', () => {
  const entries = (raw: string) =>
    PageText.read(raw, 'application/xml').blocks.flatMap((block) =>
      block.kind === 'entry' ? [block.entry] : [],
    )

  it('items have their title, link and date, however they are written', () => {
    const item =
      '<item><title><![CDATA[Rates & rules]]></title><link>https://a.example/1</link><pubDate>Tue, 31 Mar 2026 10:00:00 GMT</pubDate></item>'
    expect(entries(rss(item))).to.deep.equal([
      {
        title: 'Rates & rules',
        link: 'https://a.example/1',
        published: '2026-03-31T10:00:00Z',
        updated: null,
      },
    ])
    const entry =
      '<entry><title type="html">v5 &amp;amp; v6</title><link rel="self" href="/x"/><link href="https://a.example/5"/><published>2026-04-01</published><updated>2026-04-09T15:42:10Z</updated></entry>'
    expect(entries(`<feed>${entry}</feed>`)).to.deep.equal([
      {
        title: 'v5 &amp; v6',
        link: 'https://a.example/5',
        published: '2026-04-01',
        updated: '2026-04-09T15:42:10Z',
      },
    ])
  })

  it('the paragraphs of an item stand in it, out of CDATA sections and escaped HTML', () => {
    const cdata = '<item><description><![CDATA[<p>One.</p><p>Two.</p>]]></description></item>'
    expect(outline(rss(cdata), 'application/rss+xml').slice(1)).to.deep.equal([
      '  paragraph: One.',
      '  paragraph: Two.',
    ])
    const escaped =
      '<item><description>&lt;p&gt;One &lt;b&gt;x&lt;/b&gt;.&lt;/p&gt;&lt;p&gt;Two.&lt;/p&gt;</description></item>'
    expect(outline(rss(escaped), 'application/rss+xml').slice(1)).to.deep.equal([
      '  paragraph: One <b>x</b>.',
      '  paragraph: Two.',
    ])
  })

  it('an item that is not closed ends where the next one begins', () => {
    const raw = rss('<item><title>a</title><description>One<item><title>b</title><description>Two')
    expect(entries(raw).map(({ title }) => title)).to.deep.equal(['a', 'b'])
    expect(outline(raw, 'application/rss+xml')).to.deep.equal([
      'entry: a One',
      '  heading: a',
      '  paragraph: One',
      'entry: b Two',
      '  heading: b',
      '  paragraph: Two',
    ])
  })

  it('a title is visible text and heads its item, so that it can be quoted', () => {
    const raw = rss(
      '<item><title>Bank <![CDATA[raises <b>rates</b> & fees]]></title><link>https://a.example</link></item>',
    )
    expect(PageText.read(raw, 'application/rss+xml').text).to.equal(
      'News en Bank raises rates & fees https://a.example',
    )
    expect(outline(raw, 'application/rss+xml')).to.deep.equal([
      'entry: Bank raises rates & fees https://a.example',
      '  heading: Bank raises rates & fees',
    ])
  })

  it('what is not closed in a section ends with it, and a section that is not closed with the page', () => {
    const open = rss('<item><description><![CDATA[One <b]]></description><title>Two</title></item>')
    expect(PageText.read(open, 'text/xml').text).to.equal('News en One Two')
    const script = rss('<item><description><![CDATA[One <script>x]]></description><title>Two</title></item>')
    expect(PageText.read(script, 'text/xml').text).to.equal('News en One Two')
    expect(PageText.read('<rss><item><title><![CDATA[One <i>two', 'text/xml').text).to.equal('One two')
  })

  it('the feed has its own title, language and dates', () => {
    const page = PageText.read(
      rss('<lastBuildDate>Thu, 02 Apr 2026 06:00:00 GMT</lastBuildDate>'),
      'text/xml',
    )
    expect([page.kind, page.title, page.language]).to.deep.equal(['feed', 'News', 'en'])
    expect(page.dates.map(({ iso, role }) => [iso, role])).to.deep.equal([
      ['2026-04-02T06:00:00Z', 'modified'],
    ])
  })
})
