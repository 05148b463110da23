import { BaseError, Json, type Round } from '../../../protocol/index.ts'
import { operatorsChoice } from '../../../services/fetch/guard.ts'
import { request } from '../../../services/fetch/request.ts'
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
  const { status, body } = await request({ method: 'GET', url }, { ...operatorsChoice, maxBytes, timeoutMs })
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
