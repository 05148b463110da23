import module from 'node:module'
import { Command, CommanderError, InvalidArgumentError } from 'commander'
import { reportFailure, usageExit } from '../cli/terminal/failure.ts'
import { endQuietlyOnBrokenPipe } from '../cli/terminal/output.ts'
import type { Options } from './demo/run.ts'

const examples = `
Everything runs on this machine, and nothing leaves it: a chain, the contracts, sources of prices, pages, workers, a gateway, and a DON
of four nodes with the genuine workflow. Its chain begins on 2025-06-02.

Examples:
  $ npm start
  $ npm start -- --seed 7 --workers 12
  $ npm start -- --json | tail -1
  $ npm start -- --serve`

const command = new Command('npm start --')
  .description(
    'The whole life of five markets: asked, answered, cross-examined, reported by a DON, challenged, settled, paid.',
  )
  .option('--seed <number>', 'other prices, questions and outcomes', numberWithin(0, 999_999), 1)
  .option('--workers <number>', 'how many, 5 to 32', numberWithin(5, 32), 7)
  .option('--json', 'end with one line of JSON; what goes on is told on stderr')
  .option('--serve', 'leave everything running until Ctrl-C')
  .addHelpText('after', examples)
  .exitOverride()
  .action(async (options: Options) => {
    // Loaded here, so that help and wrong words are answered at once; what V8 compiles is kept for the next time.
    module.enableCompileCache()
    const { run } = await import('./demo/run.ts')
    await run(options)
  })

function numberWithin(least: number, most: number) {
  return (text: string): number => {
    const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
    if (number >= least && number <= most) return number
    throw new InvalidArgumentError(`expected a whole number from ${least} to ${most}.`)
  }
}

endQuietlyOnBrokenPipe()
try {
  await command.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : usageExit
  else reportFailure(error, { json: process.argv.includes('--json') })
}
