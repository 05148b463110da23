import { type Job, programIn, runJobs } from '../test/runJobs.ts'

/** Everything that is checked without running it: types, lint, format, import arrows. */
const tsc = (name: string, project: string): Job => ({
  name,
  words: [programIn('typescript/bin/tsc'), '-p', project],
})

const jobs: readonly Job[] = [
  { name: 'build', words: [programIn('hardhat/dist/src/cli.js'), 'build', '--quiet', '--no-tests'] },
  tsc('types of the protocol', 'protocol'),
  tsc('types of the workflow', 'workflow'),
  { name: 'lint', words: [programIn('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.'] },
  {
    name: 'format of contracts',
    words: [programIn('prettier/bin/prettier.cjs'), '--check', '{contracts,test/contracts}/**/*.sol'],
  },
  {
    name: 'lint of contracts',
    words: [programIn('solhint/solhint.js'), '--max-warnings', '0', '--noPoster', 'contracts/**/*.sol'],
  },
  { name: 'arrows', words: ['scripts/check/run.ts'] },
  { name: 'bytecode', words: ['scripts/check/bytecode.ts'] },
]

// The types of all the rest include those that the build makes.
const failed = [...(await runJobs(jobs)), ...(await runJobs([tsc('types', '.')]))]
process.exitCode = failed.length === 0 ? 0 : 1
