/** The field of a CapabilityRequest that names the call. */
const field = 4n

/**
 * The callback id of a CapabilityRequest's bytes, 0 where it has none, null where they are no message. The guest's thread asks for
 * nothing else in it, and starts the sooner for not loading what would read it whole.
 */
export function callbackIdOf(bytes: Uint8Array): number | null {
  let at = 0
  let id = 0
  const varint = (): bigint | null => {
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[at++]
      if (byte === undefined) return null
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
    return null
  }
  while (at < bytes.length) {
    const tag = varint()
    if (tag === null || tag < 8n) return null
    const kind = Number(tag & 7n)
    const value = kind === 0 || kind === 2 ? varint() : 0n
    if (value === null) return null
    if (kind === 0 && tag >> 3n === field) id = Number(BigInt.asIntN(32, value))
    if (kind === 2) at += Number(value)
    else if (kind === 1) at += 8
    else if (kind === 5) at += 4
    else if (kind !== 0) return null
  }
  return at === bytes.length ? id : null
}
