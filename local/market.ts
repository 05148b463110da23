import { program } from '../cli/market.ts'
import { runProgram } from '../cli/terminal/runProgram.ts'

/** The binary `market`: the command line, with a local Moltbook for `--demo`. */
await runProgram('market', (argv) => program(argv, { demo: () => import('./moltbook/demo.ts') }))
