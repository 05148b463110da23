import {
  NoAnswerError,
  NoRecordingError,
  RefusedError,
  TooCostlyError,
  UnavailableError,
  UnreadableReplyError,
  UnsupportedSchemaError,
} from './Model.ts'

/** Why a call of a model failed, in one word: for logs, metrics and health, which must not repeat a provider's own words. */
export const causes = [
  'busy',
  'overloaded',
  'server-error',
  'timeout',
  'connection',
  'refused',
  'quota',
  'schema',
  'unreadable',
  'no-answer',
  'cost',
  'unrecorded',
  'called-off',
  'unknown',
] as const
export type Cause = (typeof causes)[number]

/** What a person reads of each. */
export const words: Readonly<Record<Cause, string>> = {
  busy: 'the provider takes no more requests for now',
  overloaded: 'the provider is overloaded',
  'server-error': 'the provider had a fault of its own',
  timeout: 'it did not answer in time',
  connection: 'it could not be reached',
  refused: 'the provider refused the request',
  quota: 'the account has no credit left',
  schema: 'the provider does not take the schema of the reply',
  unreadable: 'what came is not what its API says',
  'no-answer': 'it gave no whole answer',
  cost: 'it would cost more than is allowed',
  unrecorded: 'nothing is recorded for this prompt',
  'called-off': 'it was called off',
  unknown: 'an unknown cause',
}

/** The cause of a failed call, by the error alone. */
export function causeOf(error: unknown): Cause {
  if (error instanceof UnavailableError) return error.why
  if (error instanceof RefusedError) return error.isQuota ? 'quota' : 'refused'
  if (error instanceof UnsupportedSchemaError) return 'schema'
  if (error instanceof UnreadableReplyError) return 'unreadable'
  if (error instanceof NoAnswerError) return 'no-answer'
  if (error instanceof TooCostlyError) return 'cost'
  if (error instanceof NoRecordingError) return 'unrecorded'
  const name = error instanceof Error ? error.name : ''
  return name === 'AbortError' || name === 'TimeoutError' ? 'called-off' : 'unknown'
}

const passing: ReadonlySet<Cause> = new Set(['busy', 'overloaded', 'server-error', 'timeout', 'connection'])
const final: ReadonlySet<Cause> = new Set(['no-answer', 'unrecorded'])

/** Whether the same call may well succeed a little later. */
export const isPassing = (cause: Cause): boolean => passing.has(cause)

/** Whether it says something about the prompt, which asking again does not change; anything else says something about the provider. */
export const isFinal = (cause: Cause): boolean => final.has(cause)
