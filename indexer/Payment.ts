import type { Payment } from '../protocol/Catalog.ts'
import type { Vote } from '../protocol/index.ts'
import type { Event } from './Event.ts'

/** Money that an event moves, or credits. */
export type Moved = {
  readonly kind: Payment['kind']
  readonly account: string
  readonly amount: string
  readonly agentId: number | null
  readonly seat: number | null
  /** Of a bet. */
  readonly side: Vote.YesOrNo | null
}

/** In the order of the contract's `Credit`. */
const credits = [
  'credit refused',
  'credit creator',
  'credit treasury',
  'credit challenger',
  'credit bond back',
  'credit appeal reward',
  'credit arbitration',
] as const

/** What an event moves; null where it moves nothing. */
export function movedBy({ contract, name, args, agentId }: Event): Moved | null {
  const moved = (
    kind: Payment['kind'],
    account: unknown,
    amount: unknown,
    more: Partial<Moved> = {},
  ): Moved => ({
    ...{ kind, account: String(account), amount: String(amount) },
    ...{ agentId: null, seat: null, side: null },
    ...more,
  })
  switch (`${contract} ${name}`) {
    case 'market MarketCreated':
      return moved('pool', args.creator, args.pool)
    case 'market WorkerJoined':
      return moved('stake', args.signer, args.stake, { agentId })
    case 'market WorkerLeft':
      return moved('stake back', args.payee, args.amount, { agentId })
    case 'market WorkerPaid':
      return moved('seat', args.payee, args.amount, { seat: Number(args.seat) })
    case 'market MarketEscalated':
      return moved('bond', args.appellant, args.bond)
    case 'market MarketHeld':
      return moved('arbitration', args.payer, args.cost)
    case 'market Credited':
      return moved(credits[Number(args.why)] ?? 'credit refused', args.account, args.amount)
    case 'market Withdrawn':
      return moved('withdrawn', args.account, args.amount)
    case 'bets BetPlaced':
      return moved('bet', args.bettor, args.amount, { side: Number(args.side) === 1 ? 'YES' : 'NO' })
    case 'bets BetPaid':
      return moved('bet paid', args.bettor, args.amount)
    default:
      return null
  }
}
