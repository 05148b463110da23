import { sectionIds, signed, unsigned, writeSections } from '../../don/wasm.ts'

/** A module of a few hand-written instructions, for what no compiler of ours would make. */
export type Import = { readonly name: string; readonly from?: string; readonly type: number }

/** Function types, by their index: (i32 …) → a result. */
export const types = { nothing: 0, callOfTwo: 1, callOfFour: 2, send: 3, log: 4 } as const
const [i32, i64] = [0x7f, 0x7e]
const signatures: readonly (readonly [number[], number[]])[] = [
  [[], []],
  [[i32, i32], [i64]],
  [[i32, i32, i32, i32], [i64]],
  [[i32, i32], [i32]],
  [[i32, i32], []],
]

const list = (items: readonly (readonly number[])[]) => [...unsigned(items.length), ...items.flat()]
const text = (value: string) => [...unsigned(value.length), ...Buffer.from(value)]

export const constant = (value: number): number[] => [0x41, ...signed(value)]
export const call = (index: number): number[] => [0x10, ...unsigned(index)]
export const drop = 0x1a

export type Parts = {
  readonly imports: readonly Import[]
  /** What `_start` does; `local` 0 is an i64. */
  readonly code?: readonly number[]
  readonly data?: Uint8Array
  readonly exports?: readonly string[]
  readonly memories?: number
  readonly tables?: number
}

export function moduleOf(parts: Parts): Uint8Array {
  const { imports, code = [], data = new Uint8Array(), exports = ['memory', '_start'] } = parts
  const { memories = 1, tables = 1 } = parts
  const exported = [
    [...text('memory'), 0x02, 0x00],
    [...text('_start'), 0x00, ...unsigned(imports.length)],
  ].filter((_, i) => exports.includes(['memory', '_start'][i]!))
  const body = [1, 1, i64, ...code, 0x0b]
  const sections: [number, number[]][] = [
    [
      sectionIds.type,
      list(
        signatures.map(([takes, gives]) => [
          0x60,
          ...list(takes.map((t) => [t])),
          ...list(gives.map((t) => [t])),
        ]),
      ),
    ],
    [
      sectionIds.import,
      list(imports.map(({ from = 'env', name, type }) => [...text(from), ...text(name), 0x00, type])),
    ],
    [sectionIds.function, list([[types.nothing]])],
    [sectionIds.table, list(Array.from({ length: tables }, () => [0x70, 0x00, 0x00]))],
    [sectionIds.memory, list(Array.from({ length: memories }, () => [0x00, 0x01]))],
    [sectionIds.export, list(exported)],
    [sectionIds.code, list([[...unsigned(body.length), ...body]])],
    [sectionIds.data, list([[0x00, ...constant(0), 0x0b, ...unsigned(data.length), ...data]])],
  ]
  return writeSections(sections.map(([id, bytes]) => ({ id, body: Uint8Array.from(bytes) })))
}
