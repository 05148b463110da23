import { BaseError } from '../protocol/core.ts'
import {
  readSections,
  readUnsigned,
  type Section,
  sectionIds,
  signed,
  unsigned,
  writeSections,
} from './wasm.ts'

/**
 * One WebAssembly module of the guest and a program's bytecode: it exports `memory`, `_start` and `main` and nothing else, which
 * is what CRE's host asks of a workflow. The bytecode is a passive data segment that `_start` copies into fresh memory and
 * hands to the guest.
 */
export function link(plugin: Uint8Array, bytecode: Uint8Array): Uint8Array {
  const sections = readSections(plugin)
  const find = (id: number) => sections.find((section) => section.id === id)?.body
  const exports = readExports(find(sectionIds.export))
  const [allocate, invoke] = [exports.get('cabi_realloc'), exports.get('invoke')]
  const memory = exports.get('memory')
  if (allocate === undefined || invoke === undefined || memory === undefined) throw new NotAPluginError()
  const types = countOf(find(sectionIds.type))
  const start = importedFunctions(find(sectionIds.import)) + countOf(find(sectionIds.function))
  const segment = countOf(find(sectionIds.data))
  const edits: Record<number, (body: Uint8Array) => Uint8Array> = {
    [sectionIds.type]: (body) => append(body, [0x60, 0x00, 0x00]),
    [sectionIds.function]: (body) => append(body, unsigned(types)),
    [sectionIds.export]: () => exportsOf(memory.index, start),
    [sectionIds.dataCount]: () => Uint8Array.from(unsigned(segment + 1)),
    [sectionIds.code]: (body) =>
      append(body, startCode(allocate.index, invoke.index, segment, bytecode.length)),
    [sectionIds.data]: (body) => append(body, [0x01, ...unsigned(bytecode.length)], bytecode),
  }
  const missing = Object.keys(edits).find((id) => find(Number(id)) === undefined)
  if (missing !== undefined) throw new NotAPluginError()
  return writeSections(
    sections.map(({ id, body }): Section => ({ id, body: edits[id] === undefined ? body : edits[id](body) })),
  )
}

const countOf = (body: Uint8Array | undefined): number =>
  body === undefined ? 0 : readUnsigned(body, 0).value

/** A vector with one more element at its end. */
function append(
  body: Uint8Array,
  element: readonly number[],
  tail: Uint8Array = new Uint8Array(),
): Uint8Array {
  const { value, next } = readUnsigned(body, 0)
  return Buffer.concat([
    Uint8Array.from(unsigned(value + 1)),
    body.subarray(next),
    Uint8Array.from(element),
    tail,
  ])
}

type Export = { readonly kind: number; readonly index: number }

function readExports(body: Uint8Array | undefined): Map<string, Export> {
  const found = new Map<string, Export>()
  if (body === undefined) return found
  const count = readUnsigned(body, 0)
  let at = count.next
  for (let i = 0; i < count.value; i++) {
    const length = readUnsigned(body, at)
    const name = new TextDecoder().decode(body.subarray(length.next, length.next + length.value))
    const kind = body[length.next + length.value]!
    const index = readUnsigned(body, length.next + length.value + 1)
    found.set(name, { kind, index: index.value })
    at = index.next
  }
  return found
}

/** How many functions a module imports: they come first in the count of all functions. */
function importedFunctions(body: Uint8Array | undefined): number {
  if (body === undefined) return 0
  const count = readUnsigned(body, 0)
  let at = count.next
  for (let i = 0; i < count.value; i++) {
    for (let name = 0; name < 2; name++) {
      const length = readUnsigned(body, at)
      at = length.next + length.value
    }
    // The guest imports functions only; anything else would have another shape here.
    if (body[at] !== 0x00) throw new NotAPluginError()
    at = readUnsigned(body, at + 1).next
  }
  return count.value
}

function exportsOf(memory: number, start: number): Uint8Array {
  const entry = (name: string, kind: number, index: number) => [
    ...unsigned(name.length),
    ...new TextEncoder().encode(name),
    kind,
    ...unsigned(index),
  ]
  return Uint8Array.from([
    3,
    ...entry('memory', 0x02, memory),
    ...entry('_start', 0x00, start),
    ...entry('main', 0x00, start),
  ])
}

/** allocate(0, 0, 1, length) → pointer; copy the segment there; invoke(pointer, length, 0, 0, 0). */
function startCode(allocate: number, invoke: number, segment: number, length: number): number[] {
  const constant = (value: number) => [0x41, ...signed(value)]
  const code = [
    ...[0x01, 0x01, 0x7f],
    ...constant(0),
    ...constant(0),
    ...constant(1),
    ...constant(length),
    ...[0x10, ...unsigned(allocate)],
    ...[0x22, 0x00],
    ...constant(0),
    ...constant(length),
    ...[0xfc, 0x08, ...unsigned(segment), 0x00],
    ...[0xfc, 0x09, ...unsigned(segment)],
    ...[0x20, 0x00],
    ...constant(length),
    ...constant(0),
    ...constant(0),
    ...constant(0),
    ...[0x10, ...unsigned(invoke)],
    0x0b,
  ]
  return [...unsigned(code.length), ...code]
}

export class NotAPluginError extends BaseError {
  override readonly name = 'Link.NotAPluginError'
  constructor() {
    super('The module is not the guest that programs are linked into.', {
      metaMessages: ['It must export memory, cabi_realloc and invoke, and import functions only.'],
    })
  }
}
