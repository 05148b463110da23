import { expect } from 'chai'
import { read } from '../../../protocol/page/Reading.ts'
import { outline } from './outline.ts'

describe('Reading', () => {
  it('a page is read by its type, else by how it begins; a feed by its first element', () => {
    const kindOf = (raw: string, type: string | null) => read(raw, type).kind
    expect(kindOf('<p>a', 'text/html')).to.equal('html')
    expect(kindOf('{"a":1}', null)).to.equal('json')
    expect(kindOf('<?xml version="1.0"?><rss></rss>', 'text/xml')).to.equal('feed')
    expect(kindOf('<?xml version="1.0"?><list></list>', 'text/xml')).to.equal('html')
    expect(kindOf('<rss></rss>', 'text/plain')).to.equal('text')
    expect(kindOf('a', 'application/pdf')).to.equal('none')
  })

  it('title and language are those that the page gives', () => {
    const page = read('<html lang=en-GB><title>A &amp; B</title><svg><title>icon</title></svg>', 'text/html')
    expect([page.title, page.language]).to.deep.equal(['A & B', 'en-GB'])
    expect(read('<meta http-equiv="Content-Language" content="de"><p>x', 'text/html').language).to.equal('de')
    expect(read('<p>x', 'text/html')).to.include({ title: null, language: null })
  })

  it('a filing that is given as text holds its HTML: rows and paragraphs, under the head of the filing', () => {
    const raw =
      '<SEC-HEADER>\nFILED AS OF DATE:\t20260514\n</SEC-HEADER>\n<DOCUMENT>\n<TYPE>10-Q\n<TEXT>\n<html><body><p>Net sales rose.</p><table><tr><td><td>2026<td>2025<tr><td>Net sales<td>1,204<td>998</table></body></html>\n</TEXT>\n</DOCUMENT>'
    const lines = outline(raw, 'text/plain').map((line) => line.trim())
    expect(lines).to.include('paragraph: Net sales rose.')
    expect(lines).to.include('cell: 1,204 {2026; Net sales}')
    expect(read(raw, 'text/plain').dates.map(({ iso, where }) => [iso, where])).to.deep.equal([
      ['2026-05-14', 'filing'],
    ])
    // Text that merely shows a tag is text.
    expect(outline('See <TEXT><html> for more', 'text/plain')).to.deep.equal([
      'paragraph: See <TEXT><html> for more',
    ])
  })

  it('inline XBRL is read as the page that it is; its header is hidden', () => {
    const raw =
      '<ix:header><ix:hidden>10-Q</ix:hidden></ix:header><p>Sales were <ix:nonFraction scale="6">1,204</ix:nonFraction> million.</p>'
    expect(outline(raw)).to.deep.equal(['paragraph: 10-Q [hidden]', 'paragraph: Sales were 1,204 million.'])
  })
})
