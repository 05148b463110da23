import {
  accessSync,
  chmodSync,
  constants,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Costs, mergeCosts, readCosts, writeCosts } from './costs.ts'
import { beginCoverage, coverageReport } from './coverage.ts'
import { type Group, groupsOf } from './groups.ts'
import { type Job, programIn, runJobs } from './runJobs.ts'
import { type Selection, selectFiles, UnmatchedError } from './selectFiles.ts'

/**
 * `npm test` runs all tests; `npm test -- <files or folders>` runs those. `--list` shows the groups, each of which is a process;
 * `--measure` writes what each file cost into test/costs.json; `--coverage` prints what they reach of our TypeScript; `--again`
 * runs groups that failed once more, alone, and names those that passed then.
 */
const root = fileURLToPath(new URL('../..', import.meta.url))

const usage = `Usage: npm test -- [files or folders] [options]

  --list      show the groups of files, each of which is a process
  --measure   write what each file cost into test/costs.json
  --coverage  print what the tests reach of our TypeScript
  --again     run groups that failed once more, alone
`

function readWords() {
  const flag = { type: 'boolean' } as const
  const options = { list: flag, measure: flag, coverage: flag, again: flag, help: { ...flag, short: 'h' } }
  return parseArgs({ allowPositionals: true, options })
}

async function main(): Promise<number> {
  const { values, positionals } = readWords()
  if (values.help === true) {
    process.stdout.write(usage)
    return 0
  }
  const selection = selectFiles(root, positionals)
  const groups = [...groupsOf(withoutCompiled(selection), readCosts()), ...compiledGroup(selection)]
  if (values.list === true) {
    process.stdout.write(listOf(selection, groups))
    return 0
  }
  const folder = mkdtempSync(join(tmpdir(), 'cresolver-costs-'))
  const memory = inMemory()
  try {
    // Most of a short process is loading it; the engine counts less exactly what it did not compile itself.
    const env = {
      ...memory,
      ...(values.coverage === true
        ? beginCoverage(root)
        : { NODE_COMPILE_CACHE: join(root, 'build/compiled') }),
    }
    const jobs = [...hardhatJobs(selection, positionals.length === 0), ...mochaJobs(groups, folder, env)]
    let failed = await runJobs(jobs)
    if (values.again === true && failed.length > 0) failed = await runAgain(jobs, failed)
    process.stdout.write(`\n${jobs.length - failed.length} of ${jobs.length} groups of tests passed\n`)
    if (values.measure === true) keepCosts(folder)
    if (values.coverage === true) failed.push(...(await runJobs([coverageReport])))
    return failed.length === 0 ? 0 : 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
    if (memory.TMPDIR !== undefined) rmSync(memory.TMPDIR, { recursive: true, force: true })
  }
}

const withoutCompiled = ({ mocha, compiled }: Selection): string[] =>
  mocha.filter((file) => !compiled.includes(file))

const compiledGroup = ({ compiled }: Selection): Group[] =>
  compiled.length === 0 ? [] : [{ name: afterBuild, files: compiled, seconds: 0 }]

/** Databases are copied and removed hundreds of times: in memory, where the machine has a place for it, that takes a third. */
function inMemory(): { TMPDIR?: string } {
  const folder = '/dev/shm'
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    if (process.env.TMPDIR !== undefined || bavail * bsize < 4e9) return {}
    const own = mkdtempSync(join(folder, 'cresolver-tests-'))
    // As root a PostgreSQL server runs as another user, who must be able to reach its data.
    chmodSync(own, 0o755)
    return { TMPDIR: own }
  } catch {
    return {}
  }
}

/** Alone, so that a machine with much to do is no longer a reason; gives those that failed again. */
async function runAgain(jobs: readonly Job[], names: readonly string[]): Promise<string[]> {
  const again = jobs.filter(({ name }) => names.includes(name))
  const isAmong = (name: string | undefined) => again.some((job) => job.name === name)
  const free = again.map(({ after, ...job }) => (isAmong(after) ? { ...job, after: after! } : job))
  const failed = await runJobs(free, 1)
  for (const name of names)
    if (!failed.includes(name)) process.stdout.write(`unsteady, passed the second time: ${name}\n`)
  return failed
}

/** First of all, because what they need is compiled for a minute after a change of the contracts. */
function hardhatJobs({ contracts, solidity, compiled }: Selection, isAll: boolean): Job[] {
  if (contracts.length + solidity.length + compiled.length === 0) return []
  const hardhat = programIn('hardhat/dist/src/cli.js')
  const build: Job = { name: contractsBuild, words: [hardhat, 'build', '--quiet'] }
  const test = (kind: string, files: readonly string[]): Job => ({
    name: `contracts: ${kind}`,
    words: [hardhat, 'test', kind, '--no-compile', ...(isAll ? [] : files)],
    after: build.name,
  })
  return [
    build,
    ...(contracts.length > 0 ? [test('mocha', contracts)] : []),
    ...(solidity.length > 0 ? [test('solidity', solidity)] : []),
  ]
}

const contractsBuild = 'contracts: build'
const afterBuild = 'contracts: from other rooms'

/** Large budgets take longer than the usual time of a test. */
const isFull = process.env.CRESOLVER_BUDGET === 'full'

const mochaJobs = (groups: readonly Group[], folder: string, env: Job['env'] = {}): Job[] =>
  groups.map(({ name, files }, i) => ({
    name,
    env,
    writes: join(folder, `${i}.json`),
    ...(name === afterBuild ? { after: contractsBuild } : {}),
    words: [
      programIn('mocha/bin/mocha.js'),
      '--fail-zero',
      '--reporter',
      'scripts/test/reporter.ts',
      '--reporter-option',
      `costs=${join(folder, `${i}.json`)}`,
      ...(isFull ? ['--require', 'scripts/test/patience.ts'] : []),
      ...files,
    ],
  }))

function keepCosts(folder: string): void {
  const measured: Costs[] = readdirSync(folder).map((name) =>
    JSON.parse(readFileSync(join(folder, name), 'utf8')),
  )
  writeCosts(mergeCosts(readCosts(), Object.assign({}, ...measured), selectFiles(root, []).mocha))
}

function listOf({ contracts, solidity }: Selection, groups: readonly Group[]): string {
  const lines = [
    ...(contracts.length > 0 ? [`contracts: mocha, ${contracts.length} files`] : []),
    ...(solidity.length > 0 ? [`contracts: solidity, ${solidity.length} files`] : []),
    ...groups.map(
      ({ name, files, seconds }) => `${name}, ${files.length} files, about ${Math.round(seconds)} s`,
    ),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

try {
  process.exitCode = await main()
} catch (error) {
  const isUsage = error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  if (!isUsage && !(error instanceof UnmatchedError)) throw error
  process.stderr.write(`${error.message}\n${isUsage ? `\n${usage}` : ''}`)
  process.exitCode = 2
}
