import { expect } from 'chai'
import fc from 'fast-check'
import { Page } from '../../protocol/index.ts'

describe('Page', () => {
  it('SPEC §6: one text for HTML, JSON and plain text, told apart by content type, else by how they begin', () => {
    expect(Page.visibleText('<p>a</p><p>b', 'text/html; charset=utf-8')).to.equal('a b')
    expect(Page.visibleText('{"k":"a b"}', 'application/vnd.api+json')).to.equal('a b')
    expect(Page.visibleText(' <p>a</p> ', 'text/plain')).to.equal('<p>a</p>')
    expect(Page.visibleText(' <p>a</p> ')).to.equal('a')
    expect(Page.visibleText(' {"k": "a"} ', '')).to.equal('a')
    expect(Page.visibleText('a\n b', 'application/octet-stream')).to.equal('a b')
  })

  it('what is no text shows nothing, so that no quote is found in it', () => {
    for (const type of ['image/png', 'audio/mpeg', 'video/mp4', 'font/woff', 'application/pdf'])
      expect(Page.visibleText('quote of twelve bytes', type), type).to.equal('')
    expect(Page.visibleText('%PDF-1.7 quote')).to.equal('')
    expect(Page.visibleText('PK\u0003\u0004\u0000 quote')).to.equal('')
  })

  it('a quote is found as it is read, however the page breaks its lines', () => {
    const visible = Page.visibleText('<td>Rate:</td>\n<td>3.5&nbsp;%<br>a <em>year</em></td>', 'text/html')
    expect(Page.contains(visible, 'Rate: 3.5 % a year')).to.equal(true)
    expect(Page.contains(visible, 'Rate:\n 3.5\u00a0%  a year')).to.equal(true)
    expect(Page.contains(visible, 'rate: 3.5 % a year'), 'capitals count').to.equal(false)
    expect(Page.contains(visible, ' \u00a0 ')).to.equal(false)
  })

  it('property: whoever quotes a part of the visible text is confirmed, and pieces join to the whole', () => {
    const page = fc.string({
      unit: fc.constantFrom('a', 'b', ' ', '<p>', '<b>', '</b>', '&amp;', '\n', '"', ',', '{'),
    })
    const type = fc.constantFrom('text/html', 'application/json', 'text/plain', '')
    fc.assert(
      fc.property(page, type, fc.nat(40), fc.nat(40), (raw, contentType, from, length) => {
        const visible = Page.visibleText(raw, contentType)
        const quote = visible.slice(from, from + length)
        if (quote.trim() !== '') expect(Page.contains(visible, quote)).to.equal(true)
        expect(
          Page.pieces(raw, contentType)
            .map(({ text }) => text)
            .join(''),
        ).to.equal(visible)
      }),
    )
  })
})
