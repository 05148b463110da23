import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFiles, projectRoot, type SourceFile } from './files.ts'

/**
 * A source file with behaviour of its own has a test file of its name: services/http/readBody.ts has
 * test/services/http/readBody.test.ts. Files that have none yet stand in test/unmirrored.txt, which must not grow; `--write`
 * writes it anew.
 */
const rooms = [
  'adapters',
  'cli',
  'don',
  'gateway',
  'indexer',
  'local',
  'protocol',
  'reading',
  'scripts',
  'services',
  'workers',
  'workflow',
]

/** Shorter files say what they do, and the tests of their neighbours reach them. */
const small = 25

const behaves =
  /^export (default )?(async )?(abstract )?(function|class)\b|^export const [^=]+=\s*(async )?[(<]/m

export const testOf = (path: string): string => `test/${path.replace(/\.ts$/, '.test.ts')}`

/** Lines that are neither empty nor comments. */
export const linesOfCode = (text: string): number =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.trim().startsWith('//')).length

/** The source files that ought to have a test of their name, and have none. */
export function unmirrored(files: readonly SourceFile[]): string[] {
  const paths = new Set(files.map(({ path }) => path))
  return files
    .filter(({ path, text }) => {
      const isSource = rooms.includes(path.split('/')[0]!) && path.endsWith('.ts') && !path.endsWith('.d.ts')
      return isSource && behaves.test(text) && linesOfCode(text) > small && !paths.has(testOf(path))
    })
    .map(({ path }) => path)
    .sort()
}

/** What is wrong with the list: files that it lacks, and files that it need not name any more. */
export function complaints(found: readonly string[], listed: readonly string[]): string[] {
  return [
    ...found.filter((path) => !listed.includes(path)).map((path) => `${path}: add ${testOf(path)}`),
    ...listed
      .filter((path) => !found.includes(path))
      .map((path) => `${path}: take it out of test/unmirrored.txt`),
  ]
}

const list = join(projectRoot, 'test/unmirrored.txt')

function main(): number {
  const found = unmirrored(projectFiles())
  if (process.argv.includes('--write')) writeFileSync(list, found.map((path) => `${path}\n`).join(''))
  const wrong = complaints(found, readFileSync(list, 'utf8').split('\n').filter(Boolean))
  for (const line of wrong) console.error(line)
  console.log(`${found.length} source files have no test of their name`)
  return wrong.length === 0 ? 0 : 1
}

if (import.meta.main) process.exitCode = main()
