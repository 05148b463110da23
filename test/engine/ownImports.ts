import {
  readSections,
  readUnsigned,
  type Section,
  sectionIds,
  signed,
  unsigned,
  writeSections,
} from '../../don/wasm.ts'

/**
 * A module that brings functions along which it would import. Functions are numbered with imported ones first, so all that
 * follow are numbered anew, in code too; only what the guest is made of is understood.
 */
export type Own = {
  /** By module and field, as `env.log`: its instructions, without locals and without the end. */
  readonly [name: string]: (numbers: Numbers) => readonly number[]
}

export type Numbers = {
  /** The number of a function that stays imported. */
  imported(name: string): number
  /** The number of a data segment, put there for it. */
  segment(bytes: Uint8Array): number
}

const elementSection = 9

export function bringImports(wasm: Uint8Array, own: Own): Uint8Array {
  const sections = readSections(wasm).filter(({ id }) => id !== 0)
  const body = (id: number) => sections.find((section) => section.id === id)?.body ?? Uint8Array.of(0)
  const imports = readImports(body(sectionIds.import))
  const kept = imports.filter(({ name }) => own[name] === undefined)
  const brought = imports.filter(({ name }) => own[name] !== undefined)
  const functions = vector(body(sectionIds.function), (bytes, at) => readUnsigned(bytes, at).next)
  const numberOf = (old: number): number => {
    const moved = imports[old]
    if (moved === undefined) return old - brought.length
    const at = kept.indexOf(moved)
    return at >= 0 ? at : kept.length + functions.length + brought.indexOf(moved)
  }
  const data: number[][] = []
  const segments = readUnsigned(body(sectionIds.data), 0).value
  const numbers: Numbers = {
    imported: (name) => kept.findIndex((one) => one.name === name),
    segment: (bytes) => segments + data.push([1, ...unsigned(bytes.length), ...bytes]) - 1,
  }
  const bodies = brought.map(({ name }) => {
    const code = [0, ...own[name]!(numbers), 0x0b]
    return [...unsigned(code.length), ...code]
  })
  const edits: { [id: number]: (bytes: Uint8Array) => Uint8Array } = {
    [sectionIds.import]: () => vectorOf(kept.map(({ bytes }) => [...bytes])),
    [sectionIds.function]: () => vectorOf([...functions, ...brought.map(({ type }) => unsigned(type))]),
    [sectionIds.export]: (bytes) => renumberExports(bytes, numberOf),
    [elementSection]: (bytes) => renumberElements(bytes, numberOf),
    [sectionIds.code]: (bytes) => appended(renumberCode(bytes, numberOf), bodies),
    [sectionIds.data]: (bytes) => appended(bytes, data),
    [sectionIds.dataCount]: () => Uint8Array.from(unsigned(segments + data.length)),
  }
  // The code is edited before the data: its functions say what data they need.
  return writeSections(sections.map(({ id, body }): Section => ({ id, body: edits[id]?.(body) ?? body })))
}

type Import = { readonly name: string; readonly type: number; readonly bytes: Uint8Array }

function readImports(body: Uint8Array): Import[] {
  const found: Import[] = []
  vector(body, (bytes, at) => {
    const module = readName(bytes, at)
    const field = readName(bytes, module.next)
    if (bytes[field.next] !== 0) throw new Error('the module imports something other than functions')
    const type = readUnsigned(bytes, field.next + 1)
    found.push({
      name: `${module.text}.${field.text}`,
      type: type.value,
      bytes: bytes.subarray(at, type.next),
    })
    return type.next
  })
  return found
}

function readName(bytes: Uint8Array, at: number): { text: string; next: number } {
  const { value, next } = readUnsigned(bytes, at)
  return { text: Buffer.from(bytes.subarray(next, next + value)).toString(), next: next + value }
}

/** The elements of a vector; `end` says where one that begins there ends. */
function vector(body: Uint8Array, end: (bytes: Uint8Array, at: number) => number): number[][] {
  const { value, next } = readUnsigned(body, 0)
  const found: number[][] = []
  let at = next
  for (let i = 0; i < value; i++) {
    const stop = end(body, at)
    found.push([...body.subarray(at, stop)])
    at = stop
  }
  return found
}

const vectorOf = (elements: readonly (readonly number[])[]): Uint8Array =>
  Uint8Array.from([...unsigned(elements.length), ...elements.flat()])

function appended(body: Uint8Array, elements: readonly (readonly number[])[]): Uint8Array {
  const { value, next } = readUnsigned(body, 0)
  return Buffer.concat([
    Uint8Array.from(unsigned(value + elements.length)),
    body.subarray(next),
    Uint8Array.from(elements.flat()),
  ])
}

type Renumber = (old: number) => number

const renumberExports = (body: Uint8Array, numberOf: Renumber): Uint8Array =>
  vectorOf(
    vector(body, (bytes, at) => readUnsigned(bytes, readName(bytes, at).next + 1).next).map((one) => {
      const bytes = Uint8Array.from(one)
      const { next } = readName(bytes, 0)
      const { value } = readUnsigned(bytes, next + 1)
      return bytes[next] === 0 ? [...bytes.subarray(0, next + 1), ...unsigned(numberOf(value))] : one
    }),
  )

