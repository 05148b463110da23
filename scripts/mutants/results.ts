import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Point } from './points.ts'
import { root } from './workshop.ts'

/** What became of every mutant, by its name: the test that noticed it, or one of two words. */
export type Results = { readonly contracts: string; readonly mutants: Readonly<Record<string, string>> }

export const survived = 'survived'
export const equivalent = 'equivalent'

const resultFile = join(root, 'test/mutants.json')
const equivalentFile = join(root, 'test/equivalentMutants.json')

const none: Results = { contracts: '', mutants: {} }

export const read = (): Results =>
  existsSync(resultFile) ? JSON.parse(readFileSync(resultFile, 'utf8')) : none

/** Mutants that change nothing anyone could observe, by name, with the reason. */
export const equivalents = (): Readonly<Record<string, string>> =>
  existsSync(equivalentFile) ? JSON.parse(readFileSync(equivalentFile, 'utf8')) : {}

/** Adds what this run found to what is there: another shard may have written since. Sorted like the points. */
export function write(points: readonly Point[], found: Results): Results {
  const latest = read()
  const all = { ...(latest.contracts === found.contracts ? latest.mutants : {}), ...found.mutants }
  const mutants = Object.fromEntries(points.flatMap(({ name }) => (name in all ? [[name, all[name]!]] : [])))
  const results = { contracts: found.contracts, mutants }
  const draft = `${resultFile}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(results, null, 2)}\n`)
  renameSync(draft, resultFile)
  return results
}

/** What is wrong with the results, in sentences; nothing if every mutant was noticed or is listed with its reason. */
export function faults({ mutants }: Results, names: readonly string[] = Object.keys(mutants)): string[] {
  const listed = equivalents()
  return [
    ...names.filter((name) => mutants[name] === undefined).map((name) => `not run: ${name}`),
    ...names.filter((name) => mutants[name] === survived).map((name) => `survived: ${name}`),
    ...Object.keys(listed)
      .filter((name) => mutants[name] !== equivalent)
      .map((name) => `listed as equivalent, but ${mutants[name] ?? 'not there'}: ${name}`),
    ...names
      .filter((name) => mutants[name] === equivalent && listed[name] === undefined)
      .map((name) => `equivalent without a reason: ${name}`),
  ]
}
