import { botId, channelOf, topic } from './identity.ts'
import { type Draft, emit, type Report } from './ObservationReport.ts'
import { freshForS } from './Parameters.ts'
import { reasons } from './Reason.ts'
import { markEmitted, type ReadyRow, readyReports } from './Reports.ts'
import type { Service } from './Service.ts'

export type Emitter = {
  /** Emits all that may go out now, and says how many those were. */
  run(): Promise<number>
  /** Who holds reports back, as last read; null where nobody does. */
  readonly heldBy: string | null
}

const atOnce = 100
/** How old the switch's word may be when reports go out. */
const switchAgeMs = 1_000
const switchPauseMs = 5_000
const switchGlanceMs = 15_000

/**
 * Emits reports: gives each its place in the topic, once and for ever, in one transaction that also tells listeners. Of several
 * processes one does it at a time.
 */
export function makeEmitter(service: Service, channel = channelOf(topic)): Emitter {
  const { store, killSwitch, log, metrics, now } = service
  let heldBy: string | null = null
  let readAt = Number.NEGATIVE_INFINITY
  let told: string | null = null
  let held = 0

  async function readSwitch(waiting: number): Promise<void> {
    heldBy = await killSwitch.read()
    readAt = now()
    metrics.killSwitch.set(heldBy === null ? 0 : 1)
    // Said when it is switched, and again when more waits because of it.
    const news = heldBy === null ? null : `${heldBy} ${waiting}`
    if (news !== null && news !== told) {
      const { severity } = reasons.KILL_SWITCH_ACTIVE
      const fields = { bot_id: botId, reason: 'KILL_SWITCH_ACTIVE', severity, killswitch_active: true }
      log.warn({ ...fields, switch: heldBy, waiting }, 'KILL_SWITCH_ACTIVE')
    } else if (news === null && told !== null)
      log.info({ killswitch_active: false }, 'the switch is released')
    told = news
    if (heldBy !== null) metrics.suppressed.inc({ reason: 'kill_switch' }, Math.max(0, waiting - held))
    held = heldBy === null ? 0 : waiting
  }

  async function emitSome(): Promise<{ rows: readonly ReadyRow[]; reports: readonly Report[] }> {
    return store.transaction(async (queries) => {
      const [stream] = await queries.query<{ head: bigint }>('select head from stream for update')
      // Who waited long for his turn asks the switch again first.
      if (now() - readAt > switchAgeMs) return { rows: [], reports: [] }
      const freshSince = new Date(now() - freshForS(service.parameters) * 1_000)
      const rows = await readyReports(queries, freshSince, atOnce)
      let position = stream!.head
      const reports: Report[] = []
      for (const { sequence, draft } of rows) {
        const at = now()
        const report = emit(JSON.parse(draft) as Draft, at)
        position++
        await markEmitted(queries, { sequence, position, body: JSON.stringify(report), at: new Date(at) })
        reports.push(report)
      }
      if (rows.length > 0) {
        await queries.query('update stream set head = $1', [position])
        // A hint to look: what was emitted is in the table.
        await queries.query('select pg_notify($1, $2)', [
          channel,
          JSON.stringify({ position: String(position) }),
        ])
      }
      return { rows, reports }
    })
  }

  const countReady = async (): Promise<number> => {
    const [row] = await store.query<{ ready: bigint }>(
      `select count(*) as ready from reports where status = 'ready'`,
    )
    return Number(row!.ready)
  }

  async function run(): Promise<number> {
    const age = now() - readAt
    const waiting = await countReady()
    if (waiting === 0 ? age >= switchGlanceMs : heldBy === null || age >= switchPauseMs)
      await readSwitch(waiting)
    let emitted = 0
    while (waiting > 0 && heldBy === null) {
      const { rows, reports } = await emitSome()
      if (reports.length === 0) break
      emitted += reports.length
      for (const [i, report] of reports.entries()) {
        metrics.emitted.inc({ resolution_source: labelOf(report.resolution_source) })
        log.info(logLine(report, rows[i]!.response_ms), 'ObservationReport')
      }
      await readSwitch(Math.max(0, waiting - emitted))
    }
    return emitted
  }

  return {
    run,
    get heldBy() {
      return heldBy
    },
  }
}

/** What developers look for in the log. */
const logLine = (report: Report, responseMs: number) => ({
  bot_id: report.bot_id,
  condition_id: report.condition_id,
  rules_hash: report.resolution_rules_hash,
  change_detected: report.change_detected,
  gamma_response_ms: responseMs,
  killswitch_active: false,
  emitted_at_ms: report.emitted_at_ms,
  report_id: report.report_id,
  trace_id: report.trace_id,
})

/** A label never comes from what a market says. */
const labelOf = (mechanism: string): string => {
  const words = mechanism.toLowerCase()
  if (words.includes('uma')) return 'UMA Optimistic Oracle'
  if (words.includes('chainlink')) return 'Chainlink'
  if (words.includes('pyth')) return 'Pyth'
  return words.includes('manual') ? 'manual' : 'other'
}
