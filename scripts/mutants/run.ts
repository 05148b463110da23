import { parseArgs } from 'node:util'
import { endQuietlyOnBrokenPipe } from '../../cli/terminal/output.ts'
import { type Mutated, mutate, type Point } from './points.ts'
import * as Results from './results.ts'
import { Tests, testFiles } from './tests.ts'
import { build, contractFiles, contractsHash, openWorkshop, root } from './workshop.ts'

const help = `Usage: npm run mutants -- [options]

Flips every comparison, boundary and check of contracts/, one at a time, and runs the contract tests against each: a mutant that
no test notices survives. It can be stopped at any time and goes on where it was. Results are kept in test/mutants.json with a
hash of contracts/; when contracts/ changes, all of them are run again, each against the test that noticed it last time first.

  --shard <i>/<n>  only every n-th mutant, from the i-th on; shards may run at the same time
  --only <text>    only mutants whose name holds this text, such as a file or a function
  --limit <n>      at most so many
  --fresh          also those that have a result
  --keep           takes what was built last time as it is, as a second shard should
  --help           this text

Exit code 0: no mutant survives, and none is left to run.
`

/** How many tests that noticed a mutant's neighbours are tried before all others. */
const hintCount = 10

/** Tests that noticed this mutant before, then its neighbours in the function, then in the file: most kills first. */
function hintsFor(
  point: Point,
  points: readonly Point[],
  killers: Readonly<Record<string, string>>,
): string[] {
  const killersOf = (near: (other: Point) => boolean) => {
    const kills = new Map<string, number>()
    for (const by of points.filter(near).map(({ name }) => killers[name])) {
      if (by?.includes(': ')) kills.set(by, (kills.get(by) ?? 0) + 1)
    }
    return [...kills.keys()].sort((a, b) => kills.get(b)! - kills.get(a)!)
  }
  const inFile = (other: Point) => other.file === point.file
  const circles = [
    (other: Point) => other.name === point.name,
    (other: Point) => inFile(other) && other.scope === point.scope,
    inFile,
  ]
  return [...new Set(circles.flatMap(killersOf))]
}

/** The test that notices a mutant, or null. Test files named like the function or the contract come first. */
async function judge(point: Point, hints: readonly string[], tests: Tests): Promise<string | null> {
  const place = `${point.file} ${point.scope}`.toLowerCase()
  const akin = testFiles().filter((file) => place.includes(file.replace('.test.ts', '').toLowerCase()))
  const files = [...new Set([...akin, ...hints.map((by) => by.slice(0, by.indexOf(': ')))])]
  const titles = hints.map((by) => by.slice(by.indexOf(': ') + 2))
  for (const only of [titles.slice(0, 1), titles.slice(1, hintCount), 'quick', 'all'] as const) {
    if (only.length === 0) continue
    const { by } = await tests.run({ id: point.id, only, files })
    if (by !== null) return by
  }
  return null
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      shard: { type: 'string', default: '1/1' },
      only: { type: 'string', default: '' },
      limit: { type: 'string', default: 'Infinity' },
      fresh: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return say(help, 0)
  const [shard, shards] = values.shard.split('/').map(Number) as [number, number]
  const contracts = contractsHash()
  const mutated = mutate(root, contractFiles())
  const { points } = mutated
  const former = Results.read()
  const listed = Results.equivalents()
  const verdicts = former.contracts === contracts ? former.mutants : {}
  const isDone = ({ name }: Point) =>
    name in listed ? verdicts[name] === Results.equivalent : /: /.test(verdicts[name] ?? '')
  const open = points
    .filter(({ id }) => id % shards === shard % shards)
    .filter((point) => point.name.includes(values.only) && (values.fresh || !isDone(point)))
    .slice(0, Number(values.limit))
  const known: Known = { contracts, killers: { ...former.mutants }, found: {} }
  for (const point of open.filter(({ name }) => name in listed))
    note(point, Results.equivalent, points, known)
  const rest = open.filter(({ name }) => !(name in listed))
  if (rest.length > 0) {
    if (!values.keep) await buildAll(mutated)
    await judgeAll(rest, points, known)
  }
  return summary(points, Results.write(points, { contracts, mutants: {} }))
}

async function buildAll(mutated: Mutated): Promise<void> {
  say('building all mutants at once; this takes some minutes if contracts/ changed\n')
  openWorkshop(mutated)
  await build()
}

type Known = {
  readonly contracts: string
  /** What noticed a mutant in this run or in one before. */
  readonly killers: Record<string, string>
  readonly found: Record<string, string>
}

function note({ name }: Point, verdict: string, points: readonly Point[], known: Known): void {
  known.killers[name] = known.found[name] = verdict
  Results.write(points, { contracts: known.contracts, mutants: known.found })
}

async function judgeAll(open: readonly Point[], points: readonly Point[], known: Known): Promise<void> {
  const tests = new Tests()
  try {
    await tests.rehearse()
    const start = Date.now()
    let survivors = 0
    for (const [i, point] of open.entries()) {
      const hints = hintsFor(point, points, known.killers)
      const verdict = (await judge(point, hints, tests)) ?? Results.survived
      note(point, verdict, points, known)
      if (verdict === Results.survived) survivors += 1
      const left = ((Date.now() - start) / (i + 1)) * (open.length - i - 1)
      const progress = `${i + 1}/${open.length}, ${survivors} survived, ${Math.ceil(left / 60_000)} min left`
      say(`${progress}: ${point.name}\n  ${verdict}\n`)
    }
    // What mutants left behind in the process must not be what made tests fail.
    await tests.rehearse()
  } finally {
    tests.close()
  }
}

function summary(points: readonly Point[], results: Results.Results): number {
  const verdicts = points.map(({ name }) => results.mutants[name])
  const count = (verdict: string | undefined) => verdicts.filter((one) => one === verdict).length
  const [equivalent, survived, left] = [count(Results.equivalent), count(Results.survived), count(undefined)]
  const faults = Results.faults(
    results,
    points.map(({ name }) => name),
  ).filter((fault) => !fault.startsWith('not run'))
  say(faults.map((fault) => `${fault}\n`).join(''))
  const killed = points.length - equivalent - survived - left
  say(
    `${points.length} mutants: ${killed} killed, ${equivalent} equivalent, ${survived} survived, ${left} not run\n`,
  )
  return faults.length === 0 && left === 0 ? 0 : 1
}

function say(text: string, code = 0): number {
  process.stdout.write(text)
  return code
}

if (import.meta.main) {
  endQuietlyOnBrokenPipe()
  process.exitCode = await main()
}
