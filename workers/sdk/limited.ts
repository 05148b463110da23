/**
 * Runs work with a signal that ends it when its time is up or the worker stops. Afterwards nothing refers to the signal any
 * more.
 */
export async function limited<result>(
  { stopping, workMs }: { readonly stopping: AbortSignal; readonly workMs: number },
  run: (signal: AbortSignal) => Promise<result>,
): Promise<result> {
  const controller = new AbortController()
  const abort = () => controller.abort()
  const timer = setTimeout(abort, workMs)
  stopping.addEventListener('abort', abort, { once: true })
  try {
    return await run(controller.signal)
  } finally {
    clearTimeout(timer)
    stopping.removeEventListener('abort', abort)
    // Node keeps every signal that was combined with this one and is listened to, until one of them is aborted.
    abort()
  }
}
