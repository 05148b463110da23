import { decodeFunctionData, encodeFunctionResult, type Hex, parseAbi, stringToHex, zeroAddress } from 'viem'
import { parametersOf } from '../../cli/deploy/parameters.ts'
import { cresolverMarketAbi } from '../../deployments/abi/index.ts'
import { playRound, type Saying, sampleRoundOf } from '../../local/samples/round.ts'
import { type Docket, type Limits, Plan, Round, type RoundFile } from '../../protocol/index.ts'
import {
  type Fake,
  fakeRuntime,
  gatewayUrl,
  type Host,
  load,
  type Replied,
  type Sent,
} from './fakeRuntime.ts'

/** A market in memory with real answers, as the chain tells of it and as a gateway has collected it. */
export const registry: Hex = `0x${'1d'.repeat(20)}`
const abi = [
  ...cresolverMarketAbi,
  ...parseAbi(['function getMetadata(uint256 agentId, string key) view returns (bytes)']),
]

export type Told = {
  readonly round: Round.Round
  readonly status?: number
  readonly requestedAt?: number
  readonly now?: number
  readonly isRepeat?: boolean
  /** Of `getMarket`, other than usual. */
  readonly market?: Readonly<Record<string, unknown>>
  readonly parameters?: Readonly<Record<string, unknown>>
  /** Where workers listen, by id. */
  readonly endpoints?: Readonly<Record<number, string>>
  /** Markets that wait, with what is at stake. */
  readonly waiting?: readonly (readonly [bigint, bigint])[]
}

export const parameters = parametersOf()

/** What the contracts say. */
export const chainOf =
  (told: Told) =>
  (data: Hex): Hex => {
    const { functionName, args = [] } = decodeFunctionData({ abi, data })
    const result = answers[functionName]?.(told, args as never)
    if (result === undefined) throw new Error(`nobody expected ${functionName}`)
    return encodeFunctionResult({ abi, functionName, result } as never)
  }

const answers: Record<string, (told: Told, args: readonly bigint[]) => unknown> = {
  getRound({ round, status = Round.requested, requestedAt, now, isRepeat = false }, [, from, count]) {
    const page = round.workers.slice(Number(from), Number(from! + count!))
    const asked = requestedAt ?? round.deadline + 60
    return [
      status,
      round.round,
      BigInt(round.createdAt),
      BigInt(round.deadline),
      BigInt(asked),
      BigInt(now ?? asked + 30),
      BigInt(round.workers.length),
      isRepeat,
      round.question,
      page.map(({ agentId, signer, factorBps }) => ({ agentId: BigInt(agentId), signer, factorBps })),
    ]
  },
  getMarket: ({ round, market }) => ({
    creator: zeroAddress,
    status: Round.requested,
    outcome: 0,
    ending: 0,
    createdAt: BigInt(round.createdAt),
    deadline: BigInt(round.deadline),
    requestedAt: 0n,
    windowEnd: 0n,
    readyAt: 0n,
    round: round.round,
    joined: round.workers.length,
    seats: round.workers.length,
    appeals: 0,
    isAppealing: false,
    isHeld: false,
    drawBlock: 0n,
    pool: 0n,
    stakes: 0n,
    yesWeight: 0n,
    noWeight: 0n,
    invalidWeight: 0n,
    answeredBefore: 0,
    question: round.question,
    ...market,
  }),
  parameters: ({ parameters: changes }) => ({ ...parameters, ...changes }),
  identities: () => registry,
  getMetadata: ({ endpoints = {} }, [agentId]) => stringToHex(endpoints[Number(agentId)] ?? ''),
  marketCount: ({ waiting = [] }) => BigInt(waiting.length),
  pendingMarkets: ({ waiting = [] }) => [waiting.map(([id]) => id), waiting.map(([, value]) => value), 0n],
}

export type Collected = Pick<RoundFile.RoundFile, 'answers' | 'defences'>

/** What the gateway serves of a round; whoever publishes is thanked. */
export const gatewayOf =
  (round: Round.Round, { answers: replies, defences }: Collected) =>
  ({ url, method }: Sent): Replied => {
    const { pathname, searchParams } = new URL(url)
    if (method === 'POST') return { status: 202, body: {} }
    const from = Number(searchParams.get('from'))
    const count = Number(searchParams.get('count'))
    const batch = (phase: 'answers' | 'defences') => {
      const items = { answers: replies, defences }[phase].filter(
        ({ index }) => index >= from && index < from + count,
      )
      return { market_id: round.marketId, round: round.round, phase, from, items }
    }
    if (pathname.endsWith('/replies')) return { body: [batch('answers'), batch('defences')] }
    return { body: batch(pathname.endsWith('/answers') ? 'answers' : 'defences') }
  }

export const limits: Limits.Limits = {
  httpCalls: 5,
  httpResponseBytes: 100_000,
  reads: 15,
  readBytes: 5_000,
  consensusCalls: 20,
  observationBytes: 25_000,
  reportBytes: 5_000,
}

export const planFor = (round: Round.Round, changes: Partial<Plan.Input> = {}): Plan.Plan => {
  const isAuto = Round.docketRule(round) !== null
  const plan = Plan.make({ workers: round.workers.length, limits, isAuto, wantsReference: false, ...changes })
  if (Plan.isRefusal(plan)) throw new Error(plan.message)
  return plan
}

export type Stage = Fake & { readonly round: Round.Round; readonly file: RoundFile.RoundFile }

const rounds = new Map<string, ReturnType<typeof playRound>>()

/** Signing takes longer than all the rest, and the same is said in many tests. */
function played(round: Round.Round, sayings: readonly Saying[]): ReturnType<typeof playRound> {
  const key = JSON.stringify([round.marketId, round.round, round.question, sayings])
  const found = rounds.get(key) ?? playRound(round, sayings)
  rounds.set(key, found)
  return found
}

/** A round that was played, its market on the chain, and the gateway that collected it. */
export async function stageOf(
  sayings: readonly Saying[],
  options: {
    readonly host?: Host
    readonly told?: Partial<Told>
    readonly round?: Partial<Round.Round>
  } = {},
): Promise<Stage> {
  const round = sampleRoundOf(sayings.length, options.round)
  const { file } = await played(round, sayings)
  const host: Host = {
    chain: chainOf({ round, ...options.told }),
    http: gatewayOf(round, file),
    ...options.host,
  }
  return { ...fakeRuntime(host), round, file }
}

/** What the workflow reads of a round, as far as its other files need it. */
export type Asked = {
  readonly view: Round.Round
  readonly rule: Docket.Rule | null
  readonly isEarly: boolean
  readonly attempt: number
  readonly clock: { readonly now: number; readonly requestedAt: number }
  readonly expiresAt: number
}
type ReadRound = { readRound(runtime: Fake['runtime'], marketId: bigint): Asked | null }
const { readRound } = await load<ReadRound>('readRound')

export { readRound }

export const askedOf = ({ runtime, round }: Pick<Stage, 'runtime' | 'round'>): Asked =>
  readRound(runtime, BigInt(round.marketId))!

export const gateway = { url: gatewayUrl, token: null }
