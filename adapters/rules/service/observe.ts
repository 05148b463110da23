import { BaseError } from '../../../protocol/index.ts'
import { EmptyMarketError } from '../index.ts'
import { decide, type Seen } from './decide.ts'
import type { Copy } from './gammaReply.ts'
import { type Lease, lockMarket, type MarketRow } from './Lease.ts'
import { makeDraft } from './ObservationReport.ts'
import { freshForS } from './Parameters.ts'
import type { Reason } from './Reason.ts'
import { addReport, newReportId } from './Reports.ts'
import type { Service } from './Service.ts'
import { keepSeen, keepWithout } from './Sightings.ts'
import { readSource, watchSource } from './sources/Sources.ts'
import { sourceUrl } from './sources/sourceUrl.ts'
import { appendVersion, lastVersion } from './Versions.ts'

/** What came of looking at one market. */
export type ObserveResult =
  | { readonly is: 'taken-over' }
  /** A cache stands between Gamma and us. */
  | { readonly is: 'cached' }
  | { readonly is: 'nothing'; readonly reason: Reason; readonly isNews: boolean }
  | {
      readonly is: 'parsed'
      readonly kind: 'first' | 'none' | 'cosmetic' | 'semantic'
      readonly isCosmetic: boolean
      readonly isReported: boolean
      readonly waitsForReview: boolean
      readonly reasons: readonly Reason[]
      readonly wasStale: boolean
    }

type Understood = Seen | Extract<Reason, 'RESOLUTIONRULEPARSER_MISSING_RULES' | 'UNREADABLE_MARKET'>

/**
 * Writes down what Gamma said of a claimed market: its state, a version where it has changed, a report where there is something
 * to tell. All of it or nothing, under the lock of the market's row.
 */
export async function observe(
  service: Service,
  claim: Lease,
  copy: Copy | null,
  options: { readonly isUncached: boolean; readonly trace: string },
): Promise<ObserveResult> {
  const { store, parameters, now } = service
  const understood = copy === null ? null : understand(service, claim, copy)
  const at = now()
  const dueAt = at + parameters.poll_interval_s * 1_000
  return store.transaction<ObserveResult>(async (queries) => {
    const row = await lockMarket(queries, claim)
    if (row === undefined) return { is: 'taken-over' }
    const without = async (reason: Reason, isFresh: boolean): Promise<ObserveResult> => {
      const isResolved = copy?.isResolved ?? false
      await keepWithout(queries, claim, { reason, isFresh, isResolved, now: at, dueAt })
      return { is: 'nothing', reason, isNews: row.reason !== reason }
    }
    if (copy === null || understood === null) return without('MARKET_NOT_FOUND', false)
    if (isCached(copy, understood, row, freshForS(parameters)))
      return options.isUncached ? without('STALE_DATA', false) : { is: 'cached' }
    if (typeof understood === 'string')
      return without(understood, understood === 'RESOLUTIONRULEPARSER_MISSING_RULES')

    const cited = sourceUrl(understood)
    if (cited !== null) await watchSource(queries, cited, new Date(at))
    const decision = decide(claim.conditionId, row.seen, understood, {
      parameters,
      isForced: row.isForced,
      parser: service.parser,
    })
    const version = decision.isNew
      ? await appendVersion(
          queries,
          claim.conditionId,
          { number: row.version, hash: row.versionHash },
          { ...understood, change: decision.kind, at: new Date(at) },
        )
      : await lastVersion(queries, claim.conditionId)
    if (decision.isReported) {
      const trace = row.trace ?? options.trace
      const source = cited === null ? null : await readSource(queries, cited.url)
      const draft = makeDraft({
        reportId: await newReportId(queries, claim.conditionId, at),
        traceId: `trc_0x${trace.slice(0, 20)}`,
        conditionId: claim.conditionId,
        ...understood,
        decision,
        version,
        source,
      })
      const { review } = decision
      const { responseMs } = copy
      await addReport(queries, { draft, number: row.reports + 1, review, responseMs, at: new Date(at) })
    }
    await keepSeen(queries, claim, {
      seen: understood,
      version,
      reports: row.reports + (decision.isReported ? 1 : 0),
      // A time in the future would make every later copy look old.
      gammaUpdatedAt: copy.updatedAt === null ? row.gammaUpdatedAt : Math.min(copy.updatedAt, at),
      sourceUrl: cited?.url ?? null,
      isResolved: copy.isResolved,
      now: at,
      dueAt,
    })
    return {
      is: 'parsed',
      kind: decision.kind,
      isCosmetic: decision.isCosmetic || decision.kind === 'cosmetic',
      isReported: decision.isReported,
      waitsForReview: decision.isReported && decision.review.length > 0,
      reasons: decision.reasons,
      wasStale: row.staleLevel > 0,
    }
  })
}

function understand({ parser, log }: Service, { conditionId }: Lease, { value }: Copy): Understood {
  try {
    const market = parser.read(value)
    if (market.rules.trim() === '') return 'RESOLUTIONRULEPARSER_MISSING_RULES'
    return { market, parsed: parser.parse(market) }
  } catch (error) {
    if (error instanceof EmptyMarketError) return 'RESOLUTIONRULEPARSER_MISSING_RULES'
    // What a market says is foreign text and stays out of the log; what is our own fault must be in it.
    if (!(error instanceof BaseError))
      log.error({ err: error, condition_id: conditionId }, 'the parser failed')
    return 'UNREADABLE_MARKET'
  }
}

/** Whether a cache gave out what has been replaced: a copy that says so, or an older one with another text. */
function isCached(copy: Copy, understood: Understood, row: MarketRow, thresholdS: number): boolean {
  if (copy.ageS > thresholdS) return true
  const isOlder =
    copy.updatedAt !== null && row.gammaUpdatedAt !== null && copy.updatedAt < row.gammaUpdatedAt
  if (!isOlder || row.seen === null) return false
  return typeof understood === 'string' || understood.parsed.raw_hash !== row.seen.parsed.raw_hash
}
