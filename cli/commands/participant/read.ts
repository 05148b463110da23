import type { z } from 'zod'
import { BaseError, Json, Schema } from '../../../protocol/index.ts'
import { UsageError } from '../../terminal/failure.ts'

/** What somebody wrote into a file, in the form that a schema has; `what` says which, where it is not. */
export function read<schema extends z.ZodType>(schema: schema, text: string, what: string): z.output<schema> {
  try {
    return Schema.read(schema, Json.parse(text))
  } catch (cause) {
    if (!(cause instanceof BaseError)) throw cause
    throw new UsageError(`This is not ${what}.`, { cause, metaMessages: [cause.shortMessage.slice(0, 500)] })
  }
}
