import type { LiveConfig } from './Config.ts'
import { RefusedError } from './Model.ts'

/**
 * Sends the sampling that makes replies repeatable where the model takes it. Which models do changes with every generation, so
 * `auto` asks the provider: what refused it once is not sent it again.
 */
export function withSampling<result>(
  sampling: LiveConfig['sampling'],
  fixed: object,
): (post: (fields: object) => Promise<result>) => Promise<result> {
  let isTaken = sampling !== 'default'
  return async (post) => {
    if (!isTaken) return post({})
    try {
      return await post(fixed)
    } catch (error) {
      if (sampling !== 'auto' || !(error instanceof RefusedError) || error.field !== 'sampling') throw error
      isTaken = false
      return post({})
    }
  }
}
