import type { Candidate } from './Candidate.ts'
import type { Case } from './Case.ts'
import { judge, type LiveLine } from './judge.ts'
import type { Judged } from './summarize.ts'

/** So many answers that failed in a row are a fault of the set-up: nothing more is paid for. */
export const mostFailures = 5

export type MeasureOptions = {
  /** Lines of an earlier call by the id of their case: these are not asked again. */
  readonly earlier?: ReadonlyMap<string, LiveLine>
  /** How many cases are asked. */
  readonly limit?: number | undefined
  readonly maxCostMicroUsd?: number | undefined
  readonly onLine?: (one: JudgedLive, isNew: boolean) => Promise<void>
}

export type JudgedLive = Judged & { readonly line: LiveLine }
export type Measured = {
  readonly judged: readonly JudgedLive[]
  /** Why not all cases were asked; null where they were. */
  readonly stopped: string | null
}

/** Asks a candidate case after case, until they are all judged or there is a reason to stop. */
export async function measure(
  candidate: Candidate,
  cases: readonly Case[],
  options: MeasureOptions = {},
): Promise<Measured> {
  const { earlier = new Map(), onLine = async () => {} } = options
  const judged: JudgedLive[] = []
  const asked: LiveLine[] = []
  let isSpent = false
  for (const played of cases) {
    const known = earlier.get(played.id)
    const stopped = known === undefined ? whyStop(asked, isSpent, options) : null
    if (stopped !== null) return { judged, stopped }
    const answer = known === undefined ? await candidate.answer(played) : null
    const line = known ?? judge(played, answer!, candidate.by)
    if (answer !== null) {
      asked.push(line)
      isSpent = answer.isTooCostly === true && options.maxCostMicroUsd !== undefined
    }
    judged.push({ played, line })
    await onLine({ played, line }, known === undefined)
  }
  return { judged, stopped: null }
}

const dear = 'The next case could pass --max-cost.'

function whyStop(
  asked: readonly LiveLine[],
  isSpent: boolean,
  { limit, maxCostMicroUsd }: MeasureOptions,
): string | null {
  if (isSpent) return dear
  const last = asked.slice(-mostFailures)
  if (last.length === mostFailures && last.every(({ failed }) => failed !== null))
    return `${mostFailures} answers in a row failed, the last one so: ${last.at(-1)!.failed}`
  if (limit !== undefined && asked.length >= limit) return `${limit} cases were asked, as --limit says.`
  if (maxCostMicroUsd === undefined) return null
  const costs = asked.map(({ cost_micro_usd: cost }) => cost ?? 0)
  const spent = costs.reduce((sum, cost) => sum + cost, 0)
  // The dearest case so far is what the next one may cost, too.
  return spent + Math.max(0, ...costs) > maxCostMicroUsd ? dear : null
}
