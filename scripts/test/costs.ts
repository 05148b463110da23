import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Seconds that a test file takes, where it takes more than a moment. `npm test -- --measure` writes them. */
export type Costs = Readonly<Record<string, number>>

const table = fileURLToPath(new URL('../../test/costs.json', import.meta.url))
const moment = 0.5

export const costOf = (file: string, costs: Costs): number => costs[file] ?? moment

export const readCosts = (): Costs => (existsSync(table) ? JSON.parse(readFileSync(table, 'utf8')) : {})

/** Replaces what was measured now; files that are gone leave the table. */
export function mergeCosts(old: Costs, measured: Costs, all: readonly string[]): Costs {
  const entries = all.flatMap((file): [string, number][] => {
    const seconds = measured[file] ?? old[file]
    return seconds === undefined || seconds <= moment ? [] : [[file, Math.round(seconds * 10) / 10]]
  })
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

export const writeCosts = (costs: Costs): void => writeFileSync(table, `${JSON.stringify(costs, null, 2)}\n`)
