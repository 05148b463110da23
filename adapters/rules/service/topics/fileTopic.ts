import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Queries } from '../../../../services/store/Store.ts'
import { emittedAfter } from '../Reports.ts'
import type { Topic } from './Topic.ts'

const atOnce = 500
const chunkBytes = 65_536

/**
 * A file of JSON lines. What it ends with is the truth of how far it was told: after a crash half a line is taken off, and
 * nothing is written twice. Processes that share the database take turns, so they may share the file.
 */
export function fileTopic(options: {
  readonly name: string
  readonly path: string
  /** How many reports may pile up while the file can't be written. */
  readonly buffer: number
}): Topic {
  const { name, path, buffer } = options
  return {
    name,
    async deliver(store) {
      await store.query('insert into topics (name) values ($1) on conflict do nothing', [name])
      return store.transaction(async (queries) => {
        const [row] = await queries.query<{ position: bigint }>(
          'select position from topics where name = $1 for update',
          [name],
        )
        const head = await headOf(queries)
        await mkdir(dirname(path), { recursive: true })
        const file = await open(path, 'a+', 0o640)
        try {
          const size = await wholeLines(file)
          const written = await positionOf(queries, await lastLine(file, size))
          const known = written > row!.position ? written : row!.position
          const oldest = head - BigInt(buffer)
          const from = known > oldest ? known : oldest
          const reports = await emittedAfter(queries, from, atOnce)
          if (reports.length > 0) {
            await file.appendFile(reports.map(({ body }) => `${body}\n`).join(''))
            await file.datasync()
          }
          const position = reports.at(-1)?.position ?? from
          await queries.query('update topics set position = $2 where name = $1', [name, position])
          return {
            delivered: reports.length,
            dropped: Number(from - known),
            behind: Number(head - position),
          }
        } finally {
          await file.close()
        }
      })
    },
  }
}

const headOf = async (queries: Queries): Promise<bigint> =>
  (await queries.query<{ head: bigint }>('select head from stream'))[0]!.head

/** Takes off half a line that a crash has left, and gives the size of what remains. */
async function wholeLines(file: FileHandle): Promise<number> {
  const { size } = await file.stat()
  const end = await lastNewline(file, size)
  if (end + 1 < size) await file.truncate(end + 1)
  return end + 1
}

async function lastLine(file: FileHandle, size: number): Promise<string> {
  if (size === 0) return ''
  const start = (await lastNewline(file, size - 1)) + 1
  const bytes = Buffer.alloc(size - start)
  await file.read(bytes, 0, bytes.length, start)
  return bytes.toString('utf8').trim()
}

/** The place of the last line break before `end`, or −1. */
async function lastNewline(file: FileHandle, end: number): Promise<number> {
  for (let to = end; to > 0; ) {
    const from = Math.max(0, to - chunkBytes)
    const bytes = Buffer.alloc(to - from)
    await file.read(bytes, 0, bytes.length, from)
    const found = bytes.lastIndexOf(0x0a)
    if (found !== -1) return from + found
    to = from
  }
  return -1
}

/** The position of the report that a line holds; zero where it is none that is known here. */
async function positionOf(queries: Queries, line: string): Promise<bigint> {
  const [, id] = /^\{"report_id":"([a-z0-9_]{1,128})"/.exec(line) ?? []
  if (id === undefined) return 0n
  const [row] = await queries.query<{ position: bigint | null }>(
    'select position from reports where report_id = $1',
    [id],
  )
  return row?.position ?? 0n
}
