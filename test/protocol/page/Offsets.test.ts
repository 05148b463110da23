import { expect } from 'chai'
import fc from 'fast-check'
import { Page } from '../../../protocol/index.ts'
import { Offsets } from '../../../protocol/page/Offsets.ts'

describe('Offsets', () => {
  const offsetsOf = (raw: string) => {
    const pieces = Page.pieces(raw, 'text/html')
    const text = Page.visibleText(raw, 'text/html')
    return { text, offsets: new Offsets(pieces, text) }
  }

  it('finds what of a part of the page is visible, without spaces at its ends', () => {
    const raw = '<p> One&nbsp;&amp; <b>two</b> </p><p>3</p>'
    const { text, offsets } = offsetsOf(raw)
    const shown = (part: string) => {
      const span = offsets.span(raw.indexOf(part), raw.indexOf(part) + part.length)
      return span && text.slice(span.start, span.end)
    }
    expect(shown(' One&nbsp;&amp; ')).to.equal('One &')
    expect(shown('<b>two</b>')).to.equal('two')
    expect(shown('w')).to.equal('w')
    expect(shown('</p><p>3')).to.equal('3')
    expect(shown('</p>')).to.equal(null)
  })

  it('property: parts of a page give parts of its text in order, whichever is asked first', () => {
    const unit = fc.constantFrom(
      'a',
      'b',
      ' ',
      '<p>',
      '<b>',
      '&amp;',
      '&nbsp;',
      '&#x1F600;',
      '<script>x</script>',
    )
    fc.assert(
      fc.property(fc.array(unit), fc.array(fc.nat(60)), (units, asked) => {
        const raw = units.join('')
        const { text, offsets } = offsetsOf(raw)
        const whole = offsets.span(0, raw.length)
        expect(whole === null ? '' : text.slice(whole.start, whole.end)).to.equal(text)
        const places = asked.map((place) => Math.min(place, raw.length))
        const ends = places.map((place) => ({ place, end: offsets.span(0, place)?.end ?? 0 }))
        for (const a of ends) for (const b of ends) if (a.place <= b.place) expect(a.end).to.be.at.most(b.end)
      }),
    )
  })
})
