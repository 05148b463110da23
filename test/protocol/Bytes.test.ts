import { expect } from 'chai'
import fc from 'fast-check'
import { Bytes } from '../../protocol/index.ts'

const bytes = (max = 64) => fc.uint8Array({ maxLength: max })
const size = fc.integer({ min: 1, max: 32 })

describe('Bytes', () => {
  it('spells bytes in hex and back', () => {
    expect(Bytes.toHex(Uint8Array.of(0, 171, 255))).to.equal('0x00abff')
    fc.assert(fc.property(bytes(), (each) => Bytes.equal(Bytes.fromHex(Bytes.toHex(each)), each)))
  })

  it('spells text in UTF-8 and back', () => {
    expect(Bytes.toHex(Bytes.fromText('§😀'))).to.equal('0xc2a7f09f9880')
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => Bytes.toText(Bytes.fromText(text)) === text),
    )
  })

  it('keeps a byte order mark, so that two byte strings never read as one text', () => {
    expect(Bytes.toText(Uint8Array.of(0xef, 0xbb, 0xbf, 0x41))).to.equal('\ufeffA')
    expect(Bytes.toText(Uint8Array.of(0xef, 0xbb, 0xbf))).to.equal('\ufeff')
    expect(Bytes.toText(Bytes.fromText('\ufeff\ufeffA'))).to.equal('\ufeff\ufeffA')
  })

  it('reads what is not UTF-8 as U+FFFD', () => {
    expect(Bytes.toText(Uint8Array.of(0x41, 0xff, 0x42))).to.equal('A\ufffdB')
  })

  it('joins and compares', () => {
    fc.assert(
      fc.property(bytes(), bytes(), (a, b) => {
        expect([...Bytes.concat(a, b)]).to.deep.equal([...a, ...b])
        expect(Bytes.equal(a, b)).to.equal(Buffer.compare(a, b) === 0)
      }),
    )
    expect(Bytes.concat()).to.have.length(0)
  })

  it('writes big-endian integers that the reader gives back', () => {
    expect(Bytes.toHex(Bytes.uint(258, 4))).to.equal('0x00000102')
    expect(Bytes.toHex(Bytes.int(-2n, 3))).to.equal('0xfffffe')
    fc.assert(
      fc.property(size, fc.bigInt(0n, 2n ** 256n - 1n), (length, seed) => {
        const range = 1n << BigInt(8 * length)
        const unsigned = seed % range
        const signed = unsigned - range / 2n
        const reader = new Bytes.Reader(Bytes.concat(Bytes.uint(unsigned, length), Bytes.int(signed, length)))
        expect(reader.uint(length)).to.equal(unsigned)
        expect(reader.int(length)).to.equal(signed)
        reader.end()
      }),
    )
  })

  it('refuses an integer one past either end of its range', () => {
    fc.assert(
      fc.property(size, (length) => {
        const range = 1n << BigInt(8 * length)
        expect(Bytes.uint(range - 1n, length)).to.have.length(length)
        expect(() => Bytes.uint(range, length))
          .to.throw()
          .with.property('name', 'Bytes.OutOfRangeError')
        expect(() => Bytes.uint(-1, length))
          .to.throw()
          .with.property('name', 'Bytes.OutOfRangeError')
        expect(() => Bytes.int(range / 2n, length))
          .to.throw()
          .with.property('name', 'Bytes.OutOfRangeError')
        expect(() => Bytes.int(-range / 2n - 1n, length))
          .to.throw()
          .with.property('name', 'Bytes.OutOfRangeError')
      }),
    )
  })

  it('takes exactly 32 bytes for a bytes32', () => {
    expect(Bytes.bytes32(Bytes.zero32)).to.deep.equal(new Uint8Array(32))
    for (const hex of ['0x', '0x00', `0x${'00'.repeat(31)}`, `0x${'00'.repeat(33)}`] as const) {
      expect(() => Bytes.bytes32(hex))
        .to.throw()
        .with.property('name', 'Bytes.WrongLengthError')
    }
  })
})

describe('Bytes.Reader', () => {
  it('reads fields in order and knows what remains', () => {
    const reader = new Bytes.Reader(
      Bytes.concat(Uint8Array.of(1, 2), new Uint8Array(6).fill(255), Bytes.bytes32(Bytes.zero32)),
    )
    expect([...reader.take(2)]).to.deep.equal([1, 2])
    expect(reader.number(6)).to.equal(2 ** 48 - 1)
    expect(reader.remaining).to.equal(32)
    expect(reader.bytes32()).to.equal(Bytes.zero32)
    reader.end()
  })

  it('fails when it would run past the end, and leaves its place', () => {
    const reader = new Bytes.Reader(Uint8Array.of(1, 2))
    expect(() => reader.take(3))
      .to.throw()
      .with.property('name', 'Bytes.TruncatedError')
    expect(reader.number(2)).to.equal(0x0102)
    expect(() => reader.uint(1))
      .to.throw()
      .with.property('name', 'Bytes.TruncatedError')
  })

  it('fails at the end when bytes are left over', () => {
    expect(() => new Bytes.Reader(Uint8Array.of(1)).end())
      .to.throw()
      .with.property('name', 'Bytes.TrailingBytesError')
  })
})
