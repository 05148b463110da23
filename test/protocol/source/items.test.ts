import { expect } from 'chai'
import { digitsOf, fieldOf, ItemError, list, partsOf, textOf } from '../../../protocol/source/items.ts'
import { type ExactJson, parse } from '../../../protocol/source/parseExact.ts'

const [number, text, nothing, items, object] = parse('[1.50,"1.50",null,[1,2],{"a":null,"b":true}]') as [
  ExactJson,
  ExactJson,
  ExactJson,
  ExactJson,
  ExactJson,
]

describe('list', () => {
  const digits = list(digitsOf)
  const issuesOf = (value: unknown) =>
    digits.safeParse(value).error?.issues.map(({ path, message }) => `${message} at ${path.join('/')}`)

  it('reads each item with a plain function', () => {
    expect(digits.parse(parse('[1.0, 2e3]'))).to.deep.equal(['1.0', '2e3'])
    expect(digits.parse([])).to.deep.equal([])
  })

  it('gives up at the first item that is wrong, and says which', () => {
    let read = 0
    const counting = list((item) => {
      read++
      return digitsOf(item)
    })
    const result = counting.safeParse(parse('[1,"x","y",2]'))
    expect(result.error?.issues).to.have.length(1)
    expect(result.error?.issues[0]).to.deep.include({ message: 'expected a number', path: [1] })
    expect(read).to.equal(2)
  })

  it('error: is no list', () => {
    for (const value of [object, text, nothing, undefined])
      expect(issuesOf(value)).to.deep.equal(['expected a list at '])
  })
})

describe('a part of an item', () => {
  it('C32: is read as what it must be, numbers by their digits', () => {
    expect(digitsOf(number)).to.equal('1.50')
    expect(textOf(text)).to.equal('1.50')
    expect(partsOf(items, 2)).to.equal(items)
    expect(fieldOf(object, 'b')).to.equal(true)
  })

  it('error: a text is no number, a number no text, and what is missing is neither', () => {
    for (const value of [text, nothing, items, undefined, 1.5 as never])
      expect(() => digitsOf(value)).to.throw(ItemError, 'expected a number')
    for (const value of [number, nothing, items, undefined])
      expect(() => textOf(value)).to.throw(ItemError, 'expected a text')
  })

  it('error: a list within a list has enough parts', () => {
    expect(() => partsOf(items, 3)).to.throw(ItemError, 'expected a list of 3 parts')
    expect(() => partsOf(object, 0)).to.throw(ItemError, 'expected a list of 0 parts')
  })

  it('a field that is not there is null, also one that objects inherit', () => {
    for (const name of ['a', 'c', 'constructor', 'toString', '__proto__'])
      expect(fieldOf(object, name), name).to.equal(null)
    for (const value of [nothing, text])
      expect(() => fieldOf(value, 'a')).to.throw(ItemError, 'expected an object')
  })
})
