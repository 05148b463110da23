import { encodeFunctionData, type Hex, isAddressEqual, parseEventLogs, type TransactionReceipt } from 'viem'
import { BaseError, type Verification } from '../../protocol/index.ts'
import { at } from '../../services/chain/browser/market.ts'
import { type Actor, tellChange } from './marketState.ts'
import { send } from './send.ts'
import { eth } from './units.ts'

export type Kind = 1 | 2 | 3 | 4

/** What the contract's `challenge` is called with. */
export type Strike = {
  readonly marketId: bigint
  readonly seat: bigint
  readonly kind: Kind
  readonly evidence: Hex
}

export const sendStrike = (me: Actor, challenge: Strike): Promise<TransactionReceipt> => {
  const { marketId, seat, kind, evidence } = challenge
  const data = encodeFunctionData({
    ...at(me.market),
    functionName: 'challenge',
    args: [marketId, seat, kind, evidence],
  })
  return send(me, { to: me.market, data })
}

/** Says whom a challenge struck, or that it made a round void. */
export async function describeStrike(
  me: Actor,
  { marketId, seat, kind }: Strike,
  receipt: TransactionReceipt,
  options: { json?: boolean },
): Promise<void> {
  const [struck] = parseEventLogs({ abi: at(me.market).abi, eventName: 'WorkerStruck', logs: receipt.logs })
  const reward = struck?.args.reward ?? 0n
  await tellChange(me, marketId, receipt, options, {
    text:
      struck === undefined
        ? 'The round is void: the same workers are asked again.'
        : reward === 0n
          ? `The Invalid of seat ${seat} no longer counts: the source had a sample. It keeps its stake, less what absence costs.`
          : `Seat ${seat} is struck; ${eth(reward)} is yours: \`cresolver market withdraw\`.`,
    fields: { kind, ...(struck === undefined ? {} : { seat: Number(seat) }), reward_wei: String(reward) },
  })
}

/** A bundle as the contract takes it; what it is about must be here, and a contract must be able to decide it. */
export function strikeIn(
  bundle: Verification.ChallengeBundle,
  here: Pick<Actor, 'chainId' | 'market'>,
): Strike {
  const { kind, evidence, chain_id, market, market_id, worker_index } = bundle
  if (kind === null) throw new UndecidableError()
  if (evidence === null) throw new IncompleteError()
  if (chain_id !== here.chainId || !isAddressEqual(market as Hex, here.market))
    throw new ElsewhereError(chain_id, market)
  return {
    marketId: BigInt(market_id),
    seat: BigInt(worker_index ?? 0),
    kind: kind as Kind,
    evidence: evidence as Hex,
  }
}

export class UndecidableError extends BaseError {
  override readonly name = 'Challenge.UndecidableError'
  constructor() {
    super('No contract can decide what this bundle shows.', {
      metaMessages: ['Appeal instead: `cresolver market escalate` has fresh workers asked, against a bond.'],
    })
  }
}

export class IncompleteError extends BaseError {
  override readonly name = 'Challenge.IncompleteError'
  constructor() {
    super('The bundle holds a leaf, but not the report and the signature that a contract must see with it.', {
      metaMessages: ['Make it from the round: `cresolver round challenge <file> --seat <number>`.'],
    })
  }
}

export class ElsewhereError extends BaseError {
  override readonly name = 'Challenge.ElsewhereError'
  constructor(chainId: number, market: string) {
    super(`The bundle is about the contract ${market} on chain ${chainId}.`, {
      metaMessages: ['Choose that chain with --network or --rpc-url, and its record with --deployments.'],
    })
  }
}
