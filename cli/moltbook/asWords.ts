import { InvalidAccountError, InvalidWordsError } from '../../adapters/moltbook/index.ts'
import { UsageError } from '../terminal/failure.ts'

/** Runs a check of a call's words: what is wrong with them is an error of usage. */
export function asWords<result>(check: () => result): result {
  try {
    return check()
  } catch (error) {
    if (!(error instanceof InvalidWordsError || error instanceof InvalidAccountError)) throw error
    throw new UsageError(error.shortMessage, { cause: error, metaMessages: error.metaMessages })
  }
}
