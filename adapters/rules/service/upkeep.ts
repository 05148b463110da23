import { GammaError } from './gammaReply.ts'
import { watchMarkets } from './Markets.ts'
import { freshForS, limits as parameterLimits } from './Parameters.ts'
import { purgeReports } from './Reports.ts'
import type { Service } from './Service.ts'
import { setTurn, takeTurn } from './takeTurn.ts'

/** What is done now and then, by one process at a time. */
const dayMs = 86_400_000
const sweepMs = 5_000
const purgeMs = 3_600_000
/** Whoever lists markets says after each page that he still does; from one who does not, another takes over. */
const listingLeaseMs = 60_000
/** Pages overlap: a market that is closed meanwhile moves those behind it up. */
const overlap = 5

/** Says once of each market that its data has become stale, and once more when it has aged beyond the hard limit. */
export async function sweepStale(service: Service): Promise<void> {
  const { store, now, parameters, log, metrics } = service
  if (!(await takeTurn(service, 'stale', sweepMs))) return
  const before = (seconds: number) => new Date(now() - seconds * 1_000)
  const rows = await store.query<{ condition_id: string; stale_level: number }>(
    `update markets set stale_level = case when coalesce(fresh_at, known_at) < $2 then 2 else 1 end
     where not is_archived and reason is distinct from 'MARKET_NOT_FOUND' and coalesce(fresh_at, known_at) < $1
       and stale_level < case when coalesce(fresh_at, known_at) < $2 then 2 else 1 end
     returning condition_id, stale_level`,
    [before(freshForS(parameters)), before(parameterLimits.staleness_threshold_s.hard)],
  )
  for (const level of [1, 2]) {
    const ids = rows.filter((row) => row.stale_level === level).map((row) => row.condition_id)
    if (ids.length === 0) continue
    metrics.stale.inc(ids.length)
    const fields = {
      reason: 'STALE_DATA',
      severity: 'WARN',
      markets: ids.length,
      condition_ids: ids.slice(0, 20),
    }
    log[level === 1 ? 'warn' : 'error']({ ...fields, beyond_hard_limit: level === 2 }, 'STALE_DATA')
  }
}

/** Forgets reports that were kept as long as they must be. */
export async function purge(service: Service, retentionDays: number): Promise<void> {
  if (!(await takeTurn(service, 'purge', purgeMs))) return
  const { store, now, log } = service
  const purged = await purgeReports(store, new Date(now() - retentionDays * dayMs))
  if (purged > 0) log.info({ purged }, 'reports beyond their retention were removed')
}

/** Finds all markets that are open, page by page, and begins to watch those that are new. */
export async function discover(service: Service, everyMs: number): Promise<void> {
  if (!(await takeTurn(service, 'discover', listingLeaseMs))) return
  const { gamma, store, now, limits, stopping, log } = service
  try {
    const listed = new Set<string>()
    let offset = 0
    let rows = overlap + 1
    while (rows > overlap && offset < limits.discovered) {
      const signal = AbortSignal.any([AbortSignal.timeout(limits.timeoutMs), stopping])
      const page = await gamma.listOpen(offset, { signal })
      await watchMarkets(store, [...new Set(page.ids)], now())
      for (const id of page.ids) listed.add(id)
      await setTurn(service, 'discover', listingLeaseMs)
      rows = page.rows
      offset += Math.max(0, rows - overlap)
    }
    await setTurn(service, 'discover', everyMs)
    log.info({ listed: listed.size }, 'open markets were listed')
  } catch (error) {
    if (!(error instanceof GammaError)) throw error
    // Whoever stops leaves it to others at once.
    await setTurn(service, 'discover', stopping.aborted ? 0 : listingLeaseMs)
    if (!stopping.aborted) log.warn({ result: error.result }, 'open markets could not be listed')
  }
}
