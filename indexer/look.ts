import { BaseError } from '../protocol/index.ts'
import type { Queries, Store } from '../services/store/Store.ts'
import { agentOf } from './agentOf.ts'
import type { Block, Chain, ContractName, Log } from './Chain.ts'
import { type Event, readEvent } from './Event.ts'
import { marketOf } from './marketOf.ts'
import * as Records from './Records.ts'
import { roundsOf } from './rounds.ts'

export type LookOptions = {
  readonly chain: Chain
  readonly store: Store
  /** The block that the contracts stand since. */
  readonly since: number
  /** Blocks looked at again each time: a node may be behind, and tell less than there is. */
  readonly reorgMargin: number
  /** Blocks a node is asked for at once. */
  readonly blockRange: number
  readonly isLocal: boolean
  /** Told of the newest block, before anything of it is read. */
  readonly told?: (head: Block) => void
}

/** What a look has found. */
export type Seen = {
  readonly head: Block
  /** In their order, now that what follows from them can be read. */
  readonly events: readonly Event[]
  /** The first block from which events were taken back; null where none were. */
  readonly removedFrom: number | null
}

const page = 50
const mostTold = 5_000

/**
 * Brings the tables to the newest block: takes back what a reorganisation replaced, keeps new events, and reads again what they
 * touched. Throws when chain or store can't be asked; what was done until then stays, and is gone on with.
 */
export async function look(options: LookOptions): Promise<Seen> {
  const { chain, store, since, blockRange, reorgMargin } = options
  const head = await chain.head()
  options.told?.(head)
  const { kept, seen } = await Records.readPlace(store)
  if (seen !== null && seen.hash === head.hash) return { head, events: [], removedFrom: null }
  const told: Event[] = []
  let removedFrom = kept === null ? null : await takeBack(options, kept, head)
  const reached = removedFrom === null ? (kept?.number ?? since - 1) : removedFrom - 1
  const first = Math.max(since, reached - reorgMargin + 1)
  for (let from = first; from <= head.number; from += blockRange) {
    const to = Math.min(from + blockRange - 1, head.number)
    const end = to === head.number ? head : await chain.blockAt(to)
    if (end === null) throw new MovedError()
    const logs = await chain.logs(from, to)
    const { fresh, lost } = await keep(options, logs, { from, to, end })
    if (told.length < mostTold) told.push(...fresh)
    if (lost !== null) removedFrom = Math.min(removedFrom ?? lost, lost)
  }
  await readAll(options, head)
  // A server does so by itself; an embedded database plans by what it is told here.
  if (told.length >= mostTold) await store.query('analyze')
  return { head, events: told.slice(-mostTold), removedFrom }
}

/** Forgets what stands on blocks that were replaced; the first block of it, or null where the last known one still stands. */
async function takeBack(
  { chain, store, since }: LookOptions,
  kept: Pick<Block, 'number' | 'hash'>,
  head: Block,
): Promise<number | null> {
  const now = kept.number > head.number ? null : await chain.blockAt(kept.number)
  if (now?.hash === kept.hash) return null
  let below = kept.number + 1
  for (;;) {
    const blocks = await Records.eventBlocks(store, below, page)
    for (const { block, block_hash } of blocks) {
      const number = Number(block)
      const one = number > head.number ? null : await chain.blockAt(number)
      if (one?.hash === block_hash) return forgetAbove(store, one)
    }
    if (blocks.length < page) return forgetAbove(store, { number: since - 1, hash: zero })
    below = Number(blocks.at(-1)!.block)
  }
}

const zero = `0x${'0'.repeat(64)}`

const forgetAbove = (store: Store, { number, hash }: Pick<Block, 'number' | 'hash'>): Promise<number> =>
  store.transaction(async (queries) => {
    await Records.forgetAbove(queries, number)
    await Records.setKept(queries, { number, hash })
    return number + 1
  })

