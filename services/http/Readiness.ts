import type { Block } from '../chain/Chain.ts'
import { TroubleError } from '../store/Store.ts'
import { kept } from './kept.ts'

/** Whether what a service stands on holds: what was read, and in words why it does not do. */
export type Reading<value> = { readonly value: value | null; readonly reason: string | null }

const probeMs = 2_000
const keptMs = 5_000
/** What went wrong with a real write counts for this long, whatever a probe says. */
const rememberedMs = 15_000

/** Waits for a reading, but not long: a health check must not hang with what it checks. */
async function readingOf<value>(
  work: Promise<value>,
  whyNot: (error: unknown) => string,
): Promise<Reading<value>> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Reading<value>>((resolve) => {
    timer = setTimeout(() => resolve({ value: null, reason: whyNot(null) }), probeMs)
  })
  const read = work.then(
    (value) => ({ value, reason: null }),
    (error: unknown) => ({ value: null, reason: whyNot(error) }),
  )
  try {
    return await Promise.race([read, late])
  } finally {
    clearTimeout(timer)
  }
}

/** What is wrong with a store in one word: nothing of an error's own words, which may tell addresses. */
const storeReason = (error: unknown): string =>
  `store: ${error instanceof TroubleError ? error.kind : 'away'}`

/** Whether a store can be used, by a question that fails while it cannot: asked now and then. */
export function probeReadiness(
  ask: () => Promise<unknown>,
  options: {
    readonly now: () => number /** What last went wrong with it, by the service's own word. */
    readonly troubleOf?: () => { readonly error: TroubleError; readonly at: number } | null
  },
): () => Promise<Reading<true>> {
  const { now, troubleOf: lastTrouble = () => null } = options
  const read = () =>
    readingOf(
      ask().then(() => true as const),
      storeReason,
    )
  const probe = kept(read, { ms: keptMs, now })
  return async () => {
    const trouble = lastTrouble()
    const isLongAgo = trouble === null || now() - trouble.at > rememberedMs
    return isLongAgo ? probe() : { value: null, reason: storeReason(trouble.error) }
  }
}

/** Whether a chain can be asked, and is not a long way behind; without a limit a chain may stand still, as local ones do. */
export function chainReadiness(
  chain: { head(): Promise<Block> },
  { maxLagS, now }: { readonly maxLagS: number | null; readonly now: () => number },
): () => Promise<Reading<Block>> {
  const read = kept(() => readingOf(chain.head(), () => 'chain: away'), { ms: keptMs, now })
  return async () => {
    const { value, reason } = await read()
    const lagS = value === null ? 0 : Math.floor(now() / 1_000) - value.timestamp
    if (maxLagS === null || lagS <= maxLagS) return { value, reason }
    return { value, reason: `chain: the newest block is ${lagS} s old` }
  }
}

/** Blocks of local chains come when somebody sends something. */
const localChain = 31_337
const usualLagS = 300

/** How old the newest block may be: what the config says, else what suits its chain. */
export const maxLagOf = (maxLagS: number | null | undefined, chainId: number): number | null =>
  maxLagS !== undefined ? maxLagS : chainId === localChain ? null : usualLagS
