import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from '../../don/bundle.ts'
import { compileGuest, runGuest } from '../../don/guest.ts'
import { type Case, execute, type Run, stable } from './execute.ts'

export { stable } from './execute.ts'

export type Vectors = { readonly suite: string; readonly cases: readonly Case[] }
export type Difference = { readonly name: string; readonly expected: string; readonly actual: string }

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const cases = '../../test/vectors/'
const namesIn = (folder: string, ending: string) =>
  readdirSync(here(folder))
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .sort()

/** Every suite that has a file of cases, and every suite that has code. */
export const suites = (): string[] => namesIn(cases, '.json')
export const programs = (): string[] => namesIn('suites', '.ts')

export const pathOf = (suite: string): string => here(`${cases}${suite}.json`)
export const readVectors = (suite: string): Vectors => JSON.parse(readFileSync(pathOf(suite), 'utf8'))

/** What each case gives in Node. */
export async function runInNode({ suite, cases }: Vectors): Promise<string[]> {
  const { run }: { run: Run } = await import(`./suites/${suite}.ts`)
  return cases.map((each) => execute(run, each))
}

/** What each case gives in the CRE guest: the suite and its cases are bundled into one program. */
export function runInGuest({ suite, cases }: Vectors): string[] {
  let running = 'none yet'
  const log = (name: string) => {
    running = name
  }
  try {
    const { response } = runGuest(compileGuest(programOf({ suite, cases })), { host: { log } })
    return JSON.parse(new TextDecoder().decode(response))
  } catch (cause) {
    throw new Error(`${suite} failed in the guest; the case running was: ${running}`, { cause })
  }
}

function programOf({ suite, cases }: Vectors): string {
  const inputs = cases.map(({ name, fn, input }) => ({ name, fn, input }))
  const folder = mkdtempSync(join(tmpdir(), 'cresolver-vectors-'))
  const entry = join(folder, 'entry.ts')
  try {
    writeFileSync(
      entry,
      `import { execute } from ${JSON.stringify(here('execute.ts'))}
      import { run } from ${JSON.stringify(here(`suites/${suite}.ts`))}
      const outputs = JSON.parse(${JSON.stringify(JSON.stringify(inputs))}).map((each) => {
        log(each.name)
        return execute(run, each)
      })
      sendResponse(new TextEncoder().encode(JSON.stringify(outputs)))`,
    )
    return bundle(entry)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Where outputs differ from the file's, byte for byte; of a long text, the part where it first does. */
export function compare({ cases }: Vectors, outputs: readonly string[]): Difference[] {
  const differences: Difference[] = []
  cases.forEach(({ name, output }, i) => {
    const expected = output === undefined ? '(no output)' : stable(output)
    const actual = outputs[i] ?? '(missing)'
    if (expected === actual) return
    const at = firstDifference(expected, actual)
    differences.push({ name, expected: excerpt(expected, at), actual: excerpt(actual, at) })
  })
  return differences
}

function firstDifference(a: string, b: string): number {
  let at = 0
  while (a[at] === b[at]) at++
  return at
}

const excerpt = (text: string, at: number): string => {
  const start = Math.max(0, at - 60)
  const end = at + 100
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`
}
