import { type Command, CommanderError } from 'commander'
import { reportFailure, tellProgram, usageExit } from './failure.ts'
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
    hint(root, name)
    if (argv.length === 0) root.help()
    await root.parseAsync(argv, { from: 'user' })
  } catch (error) {
    // commander has printed its own message (or the help that was asked for) already.
    if (!(error instanceof CommanderError))
      return reportFailure(error, { json: argv.includes('--json'), program: name })
    process.exitCode = error.exitCode === 0 ? 0 : usageExit
    if (error.exitCode !== 0 && argv.includes('--json'))
      tellProgram({ error: 'Cli.Usage', message: error.message.replace(/^error: /, '') })
  }
}

/** Whoever got the words of a command wrong is sent to the help of that very command. */
function hint(command: Command, path: string): void {
  command.showHelpAfterError(`Try \`${path} --help\`.`)
  for (const inner of command.commands) hint(inner, `${path} ${inner.name()}`)
}
