import type { PrivateKeyAccount } from 'viem/accounts'
import { z } from 'zod'
import { Json } from '../protocol/index.ts'
import { operatorsChoice } from '../services/fetch/guard.ts'
import { request } from '../services/fetch/request.ts'
import { retryAfter } from '../services/fetch/retryAfter.ts'
import * as Trace from '../services/http/Trace.ts'
import { traceOf } from './askPhase.ts'
import type { Config } from './Config.ts'
import type { Gateway, Key } from './Gateway.ts'
import { countPoke, isDue, takeTurn, unreported } from './Reports.ts'
import { makeTrigger } from './trigger.ts'

export type Poker = {
  /** Looks at once whether the DON is to be told of something. */
  hurry(): void
  stop(): Promise<void>
}

const lookMs = 1_000
const timeoutMs = 10_000
const longestPauseMs = 600_000
const worryingFaults = 3

/**
 * Tells the DON of sealed rounds until the chain shows their reports: one at a time over all processes, those it was told of least
 * first, and among them the one with the most at stake.
 */
export function startPoker(
  gateway: Gateway,
  poke: NonNullable<Config['poke']>,
  key: PrivateKeyAccount | null,
): Poker {
  const { store, chain, log, metrics, now, stopping } = gateway
  let faults = 0
  let notBefore = 0
  let current: Promise<void> | null = null

  async function next(): Promise<Key | null> {
    const waiting = await unreported(store, chain)
    if (waiting.length === 0) return null
    const values = await chain.pendingValues()
    const asked = waiting.filter(({ marketId }) => values.has(marketId))
    asked.sort((a, b) => a.pokes - b.pokes || compare(values.get(b.marketId)!, values.get(a.marketId)!))
    return asked[0] ?? null
  }

  async function look(): Promise<void> {
    if (stopping.aborted || now() < notBefore) return
    if (!(await isDue(store, chain))) return
    const round = await next()
    if (round === null || !(await takeTurn(store, chain, poke.everyMs))) return
    await countPoke(store, chain, round)
    const failure = await send(round)
    metrics.pokes.inc({ taken: String(failure === null) })
    const { traceId: trace_id } = traceOf(gateway, round)
    const told = { trace_id, market_id: round.marketId, round: round.round }
    if (failure === null) {
      faults = 0
      log.info(told, 'the DON was told of a round')
      return
    }
    const pause = Math.min(longestPauseMs, poke.everyMs * 2 ** Math.min(faults++, 10))
    notBefore = now() + Math.max(pause, Math.min(longestPauseMs, failure.retryAfter))
    // Once may be a restart or its rate; a person should look where it goes on.
    log[faults < worryingFaults ? 'info' : 'warn'](
      { ...told, why: failure.why },
      'the DON did not take a trigger',
    )
  }

  const reach = { ...operatorsChoice, maxBytes: 65_536, timeoutMs, signal: stopping }

  /** Null when the DON took it. */
  async function send(round: Key): Promise<{ why: string; retryAfter: number } | null> {
    try {
      const options = { workflowId: poke.workflowId, key, now }
      const { body, authorization } = await makeTrigger({ market_id: round.marketId }, options)
      const traceparent = Trace.toHeader(traceOf(gateway, round))
      const headers = { traceparent, ...(authorization === null ? {} : { authorization }) }
      const reply = await request({ method: 'POST', url: poke.url, headers, body }, reach)
      const refusal = refusalOf(reply.status, Buffer.from(reply.body).toString('utf8'))
      return refusal === null
        ? null
        : { why: refusal, retryAfter: retryAfter(reply.headers['retry-after'], now()) }
    } catch (error) {
      return { why: error instanceof Error ? error.name : 'unknown', retryAfter: 0 }
    }
  }

  function hurry(): void {
    current ??= look()
      .catch((error) => log.warn({ err: error }, 'it could not be seen which rounds wait for a report'))
      .finally(() => {
        current = null
      })
  }
  const timer = setInterval(hurry, Math.min(lookMs, poke.everyMs))
  return {
    hurry,
    async stop() {
      clearInterval(timer)
      await current
    },
  }
}

const rpcError = z.object({ error: z.object({ code: z.number().optional() }) })

/** JSON-RPC tells errors in the body as well; what else the reply says is for logs of the DON. */
function refusalOf(status: number, text: string): string | null {
  if (status < 200 || status > 299) return `status ${status}`
  try {
    const { data } = rpcError.safeParse(Json.parse(text, { depth: 16 }))
    return data === undefined ? null : `error ${data.error.code ?? ''}`
  } catch {
    return null
  }
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)
