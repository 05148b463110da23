import { expect } from 'chai'
import fc from 'fast-check'
import { execute, type Run, stable } from '../../../scripts/vectors/execute.ts'

describe('stable', () => {
  it('sorts keys at every level, and leaves out what is undefined', () => {
    expect(stable({ b: 1, a: { d: null, c: [undefined, 2] }, e: undefined })).to.equal(
      '{"a":{"c":[null,2],"d":null},"b":1}',
    )
    expect(stable(undefined)).to.equal('null')
  })

  it('writes bigints in decimal and bytes in hex', () => {
    expect(stable({ n: 2n ** 70n, bytes: new Uint8Array([0, 255]) })).to.equal(
      '{"bytes":"0x00ff","n":"1180591620717411303424"}',
    )
  })

  it('property: is JSON that says the same, whatever the order of keys', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const same = Object.fromEntries(Object.entries(value).toReversed())
        expect(stable(same)).to.equal(stable(value))
        expect(JSON.parse(stable(value))).to.deep.equal(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})

describe('execute', () => {
  const run: Run = {
    double: ({ n }: { n: number }) => n * 2,
    fail: () => {
      throw new RangeError('no')
    },
    throwText: () => {
      throw 'text'
    },
  }
  const output = (fn: string, input: unknown = {}) => execute(run, { name: 'case', fn, input })

  it('gives the output as text, or the name of the error', () => {
    expect(output('double', { n: 4 })).to.equal('8')
    expect(output('fail')).to.equal('{"throws":"RangeError"}')
    expect(output('throwText')).to.equal('{"throws":"text"}')
  })

  it('refuses a function that the suite does not have', () => {
    expect(() => output('halve')).to.throw('The suite has no function halve.')
  })
})
