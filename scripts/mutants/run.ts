import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { endQuietlyOnBrokenPipe } from '../cli/output.ts'
import { mutate, type Point } from './points.ts'
import { contractFiles, contractsHash, openWorkshop, root, workshop } from './workshop.ts'

const help = `Usage: npm run mutants -- [--shard i/n] [--only <file>] [--limit <n>] [--fresh]

Flips every comparison, boundary and check of contracts/, one at a time, and runs the contract tests against each: a mutant that
no test notices survives. Slow, so it can be sharded and stopped at any time: it goes on where it was. Results are kept in
test/mutants.json with a hash of contracts/; when contracts/ changes, all results are dropped.

Exit code 0: no mutant survives, and none is left to run.
`

export type Result = {
  readonly status: 'killed' | 'survived' | 'equivalent'
  readonly by?: string
  readonly why?: string
}
export type Results = { contracts: string; mutants: Record<string, Point & Result> }

const file = join(root, 'test/mutants.json')

/** Mutants that change nothing anyone could observe, by place and text, with the reason. */
const equivalents: Readonly<Record<string, string>> = existsSync(join(root, 'test/equivalentMutants.json'))
  ? JSON.parse(readFileSync(join(root, 'test/equivalentMutants.json'), 'utf8'))
  : {}

export const keyOf = ({ file, from, to }: Point): string => `${file}: ${from} → ${to}`

function read(hash: string, fresh: boolean): Results {
  if (!fresh && existsSync(file)) {
    const results: Results = JSON.parse(readFileSync(file, 'utf8'))
    if (results.contracts === hash) return results
  }
  return { contracts: hash, mutants: {} }
}

/** Tests that are most likely to notice come first: the one named after the contract, then all. */
function testsFor(point: Point): string[][] {
  const all = readdirSync(join(root, 'test/contracts'))
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `test/contracts/${name}`)
  const name = point.file.split('/').at(-1)!.replace('.sol', '')
  const own = all.filter((test) => test.includes(`/${name}.test.ts`))
  return own.length > 0 ? [own, all.filter((test) => !own.includes(test))] : [all]
}

/** Whether a run of these tests fails with this mutant awake, and the first test that did. */
async function isNoticed(id: number, tests: readonly string[]): Promise<string | null> {
  const child = spawn('hardhat', ['test', 'mocha', '--no-compile', ...tests], {
    cwd: workshop,
    env: { ...process.env, CRESOLVER_MUTANT: String(id) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  // A mutant may make a test wait for ever; that is noticed too.
  const timer = setTimeout(() => child.kill('SIGKILL'), 10 * 60_000)
  const code = await new Promise<number>((resolve) => child.once('close', (value) => resolve(value ?? 1)))
  clearTimeout(timer)
  if (code === 0) return null
  return /1\) ([^\n]+\n[^\n]+)/.exec(output)?.[1]?.replace(/\s+/g, ' ').trim() ?? `exit ${code}`
}

async function judge(point: Point): Promise<Result> {
  const why = equivalents[keyOf(point)]
  if (why !== undefined) return { status: 'equivalent', why }
  for (const tests of testsFor(point)) {
    const by = await isNoticed(point.id, tests)
    if (by !== null) return { status: 'killed', by }
  }
  return { status: 'survived' }
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      shard: { type: 'string', default: '1/1' },
      only: { type: 'string' },
      limit: { type: 'string' },
      fresh: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean' },
    },
  })
  if (values.help) {
    process.stdout.write(help)
    return 0
  }
  const [shard, shards] = values.shard.split('/').map(Number) as [number, number]
  const results = read(contractsHash(), values.fresh)
  const { points } = values.keep ? mutate(root, contractFiles()) : openWorkshop()
  if (!values.keep) await build()
  if ((await isNoticed(0, testsFor(points[0]!).at(-1)!)) !== null) {
    process.stderr.write('The tests fail although no mutant is awake.\n')
    return 1
  }
  const open = points
    .filter(({ id }) => id % shards === shard % shards)
    .filter((point) => values.only === undefined || point.file.includes(values.only))
    .filter(
      (point) => results.mutants[point.id] === undefined || results.mutants[point.id]!.status === 'survived',
    )
    .slice(0, values.limit === undefined ? undefined : Number(values.limit))
  for (const [i, point] of open.entries()) {
    const result = await judge(point)
    // Another shard may have written since.
    const latest = read(results.contracts, false)
    latest.mutants[point.id] = { ...point, ...result }
    Object.assign(results.mutants, latest.mutants)
    writeFileSync(file, `${JSON.stringify(latest, null, 1)}\n`)
    process.stdout.write(
      `${i + 1}/${open.length} ${result.status} ${point.file}:${point.line} ${point.from} → ${point.to}\n`,
    )
  }
  return summary(points, results)
}

function summary(points: readonly Point[], { mutants }: Results): number {
  const count = (status: Result['status']) =>
    Object.values(mutants).filter((one) => one.status === status).length
  const left = points.length - Object.keys(mutants).length
  process.stdout.write(
    `${points.length} mutants: ${count('killed')} killed, ${count('equivalent')} equivalent, ` +
      `${count('survived')} survived, ${left} not run\n`,
  )
  return count('survived') === 0 && left === 0 ? 0 : 1
}

async function build(): Promise<void> {
  process.stdout.write('building all mutants at once; this takes some minutes\n')
  const child = spawn('hardhat', ['build', '--quiet'], {
    cwd: workshop,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const code = await new Promise<number>((resolve) => child.once('close', (value) => resolve(value ?? 1)))
  if (code !== 0) throw new Error('The mutated contracts do not compile.')
}

if (import.meta.main) {
  endQuietlyOnBrokenPipe()
  process.exitCode = await main()
}
