import { projectFiles, type SourceFile } from './files.ts'

/**
 * A source file with behaviour of its own has a test file of its name: services/http/readBody.ts has
 * test/services/http/readBody.test.ts.
 */
const rooms = [
  'adapters',
  'cli',
  'don',
  'gateway',
  'indexer',
  'keeper',
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

function main(): number {
  const found = unmirrored(projectFiles())
  for (const path of found) console.error(`${path}: add ${testOf(path)}`)
  return found.length === 0 ? 0 : 1
}

if (import.meta.main) process.exitCode = main()
