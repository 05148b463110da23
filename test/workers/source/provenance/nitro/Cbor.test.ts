import { expect } from 'chai'
import * as Cbor from '../../../../../workers/source/provenance/nitro/Cbor.ts'
import { encode } from './makeDocument.ts'

const decode = (hex: string) => Cbor.decode(Buffer.from(hex, 'hex'))

describe('CBOR', () => {
  it('reads the examples of RFC 8949 that documents use', () => {
    const examples: [string, unknown][] = [
      ['00', 0],
      ['17', 23],
      ['1818', 24],
      ['1903e8', 1000],
      ['1a000f4240', 1_000_000],
      ['1b000000e8d4a51000', 1_000_000_000_000],
      ['20', -1],
      ['3903e7', -1000],
      ['f4', false],
      ['f5', true],
      ['f6', null],
      ['6449455446', 'IETF'],
      ['83010203', [1, 2, 3]],
    ]
    for (const [hex, value] of examples) expect(decode(hex), hex).to.deep.equal(value)
    expect([...(decode('4401020304') as Uint8Array)]).to.deep.equal([1, 2, 3, 4])
    expect(decode('a201020304')).to.deep.equal(
      new Map([
        [1, 2],
        [3, 4],
      ]),
    )
    expect(decode('c11a514b67b0')).to.deep.equal({ tag: 1, value: 1_363_896_240 })
  })

  it('refuses what is cut, followed by bytes, too deep, or has another spelling', () => {
    const faults: [string, string][] = [
      ['', 'it ends too early'],
      ['18', 'it ends too early'],
      ['44010203', 'it ends too early'],
      ['9a7fffffff', 'it ends too early'],
      ['0000', 'bytes follow it'],
      ['1817', 'longer than it must be'],
      ['190017', 'longer than it must be'],
      ['1bffffffffffffffff', 'not within 2^53'],
      ['9fff', 'not definite'],
      ['a201020103', 'comes twice'],
      ['a1f601', 'neither a number nor a text'],
      ['f7', 'simple value'],
      ['fb3ff199999999999a', 'simple value'],
      ['61ff', 'not UTF-8'],
      ['818181818181818100', 'nested deeper'],
    ]
    for (const [hex, why] of faults) expect(() => decode(hex), hex).to.throw(why)
  })

  it('gives back what was encoded', () => {
    const value = ['text', -5, 70_000, null, Uint8Array.of(9), new Map([['k', [1]]])] as const
    expect(Cbor.decode(encode(value as never))).to.deep.equal(value)
  })
})
