import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { buildContracts } from '../local/buildContracts.ts'
import { chunksIn } from './chunks.ts'

/**
 * Runs all tests: as many processes at once as there are cores, each with the tests of one folder, and Hardhat's own. What a
 * process says is shown when it has ended, so that two of them do not talk at once.
 */
type Job = { readonly name: string; readonly words: readonly string[] }

const root = fileURLToPath(new URL('../..', import.meta.url))
const inRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

const hardhat: Job = {
  name: 'contracts',
  words: [inRoot('node_modules/hardhat/dist/src/cli.js'), 'test'],
}

async function run({ name, words }: Job): Promise<boolean> {
  const started = performance.now()
  const child = spawn(process.execPath, words, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const seconds = Math.round((performance.now() - started) / 1_000)
  process.stdout.write(`\n${name} (${seconds} s)\n${said.trimEnd()}\n`)
  return code === 0
}

async function main(): Promise<number> {
  await buildContracts((line) => process.stdout.write(`${line}\n`))
  const mocha = inRoot('node_modules/mocha/bin/mocha.js')
  const chosen = process.argv.slice(2)
  const chunks = chunksIn(root).filter(({ name }) => chosen.length === 0 || chosen.includes(name))
  const jobs = chunks.map(({ name, files }): Job => ({ name, words: [mocha, ...files] }))
  // The longest of all goes first.
  const queue = chosen.length === 0 || chosen.includes(hardhat.name) ? [hardhat, ...jobs] : jobs
  const failed: string[] = []
  const lane = async () => {
    for (let job = queue.shift(); job !== undefined; job = queue.shift())
      if (!(await run(job))) failed.push(job.name)
  }
  const total = queue.length
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, lane))
  for (const name of failed) process.stderr.write(`failed: ${name}\n`)
  process.stdout.write(`\n${total - failed.length} of ${total} groups of tests passed\n`)
  return failed.length === 0 && total > 0 ? 0 : 1
}

process.exitCode = await main()
