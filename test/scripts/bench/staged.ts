import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** By this clock each look at it is so much later than the last, so that what a bench reckons from it is known beforehand. */
export function withClock<T>(stepMs: number, work: () => T): T {
  let now = 0
  Object.defineProperty(performance, 'now', { configurable: true, value: () => (now += stepMs) })
  try {
    return work()
  } finally {
    // The clock itself is the prototype's.
    Reflect.deleteProperty(performance, 'now')
  }
}

/** A folder of files for as long as the work takes. */
export function withFiles<T>(files: Readonly<Record<string, string>>, work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'cresolver-bench-test-'))
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    return work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A variable of the environment for as long as the work takes. */
export function withEnv<T>(name: string, value: string, work: () => T): T {
  const before = process.env[name]
  process.env[name] = value
  try {
    return work()
  } finally {
    if (before === undefined) delete process.env[name]
    else process.env[name] = before
  }
}

/** The recorded data that a bench reads: rows by file. */
export const withData = <T>(data: Readonly<Record<string, readonly object[]>>, work: () => T): T =>
  withFiles(
    Object.fromEntries(
      Object.entries(data).map(([name, rows]) => [name, rows.map((row) => JSON.stringify(row)).join('\n')]),
    ),
    (folder) => withEnv('CRESOLVER_DATA', folder, work),
  )

/** A table with other entries for as long as the work takes: a bench that goes through all of it takes seconds. */
export function withEntries<T>(
  table: Readonly<Record<string, unknown>>,
  entries: Readonly<Record<string, unknown>>,
  work: () => T,
): T {
  const before = { ...table }
  const fill = (own: Readonly<Record<string, unknown>>) => {
    for (const key of Object.keys(table)) Reflect.deleteProperty(table, key)
    Object.assign(table, own)
  }
  fill(entries)
  try {
    return work()
  } finally {
    fill(before)
  }
}
