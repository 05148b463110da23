import { fingerprint } from './decide.ts'
import { type Copy, GammaError } from './gammaReply.ts'
import { type Lease, leaseMarkets, postpone } from './Lease.ts'
import { type ObserveResult, observe } from './observe.ts'
import { freshForS } from './Parameters.ts'
import { type Reason, reasons } from './Reason.ts'
import type { Service } from './Service.ts'
import { keepUnchanged, type Unchanged } from './Sightings.ts'

/** Whether Gamma answers, and since when not. */
export type GammaState = {
  okAt: number | null
  downSince: number | null
  failures: number
  notBefore: number
}

const firstPauseMs = 5_000
const longestPauseMs = 900_000

/** Asks Gamma for a few markets and writes down what it says. A failure leaves everything as it was, to be asked again. */
export async function poll(
  service: Service,
  state: GammaState,
  conditionIds: readonly string[],
): Promise<void> {
  const { store, name, limits, now, stopping, gamma, parameters, log, metrics } = service
  if (now() < state.notBefore || stopping.aborted) return
  const leaseMs = limits.timeoutMs * 3
  const claims = await leaseMarkets(store, conditionIds, { by: name, leaseMs, now: now() })
  if (claims.length === 0) return
  const signal = AbortSignal.any([AbortSignal.timeout(limits.timeoutMs), stopping])
  const trace = service.newTrace()
  const left = new Set(claims)

  async function look(some: readonly Lease[], isUncached: boolean): Promise<void> {
    const copies = await gamma.fetchMarkets(
      some.map((one) => one.conditionId),
      { signal, uncached: isUncached },
    )
    const unchanged = await keepSame(service, some, copies)
    for (const claim of some) if (unchanged.has(claim.conditionId)) left.delete(claim)
    if (unchanged.size > 0) {
      metrics.polls.inc({ result: 'unchanged' }, unchanged.size)
      metrics.lastParse.setToCurrentTime()
    }
    const cached: Lease[] = []
    for (const claim of some) {
      if (unchanged.has(claim.conditionId)) continue
      const copy = copies.get(claim.conditionId) ?? null
      const outcome = await observe(service, claim, copy, { isUncached, trace })
      if (outcome.is === 'cached') {
        cached.push(claim)
        continue
      }
      left.delete(claim)
      note(service, claim, copy, outcome, trace)
    }
    if (cached.length > 0) await look(cached, true)
  }

  try {
    await look(claims, false)
    Object.assign(state, { okAt: now(), downSince: null, failures: 0, notBefore: 0 })
  } catch (error) {
    if (!(error instanceof GammaError)) throw error
    const pause = Math.min(
      parameters.poll_interval_s * 1_000,
      firstPauseMs * 2 ** Math.min(state.failures, 10),
    )
    const wait = Math.max(pause, Math.min(longestPauseMs, error.retryAfterMs))
    // Whoever stops leaves its markets to others at once.
    const dueAt = stopping.aborted ? now() : now() + wait
    await postpone(store, [...left], dueAt)
    if (stopping.aborted) return
    Object.assign(state, {
      downSince: state.downSince ?? now(),
      failures: state.failures + 1,
      notBefore: Math.max(state.notBefore, dueAt),
    })
    log.warn({ result: error.result, markets: left.size, retry_ms: wait }, 'Gamma cannot be asked')
  }
}

/** Those that say what they said before. */
async function keepSame(
  { store, parser, parameters, now }: Service,
  claims: readonly Lease[],
  copies: ReadonlyMap<string, Copy>,
): Promise<ReadonlySet<string>> {
  const some = claims.flatMap((claim): Unchanged[] => {
    const copy = copies.get(claim.conditionId)
    if (copy === undefined || copy.isResolved || copy.ageS > freshForS(parameters)) return []
    try {
      return [{ claim, fingerprint: fingerprint(parser.read(copy.value)), updatedAt: copy.updatedAt }]
    } catch {
      // Whoever looks at it closely says what is wrong.
      return []
    }
  })
  if (some.length === 0) return new Set()
  return keepUnchanged(store, some, { now: now(), dueAt: now() + parameters.poll_interval_s * 1_000 })
}

function note(
  { metrics, log }: Service,
  { conditionId }: Lease,
  copy: Copy | null,
  outcome: Exclude<ObserveResult, { is: 'cached' }>,
  trace: string,
): void {
  const fields = { condition_id: conditionId, gamma_response_ms: copy?.responseMs ?? null, trace }
  const warn = (reason: Reason, more: object = {}) =>
    log.warn({ ...fields, ...more, reason, severity: reasons[reason].severity }, reason)
  if (outcome.is === 'taken-over') {
    metrics.polls.inc({ result: 'taken-over' })
    return
  }
  if (outcome.is === 'nothing') {
    metrics.polls.inc({ result: outcome.reason })
    if (!outcome.isNews) return
    if (outcome.reason === 'RESOLUTIONRULEPARSER_MISSING_RULES') metrics.missingRules.inc()
    warn(outcome.reason)
    return
  }
  metrics.polls.inc({ result: 'parsed' })
  metrics.lastParse.setToCurrentTime()
  const change = outcome.isCosmetic ? 'cosmetic' : outcome.kind
  if (change === 'cosmetic' || change === 'semantic') metrics.ruleChanges.inc({ change })
  if (outcome.reasons.includes('RESOLUTIONRULEPARSER_SOURCE_CHANGE')) metrics.sourceChanges.inc()
  if (outcome.reasons.includes('RESOLUTIONRULEPARSER_CONFIDENCE_DROP')) metrics.confidenceDrops.inc()
  if (outcome.waitsForReview) metrics.suppressed.inc({ reason: 'review' })
  for (const reason of outcome.reasons) warn(reason, { review: outcome.waitsForReview })
  if (outcome.wasStale) log.info(fields, 'the data is fresh again')
  log.debug({ ...fields, change, reported: outcome.isReported }, 'parsed')
}