/** Tables that are filled from a constant place on. */
function renumberElements(body: Uint8Array, numberOf: Renumber): Uint8Array {
  const out: number[] = []
  const count = readUnsigned(body, 0)
  let at = count.next
  for (let i = 0; i < count.value; i++) {
    if (body[at] !== 0 || body[at + 1] !== 0x41) throw new Error('the module has elements of another kind')
    const place = skipSigned(body, at + 2)
    if (body[place] !== 0x0b) throw new Error('the module has elements of another kind')
    const functions = readUnsigned(body, place + 1)
    out.push(...body.subarray(at, place + 1), ...unsigned(functions.value))
    at = functions.next
    for (let j = 0; j < functions.value; j++) {
      const { value, next } = readUnsigned(body, at)
      out.push(...unsigned(numberOf(value)))
      at = next
    }
  }
  return Uint8Array.from([...unsigned(count.value), ...out])
}

function renumberCode(body: Uint8Array, numberOf: Renumber): Uint8Array {
  const count = readUnsigned(body, 0)
  const parts: Uint8Array[] = [Uint8Array.from(unsigned(count.value))]
  let at = count.next
  for (let i = 0; i < count.value; i++) {
    const size = readUnsigned(body, at)
    const end = size.next + size.value
    const code = renumberFunction(body.subarray(size.next, end), numberOf)
    parts.push(Uint8Array.from(unsigned(code.length)), code)
    at = end
  }
  return Buffer.concat(parts)
}

const call = 0x10
const referTo = 0xd2
const drop = [0xfc, 9] as const
const nothing = 0x01

function renumberFunction(code: Uint8Array, numberOf: Renumber): Uint8Array {
  const locals = readUnsigned(code, 0)
  let at = locals.next
  for (let i = 0; i < locals.value; i++) at = readUnsigned(code, at).next + 1
  const parts: Uint8Array[] = []
  let copied = 0
  const replace = (from: number, to: number, by: readonly number[]) => {
    parts.push(code.subarray(copied, from), Uint8Array.from(by))
    copied = to
  }
  while (at < code.length) {
    const opcode = code[at]!
    const next = endOfInstruction(code, at)
    if (opcode === call || opcode === referTo)
      replace(at + 1, next, unsigned(numberOf(readUnsigned(code, at + 1).value)))
    // The program's bytecode may stay where it is, and a parser that refuses this instruction has less to say.
    if (opcode === drop[0] && code[at + 1] === drop[1]) replace(at, next, Array(next - at).fill(nothing))
    at = next
  }
  return Buffer.concat([...parts, code.subarray(copied)])
}

/** Where an instruction ends: what follows its opcode, by kind. */
function endOfInstruction(code: Uint8Array, start: number): number {
  const opcode = code[start]!
  const at = start + 1
  const numbers = (count: number, from = at) => {
    let end = from
    for (let i = 0; i < count; i++) end = skipSigned(code, end)
    return end
  }
  if (opcode >= 0x02 && opcode <= 0x04) return numbers(1)
  if (opcode === 0x0c || opcode === 0x0d || opcode === call || opcode === referTo) return numbers(1)
  if (opcode === 0x0e) {
    const targets = readUnsigned(code, at)
    return numbers(targets.value + 1, targets.next)
  }
  if (opcode === 0x11) return numbers(2)
  if (opcode === 0x1c) return readUnsigned(code, at).next + readUnsigned(code, at).value
  if (opcode >= 0x20 && opcode <= 0x26) return numbers(1)
  if (opcode >= 0x28 && opcode <= 0x3e) return numbers(2)
  if (opcode >= 0x3f && opcode <= 0x42) return numbers(1)
  if (opcode === 0x43) return at + 4
  if (opcode === 0x44) return at + 8
  if (opcode === 0xd0) return numbers(1)
  if (opcode === 0xfc) {
    const kind = readUnsigned(code, at)
    const following = [0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1][kind.value]
    if (following !== undefined) return numbers(following, kind.next)
  } else if (opcode <= 0x01 || opcode === 0x05 || opcode === 0x0b || opcode === 0x0f) return at
  else if (opcode === 0x1a || opcode === 0x1b || (opcode >= 0x45 && opcode <= 0xc4) || opcode === 0xd1)
    return at
  throw new Error(`the module has an instruction that is not known here: ${opcode.toString(16)}`)
}

function skipSigned(bytes: Uint8Array, start: number): number {
  let at = start
  while (bytes[at]! >= 0x80) at++
  return at + 1
}

/** Instructions, by what they do. */
export const constant = (value: number): number[] => [0x41, ...signed(value)]
export const long = (value: number): number[] => [0x42, ...signed(value)]
export const parameter = (index: number): number[] => [0x20, index]
export const callTo = (index: number): number[] => [call, ...unsigned(index)]
/** Takes an address and a value. */
export const store = [0x36, 2, 0]
export const storeLong = [0x37, 3, 0]
export const forget = [0x1a]
/** Takes where to, where from and how much. */
export const fill = (segment: number): number[] => [0xfc, 8, ...unsigned(segment), 0]
