import { BaseError } from '../protocol/index.ts'

const headerLength = 8
const memorySection = 5

/**
 * The same WebAssembly module with its memory capped at `pages` of 64 KiB. The plugin declares no maximum, and a guest
 * was seen to take 1 GB; CRE allows 100 MB.
 */
export function capMemory(wasm: Uint8Array, pages: number): Uint8Array {
  let offset = headerLength
  while (offset < wasm.length) {
    const id = wasm[offset]!
    const size = readUnsigned(wasm, offset + 1)
    const end = size.next + size.value
    if (id === memorySection) {
      const body = cappedMemory(wasm.subarray(size.next, end), pages)
      const section = [memorySection, ...unsigned(body.length), ...body]
      return Buffer.concat([wasm.subarray(0, offset), Uint8Array.from(section), wasm.subarray(end)])
    }
    offset = end
  }
  throw new NoMemoryError()
}

// One memory, whose limits are: a flag (bit 0: has a maximum), the minimum, the maximum.
function cappedMemory(section: Uint8Array, pages: number): number[] {
  const count = readUnsigned(section, 0)
  const flag = section[count.next]
  if (count.value !== 1 || (flag !== 0 && flag !== 1)) throw new NoMemoryError()
  const minimum = readUnsigned(section, count.next + 1).value
  if (minimum > pages) throw new CapTooSmallError(pages, minimum)
  return [1, 1, ...unsigned(minimum), ...unsigned(pages)]
}

/** An integer in LEB128, as WebAssembly writes its lengths. */
function readUnsigned(bytes: Uint8Array, start: number): { value: number; next: number } {
  let value = 0
  for (let i = 0; i < 5; i++) {
    const byte = bytes[start + i] ?? 0
    value += (byte & 0x7f) * 2 ** (7 * i)
    if (byte < 0x80) return { value, next: start + i + 1 }
  }
  throw new NoMemoryError()
}

function unsigned(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80)
    rest = Math.floor(rest / 0x80)
  }
  bytes.push(rest)
  return bytes
}

export class NoMemoryError extends BaseError {
  override readonly name = 'Wasm.NoMemoryError'
  constructor() {
    super('The WebAssembly module declares no single plain memory of its own.')
  }
}

export class CapTooSmallError extends BaseError {
  override readonly name = 'Wasm.CapTooSmallError'
  constructor(pages: number, minimum: number) {
    super(`The module starts with ${minimum} pages of memory; a cap of ${pages} leaves it none.`)
  }
}
