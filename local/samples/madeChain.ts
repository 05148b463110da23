import { type Abi, encodeAbiParameters, encodeEventTopics, type Hex, keccak256, stringToHex } from 'viem'
import {
  binaryMarketAbi,
  cresolverMarketAbi,
  reputationRegistryAbi,
  sourceKeysAbi,
} from '../../deployments/abi/index.ts'
import type { AgentView, Block, Chain, Contracts, Log, Seat } from '../../indexer/Chain.ts'
import { Address } from '../../protocol/index.ts'
import type { MarketView } from '../../services/chain/browser/market.ts'

const addressAt = (digit: string) => Address.of(`0x${digit.repeat(40)}`)

export const madeContracts: Contracts = {
  market: addressAt('a'),
  reputation: addressAt('b'),
  identities: addressAt('c'),
  bets: addressAt('d'),
  sourceKeys: addressAt('e'),
  conditions: null,
}

const abis = {
  market: cresolverMarketAbi,
  reputation: reputationRegistryAbi,
  bets: binaryMarketAbi,
  sourceKeys: sourceKeysAbi,
} as const

type Made = {
  readonly block: Block
  readonly logs: Log[]
  /** What contracts say from this block on. */
  readonly markets: Map<number, { readonly view: MarketView; readonly seats: readonly Seat[] }>
  readonly agents: Map<number, AgentView>
}

/** What happens in one block. */
export type Happening = {
  readonly block: Block
  emit(
    contract: keyof typeof abis,
    name: string,
    args: Readonly<Record<string, unknown>>,
    transaction?: string,
  ): void
  set(marketId: number, view: MarketView, seats?: readonly Seat[]): void
  setAgent(agentId: number, view: AgentView): void
}

const hashOf = (text: string): Hex => keccak256(stringToHex(text))
const secondsPerBlock = 12
const firstTime = 1_748_822_400

/** A chain that is made by hand: logs as nodes give them, what contracts say as of each block, and reorganisations. */
export class MadeChain implements Chain {
  readonly chainId = 31_337
  readonly market = madeContracts.market
  readonly contracts = madeContracts
  /** What was asked of it, by name. */
  readonly asked: string[] = []
  /** Runs before each answer, so that a test can fail one or change the chain meanwhile. */
  before: (name: string) => void = () => {}
  private made: Made[] = []

  constructor() {
    this.add(() => {}, 'genesis')
  }

  /** One more block. Another salt gives a block of the same number another hash. */
  add(happens: (happening: Happening) => void = () => {}, salt = ''): Block {
    const number = this.made.length
    const before = this.made.at(-1)?.block
    const hash = hashOf(`${before?.hash ?? ''} ${number} ${salt}`)
    const block = { number, hash, time: (before?.time ?? firstTime) + secondsPerBlock }
    const one: Made = { block, logs: [], markets: new Map(), agents: new Map() }
    happens({
      block,
      emit: (contract, name, args, transaction = `${hash} ${one.logs.length}`) => {
        const abi = abis[contract] as Abi
        const event = abi.find((item) => item.type === 'event' && item.name === name)
        if (event?.type !== 'event') throw new Error(`There is no event ${name}.`)
        const plain = event.inputs.filter(({ indexed }) => !indexed)
        one.logs.push({
          address: madeContracts[contract]!,
          topics: encodeEventTopics({ abi, eventName: name, args } as never) as Hex[],
          data: encodeAbiParameters(
            plain,
            plain.map((input) => args[input.name!]),
          ),
          block: number,
          blockHash: hash,
          time: block.time,
          log: one.logs.length,
          transaction: hashOf(transaction),
        })
      },
      set: (marketId, view, seats = []) => one.markets.set(marketId, { view, seats }),
      setAgent: (agentId, view) => one.agents.set(agentId, view),
    })
    this.made.push(one)
    return block
  }

  /** Takes back all blocks above one. */
  takeBack(number: number): void {
    this.made = this.made.slice(0, number + 1)
  }

  private ask(name: string): void {
    this.asked.push(name)
    this.before(name)
  }

  private lastOf<value>(block: number, pick: (made: Made) => value | undefined): value | undefined {
    for (let i = Math.min(block, this.made.length - 1); i >= 0; i--) {
      const found = pick(this.made[i]!)
      if (found !== undefined) return found
    }
    return undefined
  }

  async genesis() {
    return this.made[0]!.block.hash
  }
  async head() {
    this.ask('head')
    return this.made.at(-1)!.block
  }
  async blockAt(number: number) {
    this.ask('blockAt')
    return this.made[number]?.block ?? null
  }
  async logs(from: number, to: number) {
    this.ask('logs')
    return this.made.slice(from, to + 1).flatMap(({ logs }) => logs)
  }
  async readMarket(marketId: number, block: number) {
    this.ask('readMarket')
    return this.lastOf(block, ({ markets }) => markets.get(marketId))?.view ?? null
  }
  async readSeats(marketId: number, seats: readonly number[], block: number) {
    this.ask('readSeats')
    const found = this.lastOf(block, ({ markets }) => markets.get(marketId))?.seats ?? []
    return found.filter(({ seat }) => seats.includes(seat))
  }
  async readAgent(agentId: number, block: number) {
    this.ask('readAgent')
    return this.lastOf(block, ({ agents }) => agents.get(agentId)) ?? unknownAgent
  }
  async parameters() {
    return { maxWorkers: 6 } as Awaited<ReturnType<Chain['parameters']>>
  }
  async betTerms() {
    return { token: addressAt('0'), unitsPerEther: 10n ** 18n, closingMargin: 600, maxBetsBps: 5_000 }
  }
  async missing() {
    return ['locked']
  }
  async codeHash() {
    return hashOf('code')
  }
}

const unknownAgent: AgentView = {
  registration: null,
  reputation: { count: 0, correct: 0, sumRes: 0n, sumSrc: 0n, sumDepth: 0n },
  factorBps: 2_500,
}
