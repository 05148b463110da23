import { BaseError, Json, type Round } from '../../../protocol/index.ts'
import { exchange } from '../../../services/fetch/exchange.ts'
import { guard } from '../../../services/fetch/guard.ts'
import { UsageError } from '../../terminal/failure.ts'

/** A published round with all its proofs stays below this. */
const maxBytes = 16 * 1_048_576
const timeoutMs = 30_000

/** A round's file as a gateway publishes it. What it holds is checked by whoever inspects it. */
export async function fetchRound(
  gateway: string,
  { marketId, round }: Pick<Round.Round, 'marketId' | 'round'>,
): Promise<object> {
  if (!/^https?:\/\/[^\s?#]+$/.test(gateway))
    throw new UsageError('--gateway is the base URL of a gateway, such as http://127.0.0.1:4200.')
  const url = `${gateway.replace(/\/$/, '')}/rounds/${marketId}/${round}`
  // Whoever names a gateway means it, wherever it is.
  const target = await guard(url, { allowHttp: true, allowPrivate: true, anyPort: true })
  const signal = AbortSignal.timeout(timeoutMs)
  const headers = { accept: 'application/json' }
  const { status, body } = await exchange(target, { method: 'GET', headers }, { maxBytes, signal })
  if (status !== 200) throw new NotPublishedError(marketId, round, status)
  const value = Json.parse(Buffer.from(body).toString('utf8'))
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new NotPublishedError(marketId, round, status)
}

export class NotPublishedError extends BaseError {
  override readonly name = 'Round.NotPublishedError'
  constructor(marketId: number, round: number, status: number) {
    super(`The gateway has no file of round ${round} of market ${marketId} (status ${status}).`, {
      metaMessages: [
        status === 503
          ? 'It is still being made: try again in a moment.'
          : 'It publishes rounds that it collected itself; another gateway may have this one.',
      ],
    })
  }
}
