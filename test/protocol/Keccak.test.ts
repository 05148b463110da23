import { expect } from 'chai'
import fc from 'fast-check'
import { keccak256 as viemKeccak } from 'viem/utils'
import { Bytes, Hash } from '../../protocol/index.ts'
import { keccak256 } from '../../protocol/Keccak.ts'

describe('keccak256', () => {
  it('gives the published hashes', () => {
    const hashes: Record<string, string> = {
      '': 'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470',
      abc: '4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45',
      'The quick brown fox jumps over the lazy dog':
        '4d741b6f1eb29cb2a9b9911c82f56fa8d73b04959d3d9d222895df6c0b28aa15',
    }
    for (const [text, hash] of Object.entries(hashes)) expect(Hash.ofText(text), text).to.equal(`0x${hash}`)
  })

  it("gives viem's hash for every length up to five blocks", () => {
    for (let length = 0; length <= 5 * 136 + 1; length++) {
      const bytes = Uint8Array.from({ length }, (_, i) => (i * 167 + length) & 0xff)
      expect(Bytes.toHex(keccak256(bytes)), `${length} bytes`).to.equal(viemKeccak(bytes))
    }
  })

  it("gives viem's hash for any bytes, wherever they lie in their buffer, and leaves them as they were", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), fc.nat(9), (bytes, offset) => {
        const part = bytes.subarray(Math.min(offset, bytes.length))
        const before = part.slice()
        expect(Bytes.toHex(keccak256(part))).to.equal(viemKeccak(part))
        expect(Bytes.equal(part, before)).to.equal(true)
      }),
      { numRuns: 300 },
    )
  })

  it("gives viem's hash for zeros, ones and a single bit anywhere in the state", () => {
    for (const fill of [0x00, 0xff]) {
      const bytes = new Uint8Array(136).fill(fill)
      expect(Bytes.toHex(keccak256(bytes))).to.equal(viemKeccak(bytes))
    }
    for (let bit = 0; bit < 136 * 8; bit += 3) {
      const bytes = new Uint8Array(136)
      bytes[bit >> 3] = 1 << (bit & 7)
      expect(Bytes.toHex(keccak256(bytes)), `bit ${bit}`).to.equal(viemKeccak(bytes))
    }
  })
})
