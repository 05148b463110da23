import { BaseError } from '../../protocol/index.ts'
import { printable } from './printable.ts'

/** Exit codes: 0 done, 1 it failed, 2 the call's words are off, 3 nothing is wrong, but not all could be checked. */
export const uncheckedExit = 3
export const usageExit = 2
export const failureExit = 1

/** The words of a call were right in form but cannot be followed: a file that is not there, a value out of range. */
export class UsageError extends BaseError {
  override readonly name = 'Cli.UsageError'
}

/** The name a program reads, and the sentence a person reads. */
export function describe(error: unknown): { error: string; message: string } {
  if (error instanceof BaseError) return { error: error.name.replace(/Error$/, ''), message: error.message }
  if (error instanceof Error) return { error: 'Internal', message: error.message }
  return { error: 'Internal', message: String(error) }
}

/** One line for whoever reads it with a program. */
export function tellProgram(failure: { error: string; message: string }): void {
  process.stdout.write(`${JSON.stringify(failure)}\n`)
}

/** Says on stderr what went wrong (with `json`, on stdout too) and sets the exit code; output still flushes. */
export function reportFailure(error: unknown, options: { json: boolean; program?: string }): void {
  const failure = describe(error)
  process.exitCode = error instanceof UsageError ? usageExit : failureExit
  if (options.json) tellProgram(failure)
  const message = printable(failure.message).replaceAll('\n', '\n  ')
  process.stderr.write(`${options.program ?? 'cresolver'}: ${message}\n`)
  // A fault of ours, not of the input: whoever reports it needs the stack.
  if (!(error instanceof BaseError) && error instanceof Error && process.env.DEBUG) {
    process.stderr.write(`${error.stack}\n`)
  }
}
