import { RefusedError } from '../../services/http/Failure.ts'

/** The result if it comes in time; else a refusal that asks the caller to try again, while the work goes on. */
export async function within<result>(work: Promise<result>, ms: number): Promise<result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(
          new RefusedError('not-ready-yet', 'The answer is still being worked on; ask again.', {
            retryAfter: 5,
          }),
        ),
      Math.max(0, ms),
    )
  })
  // After the refusal nothing listens to how the work ends.
  work.catch(() => {})
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
