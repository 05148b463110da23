import { BaseError, type Json } from '../../../protocol/index.ts'
import type { Line as Input } from '../../terminal/batch.ts'
import { type Case, schema } from './Case.ts'

/** A case as a line of the input gives it. */
export function readCase(input: Json.Json): Case {
  const result = schema.safeParse(input)
  if (!result.success)
    throw new NotACaseError(
      result.error.issues.map(({ path, message }) => `${path.join('.') || 'input'}: ${message}`),
    )
  return result.data
}

/** All cases of an input. Nothing is asked while one of them cannot be read: a paid run should not end half way. */
export function readCases(inputs: readonly Input[]): Case[] {
  return inputs.map((input, i) => {
    try {
      if ('fault' in input) throw input.fault
      return readCase(input.value)
    } catch (error) {
      const line = 'fault' in input ? (input.line ?? i + 1) : i + 1
      const issues = error instanceof BaseError ? error.metaMessages : [String(error)]
      throw new NotACaseError([`case ${line}:`, ...issues])
    }
  })
}

/** Thrown for a line that is not a case. */
export class NotACaseError extends BaseError {
  override readonly name = 'Cli.NotACaseError'
  constructor(issues: readonly string[]) {
    super('The input is not a case that can be evaluated.', { metaMessages: [...issues] })
  }
}
