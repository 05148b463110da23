import { expect } from 'chai'
import fc from 'fast-check'
import { Bytes, Citation, Page } from '../../../protocol/index.ts'
import { cite } from '../../../workers/sdk/cite.ts'

describe('cite', () => {
  const url = 'https://pages.example/minutes'
  const html = (text: string) => ({ url, text, contentType: 'text/html' })
  const page = html(
    '<h1>Minutes</h1><p>The council <b>approved</b> the R&amp;D&nbsp;centre on 12&nbsp;May.</p>',
  )

  it('SPEC §6: quotes what a reader sees', () => {
    expect(cite(page, 'council approved the R&D centre')).to.deep.equal({
      url,
      quote: 'council approved the R&D centre',
    })
    expect(cite(page, ' council\n approved the  R&D centre')?.quote).to.equal(
      'council approved the R&D centre',
    )
  })

  it('takes a passage of the source as what it shows', () => {
    expect(cite(page, 'council <b>approved</b> the R&amp;D&nbsp;centre')?.quote).to.equal(
      'council approved the R&D centre',
    )
    expect(cite(page, '<b>approved</b> the R&amp;D&nbsp;ce')?.quote).to.equal('approved the R&D ce')
  })

  it('widens what is too short to be found again, by whole words', () => {
    expect(cite(page, 'approved')?.quote).to.equal('council approved the')
    expect(cite(page, 'May.')?.quote).to.equal('on 12 May.'.length < 12 ? 'centre on 12 May.' : 'on 12 May.')
    expect(cite(html('<p>It rained.</p>'), 'rained'), 'a page of ten bytes').to.equal(null)
  })

  it('cuts what is too long, at the end of a word', () => {
    const long = `${'word '.repeat(100)}end`
    const citation = cite(html(`<p>${long}</p>`), long)
    expect(citation?.quote).to.equal('word '.repeat(40).trim())
  })

  it('cites nothing that is not there, hidden, or in a page that cannot be cited', () => {
    expect(cite(page, 'rejected the R&D centre')).to.equal(null)
    expect(cite(page, '')).to.equal(null)
    expect(cite(page, '  ')).to.equal(null)
    const hidden = html('<script>const verdict = "approved by all"</script><p>Nothing to see here today.</p>')
    expect(cite(hidden, 'approved by all')).to.equal(null)
    for (const other of ['http://pages.example/a', 'ftp://pages.example/a', 'https://user@pages.example/a'])
      expect(cite({ ...page, url: other }, 'council approved the'), other).to.equal(null)
  })

  it('reads JSON and plain text', () => {
    const json = { url, text: '{"result":"approved by nine votes to four"}', contentType: 'application/json' }
    expect(cite(json, 'approved by nine')?.quote).to.equal('approved by nine')
    const plain = { url, text: 'approved by\nnine votes', contentType: 'text/plain' }
    expect(cite(plain, 'approved by\nnine')?.quote).to.equal('approved by nine')
  })

  it('makes only citations that the wire takes and a checker finds', () => {
    const words = fc.string({ unit: 'binary', maxLength: 400 })
    fc.assert(
      fc.property(words, words, words, (before, passage, after) => {
        const text = `<p>${before}</p>${passage}<i>${after}</i>`
        const citation = cite(html(text), passage)
        if (citation === null) return
        expect(Citation.fault([citation], [url])).to.equal(null)
        expect(Page.contains(Page.visibleText(text, 'text/html'), citation.quote)).to.equal(true)
        expect(Bytes.fromText(citation.quote).length).to.be.within(12, 200)
      }),
    )
  })

  it('cites no page that says the passage only because its address does', () => {
    const text = '<p>No results for It rained in Oslo on May 3.</p>'
    const at = (url: string) => cite({ url, text, contentType: 'text/html' }, 'It rained in Oslo on May 3.')
    expect(at('https://www.gov.uk/search?q=It+rained+in+Oslo+on+May+3')).to.equal(null)
    expect(at('https://www.gov.uk/weather')).not.to.equal(null)
  })
})
