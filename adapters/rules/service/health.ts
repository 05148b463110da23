import { z } from 'zod'
import type { Reading } from '../../../services/http/Readiness.ts'
import { soon } from '../../../services/http/soon.ts'
import { type Overview, readOverview } from './overview.ts'
import type { ParameterSet } from './ParameterSets.ts'
import type { GammaState } from './poll.ts'
import type { Service } from './Service.ts'

/** What the health check says. Nothing in it is secret: no URL, no path, no key. */
export const health = z.strictObject({
  status: z.enum(['green', 'amber', 'red']),
  live: z.literal(true),
  ready: z.boolean(),
  /** Why it is not ready. */
  reasons: z.array(z.string()),
  store: z.strictObject({ ok: z.boolean() }),
  gamma: z.strictObject({ ok: z.boolean(), down_s: z.int().nullable() }),
  last_parse_s: z.int().nullable(),
  markets: z
    .strictObject({ watched: z.int(), stale: z.int(), missing_rules: z.int(), archived: z.int() })
    .nullable(),
  reports: z.strictObject({ ready: z.int(), in_review: z.int() }).nullable(),
  /** Pages that markets cite: those that were looked at, and those where nobody is. */
  sources: z.strictObject({ checked: z.int(), unreachable: z.int() }).nullable(),
  killswitch_active: z.boolean(),
  /** Whether it goes by its own config's parameters. */
  parameters: z.enum(['in_force', 'pending', 'rejected']),
  uptime_s: z.int(),
})
export type Health = z.infer<typeof health>

const greenParseMs = 3_600_000
const redParseMs = 7_200_000
const redGammaMs = 900_000

/** Green: all is well. Red: nothing can be relied on. Between them amber, which still serves. */
export async function readHealth(
  service: Service,
  state: {
    readonly gamma: GammaState
    readonly startedAt: number
    readonly heldBy: string | null
    readonly configured: ParameterSet['status']
    readonly readStore: () => Promise<Reading<true>>
  },
): Promise<Health> {
  const now = service.now()
  const [overview, stored] = await Promise.all([soon(readOverview(service.store)), state.readStore()])
  const { configured } = state
  const { okAt, downSince } = state.gamma
  const parseAgeMs = now - (overview?.lastParsedAt ?? state.startedAt)
  const isParsed = overview !== null && overview.lastParsedAt !== null
  const downMs = downSince === null ? 0 : now - downSince
  const reasons = [
    stored.reason ?? (overview === null ? 'store: away' : null),
    parseAgeMs > redParseMs ? 'nothing was parsed for two hours' : null,
    downMs > redGammaMs ? 'gamma: away' : null,
  ].filter((one) => one !== null)
  const isRed = reasons.length > 0
  const isGreen = isParsed && parseAgeMs < greenParseMs && downSince === null && okAt !== null
  const status = isRed ? 'red' : isGreen ? 'green' : 'amber'
  return {
    status,
    live: true,
    ready: !isRed && !service.stopping.aborted,
    reasons: service.stopping.aborted ? [...reasons, 'stopping'] : reasons,
    store: { ok: overview !== null && stored.reason === null },
    gamma: {
      ok: okAt !== null && downSince === null,
      down_s: downSince === null ? null : Math.floor(downMs / 1_000),
    },
    last_parse_s: isParsed ? Math.max(0, Math.floor(parseAgeMs / 1_000)) : null,
    markets:
      overview === null
        ? null
        : {
            watched: overview.watched,
            stale: overview.stale,
            missing_rules: overview.missingRules,
            archived: overview.archived,
          },
    reports: overview === null ? null : { ready: overview.ready, in_review: overview.inReview },
    sources: overview === null ? null : sourcesOf(overview),
    killswitch_active: state.heldBy !== null,
    parameters: configured === 'pending' || configured === 'rejected' ? configured : 'in_force',
    uptime_s: Math.max(0, Math.floor((now - state.startedAt) / 1_000)),
  }
}

function sourcesOf({ sources: { byVerdict, lost } }: Overview): Health['sources'] {
  const all = [...byVerdict.values()].reduce((sum, pages) => sum + pages, 0)
  return { checked: all - (byVerdict.get('unchecked') ?? 0), unreachable: lost }
}
