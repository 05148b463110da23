import { expect } from 'chai'
import fc from 'fast-check'
import { collapse, isSpace, textOf, Writer } from '../../../protocol/page/Segment.ts'

describe('Segment', () => {
  it('SPEC §6: white space is collapsed, the no-break space and Unicode’s too; joiners are not white space', () => {
    for (const code of [
      0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20, 0x85, 0xa0, 0x1680, 0x2003, 0x2028, 0x202f, 0x205f, 0x3000, 0xfeff,
    ])
      expect(isSpace(code), code.toString(16)).to.equal(true)
    for (const code of [0, 0x08, 0x0e, 0x1f, 0x21, 0xad, 0x200b, 0x200d, 0x2060])
      expect(isSpace(code), code.toString(16)).to.equal(false)
    expect(collapse('\ufeff a\u00a0\u2003\n b \u200d ')).to.equal('a b \u200d')
  })

  it('property: collapsing twice is collapsing once, and leaves no white space but single spaces within', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\u00a0', '\u3000', 'é', '😀') })
    fc.assert(
      fc.property(text, (raw) => {
        const once = collapse(raw)
        expect(collapse(once)).to.equal(once)
        expect(once).to.equal(
          raw
            .split(/\s+/u)
            .filter((word) => word !== '')
            .join(' '),
        )
      }),
    )
  })

  it('a writer says where each piece stands: copies run on, decoded characters and gaps stand alone', () => {
    const raw = 'ab  c&x;d'
    const writer = new Writer(raw)
    writer.part(0, 0)
    writer.copy(0, 5)
    writer.put('!', 5, 8)
    writer.put('', 8, 8)
    writer.copy(8, 9)
    writer.put(' ', 9, 9)
    expect(writer.segments).to.deep.equal([
      { text: 'ab', start: 0, end: 2 },
      { text: ' ', start: 2, end: 4 },
      { text: 'c', start: 4, end: 5 },
      { text: '!', start: 5, end: 8 },
      { text: 'd', start: 8, end: 9 },
    ])
    expect(textOf(writer.segments)).to.equal('ab c!d')
  })
})
