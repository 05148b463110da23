/**
 * What people and programs outside see of the project, written down: `<subject>.test.ts` compares what the code gives now with
 * the file `<subject>.json` (or .txt). A pin that fails means that the outside changed.
 *
 * Where that change is wanted, one command writes the pins again, and the difference goes into the commit:
 *
 *   CRESOLVER_WRITE_PINS=1 npx mocha 'test/pins/*.test.ts'
 *   CRESOLVER_WRITE_PINS=help,exits npx mocha 'test/pins/*.test.ts'
 *
 * Without the variable nothing is written. `1` leaves the subject `database` alone: its worth is that older code wrote it, so it
 * is written only where it is named.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'

const named = (process.env.CRESOLVER_WRITE_PINS ?? '').split(',')

export const isRewritten = (subject: string): boolean =>
  named.includes(subject) || (named.includes('1') && subject !== 'database')

export const pinFile = (name: string): string => join(import.meta.dirname, name)

export const readPin = (name: string): string => readFileSync(pinFile(name), 'utf8')

/** Holds a value against `<subject>.json`; the order of keys does not count. */
export function expectPinned(subject: string, value: unknown): void {
  const now: unknown = JSON.parse(JSON.stringify(value))
  if (isRewritten(subject))
    writeFileSync(pinFile(`${subject}.json`), `${JSON.stringify(sorted(now), null, 2)}\n`)
  const pinned: unknown = JSON.parse(readPin(`${subject}.json`))
  expect(now).to.deep.equal(pinned)
}

/** Holds a text against a file, byte for byte. */
export function expectPinnedText(subject: string, name: string, text: string): void {
  if (isRewritten(subject)) writeFileSync(pinFile(name), text)
  expect(text).to.equal(readPin(name))
}

/** The same value with its keys in order, all the way down. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const pairs = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(pairs.map(([key, inner]) => [key, sorted(inner)]))
}

export const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex')
