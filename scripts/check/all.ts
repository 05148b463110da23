import { type Job, programIn, runJobs } from '../test/runJobs.ts'

/** Everything that is checked without running it: types, lint, format, import arrows. */

/** What the compiler found is kept under build/, so that it looks again only at what has changed. */
const tsc = (name: string, project: string): Job => ({
  name,
  words: [
    programIn('typescript/bin/tsc'),
    '-p',
    project,
    '--incremental',
    '--tsBuildInfoFile',
    `build/types/${project === '.' ? 'root' : project}.tsbuildinfo`,
  ],
})

/** In the order in which two cores are done soonest. */
const jobs: readonly Job[] = [
  // The longest of all goes first.
  tsc('types', '.'),
  tsc('types of the workflow', 'workflow'),
  tsc('types of the protocol', 'protocol'),
  { name: 'lint', words: [programIn('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.'] },
  { name: 'arrows', words: ['scripts/check/arrows.ts'] },
  { name: 'mirrors', words: ['scripts/check/mirrors.ts'] },
  {
    name: 'format of contracts',
    words: [programIn('prettier/bin/prettier.cjs'), '--check', '{contracts,test/contracts}/**/*.sol'],
  },
  {
    name: 'lint of contracts',
    words: [programIn('solhint/solhint.js'), '--max-warnings', '0', '--noPoster', 'contracts/**/*.sol'],
  },
  { name: 'bytecode', words: ['scripts/check/bytecode.ts'] },
  { name: 'files', words: ['scripts/check/run.ts'] },
]

process.exitCode = (await runJobs(jobs)).length === 0 ? 0 : 1
