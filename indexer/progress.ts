import { type Progress, progress } from '../protocol/Catalog.ts'
import { operatorsChoice } from '../services/fetch/guard.ts'
import { request } from '../services/fetch/request.ts'
import type { Indexer } from './Indexer.ts'

const timeoutMs = 3_000
const mostBytes = 4_096

/** How far the collection of a round is, by the first gateway that collects it; null where none does. */
export async function fetchProgress(
  { config, stopping }: Pick<Indexer, 'config' | 'stopping'>,
  marketId: number,
  round: number,
): Promise<Progress | null> {
  for (const gateway of config.gateways) {
    const url = `${gateway}/v1/markets/${marketId}/rounds/${round}/progress`
    const found = await request(
      { method: 'GET', url },
      { ...operatorsChoice, maxBytes: mostBytes, timeoutMs, signal: stopping },
    )
      .then(({ status, body }) =>
        status === 200 ? progress.parse(JSON.parse(new TextDecoder().decode(body))) : null,
      )
      .catch(() => null)
    if (found?.market_id === marketId && found.round === round) return found
  }
  return null
}
