import { expect } from 'chai'
import fc from 'fast-check'
import { parseArray } from '../../../services/store/parseArray.ts'
import { UnstorableValueError, type Value } from '../../../services/store/Store.ts'
import { toParameter } from '../../../services/store/toParameter.ts'

describe('toParameter', () => {
  it('spells scalars as PostgreSQL reads them', () => {
    const spelled: [Value, string | null][] = [
      ['text', 'text'],
      ['', ''],
      [1.5, '1.5'],
      [2n ** 63n, '9223372036854775808'],
      [true, 'true'],
      [new Date(0), '1970-01-01T00:00:00.000Z'],
      [null, null],
    ]
    for (const [value, text] of spelled) expect(toParameter(value)).to.equal(text)
  })

  it('leaves bytes as they are', () => {
    const bytes = Uint8Array.of(0, 255)
    expect(toParameter(bytes)).to.equal(bytes)
  })

  it('quotes every element of an array, so that nothing in it means anything', () => {
    expect(toParameter(['a', null, 'NULL', '', ' ', '{,}', '"\\'])).to.equal(
      '{"a",NULL,"NULL",""," ","{,}","\\"\\\\"}',
    )
    expect(toParameter([])).to.equal('{}')
    expect(
      toParameter([
        [1, 2],
        [3n, null],
      ]),
    ).to.equal('{{"1","2"},{"3",NULL}}')
    expect(toParameter([Uint8Array.of(1, 255)])).to.equal('{"\\\\x01ff"}')
  })

  it('is read back by parseArray, whatever the texts are', () => {
    const texts = fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed() && !text.includes('\0'))
    fc.assert(
      fc.property(fc.array(fc.option(texts), { minLength: 1 }), (values) => {
        expect(parseArray(String(toParameter(values)), (text) => text)).to.deep.equal(values)
      }),
    )
  })

  it('refuses what PostgreSQL would not give back', () => {
    const bad: unknown[] = [
      'a\0b',
      '\ud800',
      'x\udc00',
      new Date(Number.NaN),
      {},
      undefined,
      Symbol('x'),
      () => 1,
      ['\0'],
      [[{}]],
    ]
    for (const value of bad) expect(() => toParameter(value as Value)).to.throw(UnstorableValueError)
  })
})
