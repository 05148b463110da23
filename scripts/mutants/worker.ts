import { readdirSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { network } from 'hardhat'
import Mocha from 'mocha'

/**
 * Loads the contract tests once and runs them against one mutant after another. To wake a mutant, every chain goes back to its
 * beginning and gets another coinbase, and fixtures are forgotten, so that all is deployed anew with the mutant awake.
 */
export type Task = {
  readonly id: number
  /** Only the tests of these titles, only those that are quicker than most, or all. */
  readonly only: readonly string[] | 'quick' | 'all'
  /** These test files are run first, in this order. */
  readonly files: readonly string[]
}
/** The first test that failed, as `file: title`. */
type Verdict = { readonly by: string | null; readonly why: string | null }
/** `spent`: milliseconds of CPU since the task came. */
export type Answer = Verdict & { readonly spent: number }
/** An answer, or a sign of life in between. */
export type Message = Answer | { readonly spent: number }

type Chain = Awaited<ReturnType<typeof network.create>>
type Start = Awaited<ReturnType<Chain['networkHelpers']['takeSnapshot']>>

const chains: { readonly chain: Chain; readonly start: Start }[] = []
const create = network.create.bind(network)
network.create = (async (...parameters: Parameters<typeof create>) => {
  const chain = await create(...parameters)
  chains.push({ chain, start: await chain.networkHelpers.takeSnapshot() })
  return chain
}) as typeof network.create

async function wake(id: number): Promise<void> {
  for (const { chain, start } of chains) {
    await start.restore()
    chain.networkHelpers.clearSnapshots()
    await chain.networkHelpers.setCoinbase(`0x${id.toString(16).padStart(40, '0')}`)
  }
}

class SilentReporter {}

// No limit of its own: on a busy machine slowness must not pass for a kill.
const mocha = new Mocha({ bail: true, timeout: 0, reporter: SilentReporter as never })
mocha.cleanReferencesAfterRun(false)
const folder = resolve('test/contracts')
for (const name of readdirSync(folder, { recursive: true }) as string[]) {
  if (name.endsWith('.test.ts')) mocha.addFile(resolve(folder, name))
}
await mocha.loadFilesAsync()

const nameOf = (test: { file?: string | undefined }): string => basename(test.file ?? '')

// How long each test took with no mutant awake, by file and title.
const spent = new Map<string, Map<string, number>>()
const sum = (times: Iterable<number>): number => [...times].reduce((all, time) => all + time, 0)
const timeOf = (file: string): number => sum(spent.get(file)?.values() ?? [])

/** The tests below the mean: most of them, in a small part of the time. */
function quickTitles(): string[] {
  const all = [...spent.values()].flatMap((tests) => [...tests])
  const mean = sum(all.map(([, time]) => time)) / all.length
  return all.filter(([, time]) => time <= mean).map(([title]) => title)
}

function order(files: readonly string[]): void {
  const rank = (file: string) => (files.includes(file) ? files.indexOf(file) : files.length)
  const { suites } = mocha.suite
  suites.sort((a, b) => {
    const [one, other] = [nameOf(a), nameOf(b)]
    return rank(one) - rank(other) || timeOf(one) - timeOf(other)
  })
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

async function run({ id, only, files }: Task): Promise<Verdict> {
  await wake(id)
  order(files)
  const titles = only === 'quick' ? quickTitles() : only
  mocha.grep(titles === 'all' ? /^/ : new RegExp(`^(?:${titles.map(escaped).join('|')})$`))
  let answer: Verdict = { by: null, why: null }
  await new Promise<void>((done) => {
    const runner = mocha.run(() => done())
    runner.on('test end', (test) => {
      if (id !== 0) return
      const times = spent.get(nameOf(test)) ?? new Map()
      spent.set(nameOf(test), times.set(test.fullTitle(), test.duration ?? 0))
    })
    runner.on('fail', (failed, error) => {
      // A hook fails on behalf of the test it was run for.
      const test = (failed.type as string) === 'hook' ? (failed.ctx?.currentTest ?? failed) : failed
      answer = { by: `${nameOf(test)}: ${test.fullTitle()}`, why: String(error?.message ?? error) }
    })
  })
  return answer
}

let begun = process.cpuUsage()
const used = (): number => {
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / 1_000
}

process.on('message', async (task: Task) => {
  begun = process.cpuUsage()
  const verdict = await run(task)
  process.send!({ ...verdict, spent: used() } satisfies Answer)
})
setInterval(() => process.send!({ spent: used() } satisfies Message), 2_000)
process.on('disconnect', () => process.exit())
process.send!('ready')
