import { RefusedError } from '../../services/http/Failure.ts'

/** How long work may take to end after its signal. */
const defaultGraceMs = 5_000

/**
 * Runs work with a signal that ends it when its time is up or the worker stops. Work that goes on in spite of it is given up
 * soon after, so that it does not keep its place in the queue for ever. Afterwards nothing refers to the signal any more.
 */
export async function limited<result>(
  options: { readonly stopping: AbortSignal; readonly workMs: number; readonly graceMs?: number },
  run: (signal: AbortSignal) => Promise<result>,
): Promise<result> {
  const { stopping, workMs, graceMs = defaultGraceMs } = options
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let giveUp: () => void
  const overdue = new Promise<never>((_, reject) => {
    giveUp = () => reject(new RefusedError('not-ready-yet', 'The work took too long.', { retryAfter: 5 }))
  })
  const abort = () => {
    clearTimeout(timer)
    timer = setTimeout(giveUp, graceMs)
    controller.abort()
  }
  timer = setTimeout(abort, workMs)
  stopping.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([run(controller.signal), overdue])
  } finally {
    clearTimeout(timer)
    stopping.removeEventListener('abort', abort)
    // Node keeps every signal that was combined with this one and is listened to, until one of them is aborted.
    controller.abort()
  }
}
