import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Job, programIn } from './runJobs.ts'

/** What the tests reach of our TypeScript, counted by the engine in every process that they start. */
const rooms = [
  'adapters',
  'cli',
  'don',
  'gateway',
  'indexer',
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

const raw = 'build/coverage'

/** Forgets what was counted before; gives the environment of processes that count. */
export function beginCoverage(root: string): Readonly<Record<string, string>> {
  const folder = join(root, raw)
  rmSync(folder, { recursive: true, force: true })
  return { NODE_V8_COVERAGE: folder }
}

/** Prints the figures, files that no test loads included. `coverage/index.html` has every line. */
export const coverageReport: Job = {
  name: 'coverage of TypeScript',
  words: [
    programIn('c8/bin/c8.js'),
    'report',
    '--temp-directory',
    raw,
    '--all',
    ...rooms.flatMap((room) => ['--include', `${room}/**/*.ts`]),
    '--reporter',
    'text-summary',
    '--reporter',
    'html',
  ],
}
