import { makeAskWorker } from '../../gateway/askWorker.ts'
import { makeClock } from '../../gateway/Clock.ts'
import type { Gateway } from '../../gateway/Gateway.ts'
import { makeMetrics } from '../../gateway/makeMetrics.ts'
import { makePlaces } from '../../gateway/Places.ts'
import { deadline } from '../../local/samples/proof.ts'
import { makeLog } from '../../services/http/makeLog.ts'
import type { Store } from '../../services/store/Store.ts'
import { fakeChain } from './fakeChain.ts'
import { place } from './keeping.ts'

/** A gateway without a server: agents are found at the addresses of a map, and what it logs is kept. */
export function gatewayWith(
  store: Store,
  endpoints: ReadonlyMap<number, string>,
  changes: Partial<Gateway> = {},
) {
  const lines: Record<string, unknown>[] = []
  const stopping = new AbortController()
  const clock = changes.clock ?? makeClock()
  clock.chain.note(deadline + 4_000)
  const gateway: Gateway = {
    name: 'here',
    chain: fakeChain(place),
    store,
    publicUrl: 'http://127.0.0.1:4200',
    deadlines: { resolveMs: 2_000, challengeMs: 2_000, patienceMs: 2_000, leaseMs: 200 },
    limits: { exhibitsMs: 2_000, proofBytes: 1_048_576 } as Gateway['limits'],
    reach: { allowLoopback: true },
    askWorker: makeAskWorker({ allowLoopback: true }),
    places: makePlaces({ clock, places: 64, slow: 64 }),
    findEndpoint: async (agentId) => endpoints.get(agentId) ?? null,
    metrics: makeMetrics(),
    log: makeLog('debug', { stream: { write: (line) => lines.push(JSON.parse(line)) } }),
    now: clock.now,
    clock,
    stopping: stopping.signal,
    ...changes,
  }
  return { gateway, lines, stop: () => stopping.abort() }
}
