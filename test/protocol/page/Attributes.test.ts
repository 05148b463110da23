import { expect } from 'chai'
import fc from 'fast-check'
import { attributesOf, decoded } from '../../../protocol/page/Attributes.ts'
import { scan, type Tag } from '../../../protocol/page/Markup.ts'

describe('Attributes', () => {
  const attributes = (raw: string) => {
    const tags: Tag[] = []
    scan(raw, { tag: (tag) => tags.push(tag), text: () => {} })
    return Object.fromEntries(attributesOf(raw, tags[0]!))
  }

  it('values are quoted in either way or not at all; names are in lower case', () => {
    expect(attributes(`<p ID=a Class = "b c" title='d "e"' hidden data-x=/f/>`)).to.deep.equal({
      id: 'a',
      class: 'b c',
      title: 'd "e"',
      hidden: '',
      'data-x': '/f/',
    })
  })

  it('references are decoded and white space is collapsed', () => {
    expect(attributes('<p title=" R&amp;D\n &#x41; ">')).to.deep.equal({ title: 'R&D A' })
    expect(decoded('<b> x &lt; y </b>', 3, 13)).to.equal('x < y')
  })

  it('of equal names the first counts, and a tag that is cut off gives what there is', () => {
    expect(attributes('<p a=1 A=2>')).to.deep.equal({ a: '1' })
    expect(attributes('<p a="1 b=2')).to.deep.equal({ a: '1 b=2' })
    expect(attributes('<p a=')).to.deep.equal({ a: '' })
    expect(attributes('<p>')).to.deep.equal({})
  })

  it('property: what is written is read', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'b', '-', 'z'), minLength: 1, maxLength: 5 })
    const value = fc.string({ unit: fc.constantFrom('x', '=', '>', '/', "'"), maxLength: 5 })
    fc.assert(
      fc.property(fc.dictionary(name, value), (given) => {
        const written = Object.entries(given).map(([key, each]) => ` ${key}="${each}"`)
        expect(attributes(`<p${written.join('')}>`)).to.deep.equal({ ...given })
      }),
    )
  })
})
