import { fileURLToPath } from 'node:url'
import { buildContracts } from '../../local/buildContracts.ts'
import { chunksIn } from './chunks.ts'
import { type Job, programIn, runJobs } from './runJobs.ts'

/** Runs all tests, or the groups that are named: the tests of each folder in a process of their own, and Hardhat's own. */
const hardhat: Job = { name: 'contracts', words: [programIn('hardhat/dist/src/cli.js'), 'test'] }

async function main(): Promise<number> {
  await buildContracts((line) => process.stdout.write(`${line}\n`))
  const chosen = process.argv.slice(2)
  const chunks = chunksIn(fileURLToPath(new URL('../..', import.meta.url)))
  const mocha = programIn('mocha/bin/mocha.js')
  // The longest of all goes first.
  const all = [hardhat, ...chunks.map(({ name, files }): Job => ({ name, words: [mocha, ...files] }))]
  const jobs = all.filter(({ name }) => chosen.length === 0 || chosen.includes(name))
  const failed = await runJobs(jobs)
  process.stdout.write(`\n${jobs.length - failed.length} of ${jobs.length} groups of tests passed\n`)
  return failed.length === 0 && jobs.length > 0 ? 0 : 1
}

process.exitCode = await main()
