import { execFileSync } from 'node:child_process'
import { projectRoot } from './check/files.ts'

/**
 * `npm run measure [-- <revision>]`: files and lines by room, as a table for docs/measurements.md; of what git knows now, or of
 * a revision.
 */
export type Count = { readonly room: string; readonly files: number; readonly lines: number }

/** Text that people write; data, locks and generated files are not counted. */
const counted = /\.(ts|mts|mjs|js|sol|sql|md|ya?ml|sh)$/
const skipped = /^(deployments|docs\/schemas|test\/fixtures|test\/vectors|test\/pins)\/|package-lock\.json$/

export const roomOf = (path: string): string =>
  path.includes('/') ? path.slice(0, path.indexOf('/')) : 'root'

/** Sums up by room, in alphabetical order. */
export function countByRoom(files: Iterable<readonly [path: string, lines: number]>): Count[] {
  const rooms = new Map<string, { files: number; lines: number }>()
  for (const [path, lines] of files) {
    if (!counted.test(path) || skipped.test(path)) continue
    const room = rooms.get(roomOf(path)) ?? { files: 0, lines: 0 }
    rooms.set(roomOf(path), { files: room.files + 1, lines: room.lines + lines })
  }
  return [...rooms].map(([room, sums]) => ({ room, ...sums })).sort((a, b) => (a.room < b.room ? -1 : 1))
}

export function toTable(counts: readonly Count[]): string {
  const sum = (of: 'files' | 'lines') => counts.reduce((total, count) => total + count[of], 0)
  const rows = [...counts, { room: '**all**', files: sum('files'), lines: sum('lines') }]
  const number = (value: number) => value.toLocaleString('en-US')
  return [
    '| room | files | lines |',
    '|---|--:|--:|',
    ...rows.map(({ room, files, lines }) => `| ${room} | ${number(files)} | ${number(lines)} |`),
  ].join('\n')
}

/** Lines of every text file of a revision: git counts them, as added to an empty tree. */
export function linesOf(revision: string): [string, number][] {
  const empty = execFileSync('git', ['hash-object', '-t', 'tree', '--stdin'], {
    cwd: projectRoot,
    encoding: 'utf8',
    input: '',
  }).trim()
  const text = execFileSync('git', ['diff-tree', '-r', '--numstat', '-z', '--no-renames', empty, revision], {
    cwd: projectRoot,
    encoding: 'utf8',
    maxBuffer: 64_000_000,
  })
  return text
    .split('\0')
    .filter(Boolean)
    .map((row) => row.split('\t'))
    .filter(([added]) => added !== '-')
    .map(([added, , path]) => [path!, Number(added)])
}

if (import.meta.main) {
  const [revision = 'HEAD'] = process.argv.slice(2)
  process.stdout.write(`${toTable(countByRoom(linesOf(revision)))}\n`)
}
