import type { Task } from '../pipeline/Resolver.ts'
import type { Agent, Worked } from './Agent.ts'
import { work } from './work.ts'

const firstPauseMs = 1_000
const longestPauseMs = 4_000
/** An answer is not come to in less. */
const leastMs = 2_000

/** What an agent needs of its time to sign and keep an answer. */
export const signingMs = (decideMs: number): number => Math.min(1_000, Math.floor(decideMs / 25))

/**
 * Decides a task, and again where something failed that passes by itself, as long as there is time: doubt that is signed stays, so
 * it is not signed as long as another try may end otherwise.
 */
export async function persist(agent: Agent, task: Task, until: number): Promise<Worked> {
  const { now, pause, log, stopping } = agent
  for (let tries = 1; ; tries++) {
    const worked = await work(agent, task, until)
    const wait = Math.min(longestPauseMs, firstPauseMs * 2 ** (tries - 1))
    const hasTime = now() + wait + leastMs <= until
    if (worked.again !== 'soon' || !hasTime || stopping.aborted) return worked
    log.warn({ market_id: task.request.market_id, round: task.round, tries }, 'an answer is tried again')
    await pause(wait)
  }
}
