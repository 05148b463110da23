import { type Hex, keccak256, stringToHex, zeroAddress } from 'viem'
import type { Seat } from '../../indexer/Chain.ts'
import { Address, Bytes, Hash, Report, Score, Transcript, Vote } from '../../protocol/index.ts'
import type { MarketView } from '../../services/chain/browser/market.ts'
import { randomFrom } from '../random.ts'
import { type Happening, MadeChain } from './madeChain.ts'

/** Markets on a chain that is made by hand: as many as one likes, each in some stage of its life, the same ones for the same seed. */
const subjects = [
  'Bitcoin',
  'Ether',
  'the Rhine',
  'Lido',
  'the council',
  'the election',
  'a merger',
  'the launch',
]
const verbs = ['rise above', 'fall below', 'be approved by', 'be announced before', 'reach', 'end under']
const places = ['Paris', 'Lagos', 'Lima', 'Osaka', 'Oslo', 'Quito', 'Rome', 'Tunis']
const categories = ['crypto', 'politics', 'tech', 'sports', 'agents']

export const questionOf = (id: number, picture?: string): string => {
  const at = (list: readonly string[], step: number) => list[Math.floor(id / step) % list.length]!
  return [
    `§question Will ${at(subjects, 1)} ${at(verbs, 8)} ${100 + id} in ${at(places, 48)} on day ${id % 365}?`,
    '§rule',
    'source:manual',
    `§event Day ${id % 200}`,
    `§category ${at(categories, 3)}`,
    ...(picture === undefined ? [] : [`§picture ${picture}`]),
  ].join('\n')
}

export const accountOf = (i: number): Address.Address =>
  Address.of(`0x${keccak256(stringToHex(`account ${i}`)).slice(-40)}`)

const day = 86_400
const stake = 50_000_000_000_000_000n
const pool = 100_000_000_000_000_000n

export function viewOf(question: string, changes: Partial<MarketView> = {}): MarketView {
  return {
    ...{ creator: accountOf(1), status: 1, outcome: 0, ending: 0, createdAt: 0n, deadline: 0n },
    ...{ requestedAt: 0n, windowEnd: 0n, readyAt: 0n, round: 0, joined: 0, seats: 0, appeals: 0 },
    ...{ isAppealing: false, isHeld: false, drawBlock: 0n, pool, stakes: 0n },
    ...{ yesWeight: 0n, noWeight: 0n, invalidWeight: 0n, answeredBefore: 0, question },
    ...changes,
  }
}

export function seatOf(seat: number, agentId: number, changes: Partial<Seat> = {}): Seat {
  return {
    ...{ seat, agentId: BigInt(agentId), signer: accountOf(100 + agentId), stake, factorBps: 2_500 },
    ...{ vote: 0, reason: 0, resQuality: 0, srcQuality: 0, analysisDepth: 0, weight: 0n, share: 0n },
    ...{ isClaimed: false, payout: 0n },
    ...changes,
  }
}

/** What the event of a report holds: records alone, as agents decide. */
export function recordsOf(marketId: number, votes: readonly Vote.Vote[]): Hex {
  const report = {
    ...{ chainId: 31_337, market: Address.of(zeroAddress), marketId: BigInt(marketId), round: 1 },
    ...{ expiresAt: 0, roundRoot: rootOf(marketId, 1), leafCount: Transcript.leafCount(votes.length) },
    ...{ outcome: 'YES' as const, docket: null },
    records: votes.map((vote) => ({
      vote,
      ...(vote.outcome === null
        ? { resQuality: 0, srcQuality: 0, analysisDepth: 0 }
        : { resQuality: 80, srcQuality: 70, analysisDepth: 60 }),
    })),
  }
  return Bytes.toHex(Report.encode(report).slice(Report.headerSize))
}

export const rootOf = (marketId: number, round: number): Hash.Root =>
  Hash.asRoot(Hash.ofText(`round ${round} of market ${marketId}`))

type Stage = 'open' | 'asked' | 'window' | 'settled'

type Life = {
  readonly id: number
  readonly stage: Stage
  readonly agents: readonly number[]
  view: MarketView
}

/** A chain with so many markets, most of them over, in blocks of a few events each. */
export function madeMarkets(count: number, { seed = 1, agents = 40 } = {}): MadeChain {
  const chain = new MadeChain()
  const random = randomFrom(seed)
  const records: Records = new Map()
  const perBlock = 10
  for (let first = 1; first <= count; first += perBlock) {
    const lives: Life[] = []
    for (let id = first; id < Math.min(first + perBlock, count + 1); id++)
      lives.push({ id, stage: stageOf(id, count), agents: pick(random, agents, 6), view: viewOf('') })
    const each = (step: (block: Happening, life: Life) => void, isIn: (life: Life) => boolean = () => true) =>
      chain.add((block) => {
        for (const life of lives) if (isIn(life)) step(block, life)
      })
    each((block, life) => open(block, life, random))
    each((block, life) => bet(block, life, random))
    each(ask, ({ stage }) => stage !== 'open')
    each(report, isReported)
    each(
      (block, life) => settle(block, life, records),
      ({ stage }) => stage === 'settled',
    )
  }
  return chain
}

/** The youngest are open, then come those that are asked and reported; all before are over. */
function stageOf(id: number, count: number): Stage {
  const left = count - id
  if (left < count / 10) return 'open'
  if (left < count / 10 + 20) return 'asked'
  return left < count / 10 + 120 ? 'window' : 'settled'
}

