import type { GuardOptions } from '../../../../services/fetch/guard.ts'
import type { Config } from '../Config.ts'
import { reasons } from '../Reason.ts'
import type { Service } from '../Service.ts'
import { takeTurn } from '../takeTurn.ts'
import { probe } from './probe.ts'
import { citing, keepFinding, takeDue } from './Sources.ts'
import type { Cited } from './sourceUrl.ts'

/** How pages that markets cite are looked at. */
export type SourceChecks = {
  readonly everyS: number
  readonly perDomainS: number
  readonly timeoutMs: number
  readonly guard: GuardOptions
}

/** Whoever has a Gamma of his own asks nobody else unless he says so. */
export function checksOf(
  { sources: { check, ...how }, gamma }: Config,
  guard: GuardOptions = { allowHttp: true },
): SourceChecks | null {
  return (check ?? !gamma.allowPrivate) ? { ...how, guard } : null
}

const turnMs = 5_000
const atOnce = 5
const reason = 'RESOLUTIONRULEPARSER_SOURCE_UNREACHABLE'

/** Looks at a few pages that are due: whether the source that a market cites is there at all. One process does it at a time. */
export async function checkSources(service: Service, how: SourceChecks): Promise<void> {
  if (!(await takeTurn(service, 'sources', turnMs))) return
  const { store, now, stopping } = service
  const pages = await takeDue(store, { now: now(), pauseMs: how.perDomainS * 1_000, most: atOnce })
  await Promise.all(
    pages.map(async (page) => {
      const signal = AbortSignal.any([AbortSignal.timeout(how.timeoutMs), stopping])
      const finding = await probe(page, { guard: how.guard, signal })
      if (stopping.aborted) return
      service.metrics.sourceChecks.inc({ verdict: finding.verdict })
      const isLost = await keepFinding(store, page, finding, { now: now(), everyMs: how.everyS * 1_000 })
      if (isLost) await say(service, page, finding.verdict)
    }),
  )
}

async function say({ store, metrics, log }: Service, page: Cited, verdict: string): Promise<void> {
  metrics.sourcesLost.inc()
  const { severity } = reasons[reason]
  // Of the page only the domain: the rest is foreign text.
  const fields = { reason, severity, source: page.domain, verdict }
  log.warn({ ...fields, condition_ids: await citing(store, page) }, reason)
}
