import { type Command, CommanderError } from 'commander'
import { reportFailure, usageExit } from './failure.ts'
import { endQuietlyOnBrokenPipe } from './output.ts'

/** Runs a command line to its end; what went wrong is told in one form, and is the exit code. */
export async function runProgram(
  name: string,
  program: (argv: readonly string[]) => Promise<Command>,
): Promise<void> {
  const argv = process.argv.slice(2)
  endQuietlyOnBrokenPipe()
  try {
    const root = await program(argv)
    if (argv.length === 0) root.help()
    await root.parseAsync(argv, { from: 'user' })
  } catch (error) {
    // commander has printed its own message (or the help that was asked for) already.
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : usageExit
    else reportFailure(error, { json: argv.includes('--json'), program: name })
  }
}
