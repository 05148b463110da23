import { type Citation, Hash } from '../../protocol/index.ts'
import type { Log } from '../../services/http/Log.ts'
import { limited } from './limited.ts'
import type { Reproduce } from './reproduce.ts'

/** How many lists a worker looks for in a round: the gateway's, and one of a DON that asks for itself. */
export const listsPerRound = 2

/** After this long nothing is waited for: the reply has to be signed and sent within a challenge's 15 seconds. */
const mostMs = 11_000
const graceMs = 500

/** Where lists and what was found are kept, for one round of one agent. */
export type Lists = {
  /** Takes one of the round's few places for a list, or finds it in its place; false where all are taken by others. */
  claim(list: Hash.Hash): Promise<boolean>
  find(list: Hash.Hash): Promise<string | null>
  /** Keeps what was found, unless something is kept, and gives what is kept. */
  keep(list: Hash.Hash, found: string): Promise<string>
}

/**
 * What a worker says of a list of citations: the same for ever, since it is signed. The caller makes sure that the round is one
 * the worker has signed in: else anybody could make it fetch what they like. Of more lists than a round has it says that it could
 * not tell.
 */
export async function reproduceOnce(
  {
    reproduce,
    stopping,
    log,
  }: { reproduce: Reproduce; stopping: AbortSignal; log: Pick<Log, 'warn' | 'info'> },
  lists: Lists,
  items: readonly Citation.Citation[],
): Promise<string> {
  const list = Hash.ofJson(items.map(({ url, quote }) => ({ url, quote })))
  const untold = 'u'.repeat(items.length)
  if (!(await lists.claim(list))) {
    log.warn({ items: items.length }, 'a round asked for more lists of citations than there are in one')
    return untold
  }
  const kept = await lists.find(list)
  if (kept !== null) return kept
  const look = async (signal: AbortSignal) => reproduce(structuredClone(items), { signal })
  const found = await limited({ stopping, workMs: mostMs, graceMs }, look).catch((error: unknown) => {
    log.warn({ err: error }, 'citations could not be looked for')
    return untold
  })
  const isWhole = typeof found === 'string' && /^[pfu]*$/.test(found) && found.length === items.length
  if (!isWhole) log.warn({ items: items.length }, 'expected one of p, f and u for each citation')
  else log.info({ found }, 'looked for citations')
  return lists.keep(list, isWhole ? found : untold)
}
