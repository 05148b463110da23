import { BaseError } from '../protocol/core.ts'

/** WebAssembly modules as lists of sections: enough to cap a memory and to link a program in, and no more. */
export type Section = { readonly id: number; readonly body: Uint8Array }

export const sectionIds = {
  type: 1,
  import: 2,
  function: 3,
  table: 4,
  memory: 5,
  export: 7,
  start: 8,
  code: 10,
  data: 11,
  dataCount: 12,
} as const

const header = Uint8Array.of(0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00)

export function readSections(wasm: Uint8Array): Section[] {
  if (!header.every((byte, i) => wasm[i] === byte)) throw new NotWasmError()
  const sections: Section[] = []
  let offset = header.length
  while (offset < wasm.length) {
    const id = wasm[offset]!
    const { value, next } = readUnsigned(wasm, offset + 1)
    const end = next + value
    if (end > wasm.length) throw new NotWasmError()
    sections.push({ id, body: wasm.subarray(next, end) })
    offset = end
  }
  return sections
}

export const writeSections = (sections: readonly Section[]): Uint8Array =>
  new Uint8Array(
    Buffer.concat([
      header,
      ...sections.flatMap(({ id, body }) => [Uint8Array.from([id, ...unsigned(body.length)]), body]),
    ]),
  )

/**
 * The same WebAssembly module with its memory capped at `pages` of 64 KiB. The plugin declares no maximum, and a guest
 * was seen to take 1 GB; CRE allows 100 MB.
 */
export function capMemory(wasm: Uint8Array, pages: number): Uint8Array {
  const sections = readSections(wasm)
  if (!sections.some(({ id }) => id === sectionIds.memory)) throw new NoMemoryError()
  return writeSections(
    sections.map((section) =>
      section.id === sectionIds.memory ? { ...section, body: cappedMemory(section.body, pages) } : section,
    ),
  )
}

// One memory, whose limits are: a flag (bit 0: has a maximum), the minimum, the maximum.
function cappedMemory(section: Uint8Array, pages: number): Uint8Array {
  const count = readUnsigned(section, 0)
  const flag = section[count.next]
  if (count.value !== 1 || (flag !== 0 && flag !== 1)) throw new NoMemoryError()
  const minimum = readUnsigned(section, count.next + 1).value
  if (minimum > pages) throw new CapTooSmallError(pages, minimum)
  return Uint8Array.from([1, 1, ...unsigned(minimum), ...unsigned(pages)])
}

/** An integer in LEB128, as WebAssembly writes its lengths. */
export function readUnsigned(bytes: Uint8Array, start: number): { value: number; next: number } {
  let value = 0
  for (let i = 0; i < 5; i++) {
    const byte = bytes[start + i] ?? 0
    value += (byte & 0x7f) * 2 ** (7 * i)
    if (byte < 0x80) return { value, next: start + i + 1 }
  }
  throw new NotWasmError()
}

export function unsigned(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80)
    rest = Math.floor(rest / 0x80)
  }
  bytes.push(rest)
  return bytes
}

/** The same in signed LEB128, as constants are written; only for what is not negative. */
export function signed(value: number): number[] {
  const bytes = unsigned(value)
  // Bit 6 of the last byte is the sign: a byte of zeros keeps it clear.
  const last = bytes.length - 1
  return (bytes[last]! & 0x40) === 0 ? bytes : [...bytes.slice(0, last), bytes[last]! | 0x80, 0x00]
}

export class NotWasmError extends BaseError {
  override readonly name = 'Wasm.NotWasmError'
  constructor() {
    super('This is not a whole WebAssembly module.')
  }
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
