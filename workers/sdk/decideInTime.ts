/** How long a worker takes for a question that no number decides, from when it was first asked. The gateway waits 30 s. */
export const decideMs = 25_000

/** When each request was first asked, the latest ones only. */
export type FirstAsked = Map<string, number>

const mostRemembered = 1_024

/** When a request was first asked; now, if it was not asked before. */
export function firstAskedAt(firstAsked: FirstAsked, requestHash: string, now: () => number): number {
  const since = firstAsked.get(requestHash) ?? now()
  firstAsked.set(requestHash, since)
  if (firstAsked.size > mostRemembered) firstAsked.delete(firstAsked.keys().next().value!)
  return since
}

export type InTimeOptions<decided> = {
  readonly firstAsked: FirstAsked
  readonly requestHash: string
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** From the first request on. */
  readonly decideMs: number
  /** What is said instead where the work is not done by then. */
  readonly giveUp: () => decided
}

/** What the work comes to, or, once the time since the first request is over, what stands for no decision. */
export async function decideInTime<decided>(
  work: Promise<decided>,
  options: InTimeOptions<decided>,
): Promise<decided> {
  const { firstAsked, requestHash, now, giveUp } = options
  const since = firstAskedAt(firstAsked, requestHash, now)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<decided>((resolve) => {
    timer = setTimeout(() => resolve(giveUp()), Math.max(0, since + options.decideMs - now()))
  })
  // After that nothing listens to how the work ends.
  work.catch(() => {})
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