const isReported = ({ stage }: Life): boolean => stage === 'window' || stage === 'settled'

function pick(random: (bound: number) => number, of: number, count: number): number[] {
  const chosen = new Set<number>()
  while (chosen.size < Math.min(count, of)) chosen.add(random(of))
  return [...chosen]
}

function open(block: Happening, life: Life, random: (bound: number) => number): void {
  const { id, agents } = life
  const { time } = block.block
  const deadline = BigInt(time + day + random(30) * day)
  const question = questionOf(id)
  const creator = accountOf(1 + (id % 50))
  block.emit('market', 'MarketCreated', { marketId: BigInt(id), creator, pool, deadline, question })
  for (const [i, agentId] of agents.entries()) {
    const signer = accountOf(100 + agentId)
    block.emit('market', 'WorkerJoined', {
      ...{ marketId: BigInt(id), agentId: BigInt(agentId), signer, joinIndex: BigInt(i) },
      ...{ stake, factorBps: 2_500n },
    })
  }
  const joined = agents.length
  life.view = viewOf(question, {
    ...{ creator, createdAt: BigInt(time), deadline, joined, stakes: stake * BigInt(joined) },
  })
  block.set(id, life.view)
}

function bet(block: Happening, { id, view }: Life, random: (bound: number) => number): void {
  const bets = random(4)
  for (let i = 0; i < bets; i++) {
    const args = { marketId: BigInt(id), bettor: accountOf(1_000 + random(300)), side: 1 + random(2) }
    block.emit('bets', 'BetPlaced', { ...args, amount: 10n ** 16n * BigInt(1 + random(9)) })
  }
  block.set(id, view)
}

function ask(block: Happening, life: Life): void {
  const { id, agents, view } = life
  block.emit('market', 'ResolutionRequested', { marketId: BigInt(id), question: view.question })
  life.view = { ...view, status: 2, requestedAt: BigInt(block.block.time), round: 1, seats: agents.length }
  block.set(
    id,
    life.view,
    agents.map((agentId, seat) => seatOf(seat, agentId)),
  )
}

const votesOf = (id: number): Vote.Vote[] =>
  Array.from({ length: 6 }, (_, seat) =>
    seat === 5 ? Vote.none('silent') : Vote.cast(seat === id % 5 ? 'NO' : 'YES'),
  )

const seatsOf = ({ id, agents }: Life, payout: bigint): Seat[] =>
  votesOf(id)
    .slice(0, agents.length)
    .map((vote, seat) =>
      seatOf(seat, agents[seat]!, {
        ...{ vote: Vote.code(vote.outcome), reason: vote.outcome === null ? 1 : 0, payout },
        ...(vote.outcome === null
          ? {}
          : { resQuality: 80, srcQuality: 70, analysisDepth: 60, weight: 37_150n, share: 10_000n }),
      }),
    )

function report(block: Happening, life: Life): void {
  const { id, view, agents } = life
  const windowEnd = BigInt(block.block.time + 30 * day)
  const transaction = `report ${id} ${block.block.hash}`
  const about = { marketId: BigInt(id) }
  block.emit('market', 'WindowMoved', { ...about, windowEnd }, transaction)
  block.emit(
    'market',
    'RoundReported',
    {
      ...about,
      ...{ round: 1, outcome: 1, roundRoot: rootOf(id, 1) },
      recordsAndDocket: recordsOf(id, votesOf(id).slice(0, agents.length)),
    },
    transaction,
  )
  life.view = { ...view, status: 3, outcome: 1, windowEnd, yesWeight: 148_600n, noWeight: 37_150n }
  block.set(id, life.view, seatsOf(life, 0n))
}

type Records = Map<number, Score.Reputation>

/** What the registry adds to an agent's record: who said Yes was right. */
function remember(block: Happening, agentId: number, vote: Vote.Vote, records: Records): void {
  const { count, correct, sumRes, sumSrc, sumDepth } = records.get(agentId) ?? Score.newcomer
  const isRight = vote.outcome === 'YES'
  const reputation = {
    count: count + 1,
    correct: correct + (isRight ? 1 : 0),
    sumRes: sumRes + (isRight ? 80n : 0n),
    sumSrc: sumSrc + (isRight ? 70n : 0n),
    sumDepth: sumDepth + (isRight ? 60n : 0n),
  }
  records.set(agentId, reputation)
  block.setAgent(agentId, { registration: null, reputation, factorBps: Score.factorBps(reputation) })
}

function settle(block: Happening, life: Life, records: Records): void {
  const { id, agents, view } = life
  const about = { marketId: BigInt(id) }
  block.emit('reputation', 'ReputationRecorded', { ...about, agents: BigInt(agents.length) })
  block.emit('market', 'MarketSettled', { ...about, status: 4, outcome: 1, ending: 0 })
  block.emit('market', 'Credited', { ...about, account: view.creator, amount: 10n ** 15n, why: 1 })
  block.emit('market', 'MarketFinalized', { ...about, outcome: 1 })
  block.emit('bets', 'BetsSettled', { ...about, result: 1 })
  for (const [seat, agentId] of agents.entries()) {
    remember(block, agentId, votesOf(id)[seat]!, records)
    block.emit('market', 'WorkerPaid', {
      ...{ ...about, seat: BigInt(seat), payee: accountOf(100 + agentId), amount: stake },
    })
  }
  life.view = { ...view, status: 5 }
  block.set(id, life.view, seatsOf(life, 0n))
}
