import { expect } from 'chai'
import fc from 'fast-check'
import { decode } from '../../../protocol/page/Entities.ts'

describe('Entities', () => {
  const said = (raw: string) => {
    const entity = decode(raw, 0)
    return entity === null ? null : entity.text + raw.slice(entity.end)
  }

  it('names of HTML 4 stand for their characters, at the ends and the holes of their tables too', () => {
    const names = {
      nbsp: '\u00a0',
      yuml: 'ÿ',
      times: '×',
      Alpha: 'Α',
      Omega: 'Ω',
      Sigma: 'Σ',
      alpha: 'α',
      sigmaf: 'ς',
    }
    for (const [name, character] of Object.entries({ ...names, omega: 'ω', euro: '€', zdot: 'ż', apos: "'" }))
      expect(said(`&${name};`), name).to.equal(character)
    expect(said('&-;')).to.equal(null)
  })

  it('old names need no semicolon, and the longest of them wins; new names need one', () => {
    expect(said('&copy2024')).to.equal('©2024')
    expect(said('&notin;')).to.equal('∉')
    expect(said('&notin')).to.equal('¬in')
    expect(said('&sup21')).to.equal('²1')
    expect(said('&euro 5')).to.equal(null)
    expect(said('&nosuch;')).to.equal(null)
    expect(said('&constructor;')).to.equal(null)
  })

  it('property: a number stands for its code point, in both bases, with and without a semicolon', () => {
    const point = fc.integer({ min: 0xa0, max: 0x10ffff }).filter((code) => code < 0xd800 || code > 0xdfff)
    fc.assert(
      fc.property(point, (code) => {
        const character = String.fromCodePoint(code)
        expect(said(`&#${code};`)).to.equal(character)
        expect(said(`&#x${code.toString(16)}`)).to.equal(character)
        expect(said(`&#X000${code.toString(16).toUpperCase()};!`)).to.equal(`${character}!`)
      }),
    )
  })

  it('numbers that stand for nothing give one sign, however many digits they have', () => {
    for (const digits of ['0', 'xd800', 'xdfff', 'x110000', '9'.repeat(1_000)])
      expect(said(`&#${digits};`), digits.slice(0, 9)).to.equal('\ufffd')
    for (const none of ['&', '&;', '&#', '&#;', '&#x', '&#x;', '&#g']) expect(said(none), none).to.equal(null)
    expect(said('&#128;&')).to.equal('€&')
  })
})
