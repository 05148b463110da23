/**
 * keccak256, with each 64-bit lane of the state in two 32-bit locals and a round written out step by step. The CRE guest
 * interprets: there a call or an access to an array costs more than the arithmetic, and this form takes an eighth of
 * the time of one with loops. Held against viem's for all lengths around the block by test/protocol/Keccak.test.ts.
 */
const rate = 136

// The constants of the 24 rounds: their low halves, and the one bit that a high half may have.
const low = Int32Array.from(
  (
    '1 8082 808a 80008000 808b 80000001 80008081 8009 8a 88 80008009 8000000a ' +
    '8000808b 8b 8089 8003 8002 80 800a 8000000a 80008081 8080 80000001 80008008'
  ).split(' '),
  (hex) => Number.parseInt(hex, 16),
)
const high = Int32Array.from('001100110000011111011101', (bit) => Number(bit) << 31)

/**
 * The 32 bytes of keccak256.
 *
 * @example
 * Bytes.toHex(keccak256(new Uint8Array(0))) === Hash.ofText('') // true
 */
export function keccak256(bytes: Uint8Array): Uint8Array {
  // Padding: 0x01 … 0x80 up to the next full block.
  const blocks = Math.floor(bytes.length / rate) + 1
  const padded = new Uint8Array(blocks * rate)
  padded.set(bytes)
  padded[bytes.length] = 0x01
  padded[padded.length - 1]! |= 0x80
  // Lanes are little-endian, as are the machines that run this and WebAssembly itself.
  const block = new Int32Array(padded.buffer)
  let s0l = 0,
    s0h = 0,
    s1l = 0,
    s1h = 0,
    s2l = 0,
    s2h = 0,
    s3l = 0,
    s3h = 0,
    s4l = 0,
    s4h = 0,
    s5l = 0,
    s5h = 0,
    s6l = 0,
    s6h = 0,
    s7l = 0,
    s7h = 0,
    s8l = 0,
    s8h = 0,
    s9l = 0,
    s9h = 0,
    s10l = 0,
    s10h = 0,
    s11l = 0,
    s11h = 0,
    s12l = 0,
    s12h = 0,
    s13l = 0,
    s13h = 0,
    s14l = 0,
    s14h = 0,
    s15l = 0,
    s15h = 0,
    s16l = 0,
    s16h = 0,
    s17l = 0,
    s17h = 0,
    s18l = 0,
    s18h = 0,
    s19l = 0,
    s19h = 0,
    s20l = 0,
    s20h = 0,
    s21l = 0,
    s21h = 0,
    s22l = 0,
    s22h = 0,
    s23l = 0,
    s23h = 0,
    s24l = 0,
    s24h = 0
  let t = 0,
    u = 0
  for (let at = 0; at < block.length; at += rate / 4) {
    s0l ^= block[at + 0]!
    s0h ^= block[at + 1]!
    s1l ^= block[at + 2]!
    s1h ^= block[at + 3]!
    s2l ^= block[at + 4]!
    s2h ^= block[at + 5]!
    s3l ^= block[at + 6]!
    s3h ^= block[at + 7]!
    s4l ^= block[at + 8]!
    s4h ^= block[at + 9]!
    s5l ^= block[at + 10]!
    s5h ^= block[at + 11]!
    s6l ^= block[at + 12]!
    s6h ^= block[at + 13]!
    s7l ^= block[at + 14]!
    s7h ^= block[at + 15]!
    s8l ^= block[at + 16]!
    s8h ^= block[at + 17]!
    s9l ^= block[at + 18]!
    s9h ^= block[at + 19]!
    s10l ^= block[at + 20]!
    s10h ^= block[at + 21]!
    s11l ^= block[at + 22]!
    s11h ^= block[at + 23]!
    s12l ^= block[at + 24]!
    s12h ^= block[at + 25]!
    s13l ^= block[at + 26]!
    s13h ^= block[at + 27]!
    s14l ^= block[at + 28]!
    s14h ^= block[at + 29]!
    s15l ^= block[at + 30]!
    s15h ^= block[at + 31]!
    s16l ^= block[at + 32]!
    s16h ^= block[at + 33]!
    for (let round = 0; round < 24; round++) {
      // θ: the parity of each column goes into its neighbours.
      const c0l = s0l ^ s5l ^ s10l ^ s15l ^ s20l
      const c0h = s0h ^ s5h ^ s10h ^ s15h ^ s20h
      const c1l = s1l ^ s6l ^ s11l ^ s16l ^ s21l
      const c1h = s1h ^ s6h ^ s11h ^ s16h ^ s21h
      const c2l = s2l ^ s7l ^ s12l ^ s17l ^ s22l
      const c2h = s2h ^ s7h ^ s12h ^ s17h ^ s22h
      const c3l = s3l ^ s8l ^ s13l ^ s18l ^ s23l
      const c3h = s3h ^ s8h ^ s13h ^ s18h ^ s23h
      const c4l = s4l ^ s9l ^ s14l ^ s19l ^ s24l
      const c4h = s4h ^ s9h ^ s14h ^ s19h ^ s24h
      const d0l = c4l ^ ((c1l << 1) | (c1h >>> 31))
      const d0h = c4h ^ ((c1h << 1) | (c1l >>> 31))
      const d1l = c0l ^ ((c2l << 1) | (c2h >>> 31))
      const d1h = c0h ^ ((c2h << 1) | (c2l >>> 31))
      const d2l = c1l ^ ((c3l << 1) | (c3h >>> 31))
      const d2h = c1h ^ ((c3h << 1) | (c3l >>> 31))
      const d3l = c2l ^ ((c4l << 1) | (c4h >>> 31))
      const d3h = c2h ^ ((c4h << 1) | (c4l >>> 31))
      const d4l = c3l ^ ((c0l << 1) | (c0h >>> 31))
      const d4h = c3h ^ ((c0h << 1) | (c0l >>> 31))
      // ρ and π: each lane turns by its own distance and moves to its new place.
      t = s0l ^ d0l
      u = s0h ^ d0h
      const b0l = t
      const b0h = u
      t = s5l ^ d0l
      u = s5h ^ d0h
      const b16l = (u << 4) | (t >>> 28)
      const b16h = (t << 4) | (u >>> 28)
      t = s10l ^ d0l
      u = s10h ^ d0h
      const b7l = (t << 3) | (u >>> 29)
      const b7h = (u << 3) | (t >>> 29)
      t = s15l ^ d0l
      u = s15h ^ d0h
      const b23l = (u << 9) | (t >>> 23)
      const b23h = (t << 9) | (u >>> 23)
      t = s20l ^ d0l
      u = s20h ^ d0h
      const b14l = (t << 18) | (u >>> 14)
      const b14h = (u << 18) | (t >>> 14)
      t = s1l ^ d1l
      u = s1h ^ d1h
      const b10l = (t << 1) | (u >>> 31)
      const b10h = (u << 1) | (t >>> 31)
      t = s6l ^ d1l
      u = s6h ^ d1h
      const b1l = (u << 12) | (t >>> 20)
      const b1h = (t << 12) | (u >>> 20)
      t = s11l ^ d1l
      u = s11h ^ d1h
      const b17l = (t << 10) | (u >>> 22)
      const b17h = (u << 10) | (t >>> 22)
      t = s16l ^ d1l
      u = s16h ^ d1h
      const b8l = (u << 13) | (t >>> 19)
      const b8h = (t << 13) | (u >>> 19)
      t = s21l ^ d1l
      u = s21h ^ d1h
      const b24l = (t << 2) | (u >>> 30)
      const b24h = (u << 2) | (t >>> 30)
      t = s2l ^ d2l
      u = s2h ^ d2h
      const b20l = (u << 30) | (t >>> 2)
      const b20h = (t << 30) | (u >>> 2)
      t = s7l ^ d2l
      u = s7h ^ d2h
      const b11l = (t << 6) | (u >>> 26)
      const b11h = (u << 6) | (t >>> 26)
      t = s12l ^ d2l
      u = s12h ^ d2h
      const b2l = (u << 11) | (t >>> 21)
      const b2h = (t << 11) | (u >>> 21)
      t = s17l ^ d2l
      u = s17h ^ d2h
      const b18l = (t << 15) | (u >>> 17)
      const b18h = (u << 15) | (t >>> 17)
      t = s22l ^ d2l
      u = s22h ^ d2h
      const b9l = (u << 29) | (t >>> 3)
      const b9h = (t << 29) | (u >>> 3)
      t = s3l ^ d3l
      u = s3h ^ d3h
      const b5l = (t << 28) | (u >>> 4)
      const b5h = (u << 28) | (t >>> 4)
      t = s8l ^ d3l
      u = s8h ^ d3h
      const b21l = (u << 23) | (t >>> 9)
      const b21h = (t << 23) | (u >>> 9)
      t = s13l ^ d3l
      u = s13h ^ d3h
      const b12l = (t << 25) | (u >>> 7)
      const b12h = (u << 25) | (t >>> 7)
      t = s18l ^ d3l
      u = s18h ^ d3h
      const b3l = (t << 21) | (u >>> 11)
      const b3h = (u << 21) | (t >>> 11)
      t = s23l ^ d3l
      u = s23h ^ d3h
      const b19l = (u << 24) | (t >>> 8)
      const b19h = (t << 24) | (u >>> 8)
      t = s4l ^ d4l
      u = s4h ^ d4h
      const b15l = (t << 27) | (u >>> 5)
      const b15h = (u << 27) | (t >>> 5)
      t = s9l ^ d4l
      u = s9h ^ d4h
      const b6l = (t << 20) | (u >>> 12)
      const b6h = (u << 20) | (t >>> 12)
      t = s14l ^ d4l
      u = s14h ^ d4h
      const b22l = (u << 7) | (t >>> 25)
      const b22h = (t << 7) | (u >>> 25)
      t = s19l ^ d4l
      u = s19h ^ d4h
      const b13l = (t << 8) | (u >>> 24)
      const b13h = (u << 8) | (t >>> 24)
      t = s24l ^ d4l
      u = s24h ^ d4h
      const b4l = (t << 14) | (u >>> 18)
      const b4h = (u << 14) | (t >>> 18)
      // χ: each lane by the next two of its row.
      s0l = b0l ^ (~b1l & b2l)
      s0h = b0h ^ (~b1h & b2h)
      s1l = b1l ^ (~b2l & b3l)
      s1h = b1h ^ (~b2h & b3h)
      s2l = b2l ^ (~b3l & b4l)
      s2h = b2h ^ (~b3h & b4h)
      s3l = b3l ^ (~b4l & b0l)
      s3h = b3h ^ (~b4h & b0h)
      s4l = b4l ^ (~b0l & b1l)
      s4h = b4h ^ (~b0h & b1h)
      s5l = b5l ^ (~b6l & b7l)
      s5h = b5h ^ (~b6h & b7h)
      s6l = b6l ^ (~b7l & b8l)
      s6h = b6h ^ (~b7h & b8h)
      s7l = b7l ^ (~b8l & b9l)
      s7h = b7h ^ (~b8h & b9h)
      s8l = b8l ^ (~b9l & b5l)
      s8h = b8h ^ (~b9h & b5h)
      s9l = b9l ^ (~b5l & b6l)
      s9h = b9h ^ (~b5h & b6h)
      s10l = b10l ^ (~b11l & b12l)
      s10h = b10h ^ (~b11h & b12h)
      s11l = b11l ^ (~b12l & b13l)
      s11h = b11h ^ (~b12h & b13h)
      s12l = b12l ^ (~b13l & b14l)
      s12h = b12h ^ (~b13h & b14h)
      s13l = b13l ^ (~b14l & b10l)
      s13h = b13h ^ (~b14h & b10h)
      s14l = b14l ^ (~b10l & b11l)
      s14h = b14h ^ (~b10h & b11h)
      s15l = b15l ^ (~b16l & b17l)
      s15h = b15h ^ (~b16h & b17h)
      s16l = b16l ^ (~b17l & b18l)
      s16h = b16h ^ (~b17h & b18h)
      s17l = b17l ^ (~b18l & b19l)
      s17h = b17h ^ (~b18h & b19h)
      s18l = b18l ^ (~b19l & b15l)
      s18h = b18h ^ (~b19h & b15h)
      s19l = b19l ^ (~b15l & b16l)
      s19h = b19h ^ (~b15h & b16h)
      s20l = b20l ^ (~b21l & b22l)
      s20h = b20h ^ (~b21h & b22h)
      s21l = b21l ^ (~b22l & b23l)
      s21h = b21h ^ (~b22h & b23h)
      s22l = b22l ^ (~b23l & b24l)
      s22h = b22h ^ (~b23h & b24h)
      s23l = b23l ^ (~b24l & b20l)
      s23h = b23h ^ (~b24h & b20h)
      s24l = b24l ^ (~b20l & b21l)
      s24h = b24h ^ (~b20h & b21h)
      // ι: the constant of the round.
      s0l ^= low[round]!
      s0h ^= high[round]!
    }
  }
  return new Uint8Array(Int32Array.of(s0l, s0h, s1l, s1h, s2l, s2h, s3l, s3h).buffer)
}
