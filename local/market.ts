import { basename } from 'node:path'
import { program } from '../cli/market.ts'
import { runProgram } from '../cli/terminal/runProgram.ts'

const installed = 'cresolver-market'
const name = basename(process.argv[1] ?? '') === installed ? installed : 'market'

/** The binary of the Moltbook adapter: the command line, with a local Moltbook for `--demo`. */
await runProgram(name, (argv) => program(argv, { name, demo: () => import('./moltbook/demo.ts') }))
