import { created, deadline, sampleMarket, sampleQuestion } from '../../../local/samples/proof.ts'
import { type Instant, Question, Wire } from '../../../protocol/index.ts'
import type { Reply, Transport } from '../../../services/fetch/Transport.ts'
import type { Task } from '../../../workers/pipeline/Resolver.ts'
import * as Registry from '../../../workers/source/Registry.ts'
import type { Requirement, Source } from '../../../workers/source/Source.ts'

export { created, deadline, sampleQuestion }

/** A provider whose whole API is a list of `[seconds, value]`. */
export const listSource = (provider: string): Source => ({
  provider,
  plan: ({ asset, metric }) => ({ method: 'GET', url: `https://${provider}.test/${asset}/${metric}` }),
  read(body, { window }) {
    const points = JSON.parse(body) as [number, string][]
    const point = points.find(([at]) => at >= window.from && at <= window.to)
    return point === undefined ? null : { observedAt: point[0], value: point[1] }
  },
})

export const sources = Registry.of(listSource('coingecko'), listSource('binance'))

/** Serves bodies by address; what is not there can't be reached. */
export function transportOf(
  bodies: Readonly<Record<string, string | Partial<Reply>>>,
  retrievedAt: Instant.Instant = deadline + 100_000,
): Transport {
  return async ({ url }) => {
    const found = bodies[url]
    if (found === undefined) throw new Error(`Nothing is served at ${url}.`)
    const reply = typeof found === 'string' ? { body: found } : found
    return {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: '',
      retrievedAt,
      method: 'REPLAY',
      ...reply,
    }
  }
}

export const own = 'https://coingecko.test/bitcoin/price_usd'
export const second = 'https://binance.test/BTCUSDT/price'
export const points = (value: string, at = deadline + 40): string => JSON.stringify([[at, value]])

export const taskOf = (question = sampleQuestion, changes: Partial<Task> = {}): Task => {
  const place = { chainId: 31_337, market: sampleMarket, round: 1 }
  const asked = Question.pose({ ...place, marketId: 1, question, deadline })
  const request = Wire.toResolveRequest(asked)
  const requestHash = Wire.requestHash(request)
  return { request, parsed: asked.parsed, requestHash, ...place, deadline, created, ...changes }
}

export type { Requirement }