/** Keeps what is new of some blocks, and forgets what is no longer there. */
function keep(
  { chain, store }: LookOptions,
  logs: readonly Log[],
  { from, to, end }: { readonly from: number; readonly to: number; readonly end: Block },
): Promise<{ fresh: Event[]; lost: number | null }> {
  const names = namesOf(chain)
  const all = logs.flatMap((log) => readEvent(names.get(log.address)!, log) ?? [])
  const events = all.filter(({ contract }) => contract !== 'identities')
  const registered = all.flatMap(({ contract, agentId }) =>
    contract === 'identities' && agentId !== null ? [agentId] : [],
  )
  return store.transaction(async (queries) => {
    const stored = await Records.keysBetween(queries, from, to)
    const there = new Set(events.map(Records.keyOf))
    const fresh = events.filter((event) => !stored.has(Records.keyOf(event)))
    const gone = [...stored].filter((key) => !there.has(key))
    if (gone.length > 0) await Records.forgetEvents(queries, gone)
    if (fresh.length > 0) await Records.keepEvents(queries, fresh)
    if (registered.length > 0) await Records.noteAgents(queries, registered)
    await Records.setKept(queries, end)
    return {
      fresh,
      lost: gone.length === 0 ? null : Math.min(...gone.map((key) => Number(key.split(' ')[0]))),
    }
  })
}

const namesOf = ({ contracts }: Chain): ReadonlyMap<string, ContractName> => {
  const { market, reputation, identities, bets, sourceKeys, conditions } = contracts
  const named: [string | null, ContractName][] = [
    [market, 'market'],
    [reputation, 'reputation'],
    [identities, 'identities'],
    [bets, 'bets'],
    [sourceKeys, 'source_keys'],
    [conditions, 'conditions'],
  ]
  return new Map(named.flatMap(([address, name]) => (address === null ? [] : [[address, name] as const])))
}

/** Reads what is to be read again, page by page; with the last one all is of the head. */
async function readAll(options: LookOptions, head: Block): Promise<void> {
  const { chain, store, isLocal } = options
  const { maxWorkers } = await chain.parameters()
  for (;;) {
    const [marketIds, agentIds] = await Promise.all([
      Records.unread(store, 'market', page),
      Records.unread(store, 'agent', page),
    ])
    const [markets, agents] = await Promise.all([
      Promise.all(marketIds.map((id) => readMarket(options, id, { head, maxWorkers }))),
      Promise.all(agentIds.map((id) => chain.readAgent(id, head.number))),
    ])
    // What was read must be of one chain.
    if ((await chain.blockAt(head.number))?.hash !== head.hash) throw new MovedError()
    const isLast = marketIds.length < page && agentIds.length < page
    await store.transaction(async (queries) => {
      for (const [i, id] of marketIds.entries()) await writeMarket(queries, chain, id, markets[i]!)
      for (const [i, id] of agentIds.entries()) {
        const isKnown = await Records.hasJoined(queries, id)
        await Records.writeAgent(queries, id, isKnown ? agentOf(agents[i]!, isLocal) : null)
      }
      if (isLast) await Records.setSeen(queries, head)
    })
    if (isLast) return
  }
}

type Read = Awaited<ReturnType<typeof readMarket>>

const seatsPerCohort = 32

async function readMarket(
  { chain, store }: LookOptions,
  id: number,
  { head, maxWorkers }: { readonly head: Block; readonly maxWorkers: number },
) {
  const [view, events] = await Promise.all([chain.readMarket(id, head.number), Records.eventsOf(store, id)])
  if (view === null) return null
  // Of earlier cohorts the contract does not say how many seats they had: as many as it gives are asked for.
  const seats = Array.from({ length: view.appeals + 1 }, (_, cohort) => {
    const count = cohort === view.appeals ? view.seats : Math.min(maxWorkers, seatsPerCohort)
    return Array.from({ length: count }, (_, i) => cohort * seatsPerCohort + i)
  }).flat()
  return { view, events, seats: await chain.readSeats(id, seats, head.number) }
}

async function writeMarket(queries: Queries, chain: Chain, id: number, read: Read): Promise<void> {
  if (read === null) return Records.forgetMarket(queries, id)
  const { view, seats, events } = read
  const bettors = await Records.bettorsOf(queries, id)
  const market = marketOf({ id, view, seats, events, rounds: roundsOf(chain, events) })
  const roles = [...market.roles, ...bettors.map((account) => [account, 'bettor'] as const)]
  await Records.writeMarket(queries, { ...market, roles })
}

export class MovedError extends BaseError {
  override readonly name = 'Indexer.MovedError'
  constructor() {
    super('The chain was reorganised while it was read.', {
      metaMessages: ['It is read again by itself.'],
    })
  }
}
