import type { AnswerStore } from './AnswerStore.ts'

/** How long a worker takes for a question that no number decides, from when it was first asked. The gateway waits 30 s. */
export const decideMs = 25_000

/**
 * When an agent was first asked, in milliseconds since 1970; now, if it was not asked before. The store keeps it, so that a restart,
 * or another process, does not begin anew.
 */
export async function firstAskedAt(
  store: AnswerStore,
  agentId: number,
  requestHash: string,
  now: () => number,
): Promise<number> {
  const kept = await store.keep(`first asked ${agentId} ${requestHash}`, String(now()), { lasting: false })
  return Number(kept)
}

export type InTimeOptions<decided> = {
  /** When it was first asked. A clock that was set back since gives no more time. */
  readonly since: number
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly decideMs: number
  /** What is said instead where the work is not done by then. */
  readonly giveUp: () => decided
}

/** What the work comes to, or, once the time since the first request is over, what stands for no decision. */
export async function decideInTime<decided>(
  work: Promise<decided>,
  options: InTimeOptions<decided>,
): Promise<decided> {
  const { now, giveUp } = options
  const since = Math.min(options.since, now())
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
