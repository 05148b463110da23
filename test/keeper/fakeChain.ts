import { type Hex, keccak256, parseTransaction } from 'viem'
import type { Broadcast, Chain, Change, Read, Receipt } from '../../keeper/Chain.ts'
import { type Call, type Head, keyOf } from '../../keeper/Market.ts'
import { prepare } from '../../keeper/targets.ts'
import { Address } from '../../protocol/index.ts'
import type { Revert } from '../../services/chain/revert.ts'
import { headAt, terms } from './markets.ts'

const market = Address.of(`0x${'aa'.repeat(20)}`)
const contracts = { market: market as Hex, binaryMarket: null, ctfResolver: null }

type Pooled = {
  readonly raw: Hex
  readonly hash: Hex
  readonly nonce: number
  readonly fee: bigint
  readonly data: Hex
}

/** A chain of one account that does what the test wants: a pool, blocks that are made by hand, faults. */
export class FakeChain implements Chain {
  readonly chainId = 31_337
  readonly market = market
  pool: Pooled[] = []
  mined: { readonly tx: Pooled; receipt: Receipt }[] = []
  sent: Hex[] = []
  now: Head = headAt(20_000)
  funds = 10n ** 18n
  tipNow = 1n
  markets: Read[] = []
  events: Change[] = []
  seats: number[] = []
  reads = 0
  /** Why calls would be refused, by their names. */
  refusals = new Map<string, Revert>()
  /** What the node says to the next transactions instead of taking them. */
  answers: Broadcast[] = []
  isDown = false

  private up(): void {
    if (this.isDown) throw new Error('the node is away')
  }
  genesis = async () => `0x${'01'.repeat(32)}`
  async head(): Promise<Head> {
    this.up()
    return this.now
  }
  terms = async () => terms
  marketCount = async () => this.markets.length
  async readMarkets(ids: readonly number[]) {
    this.reads += ids.length
    return this.markets.filter(({ marketId }) => ids.includes(marketId))
  }
  feedbackDue = async () => this.seats
  changes = async (from: number, to: number) =>
    this.events.filter(({ block }) => block >= from && block <= to)
  prepare = (call: Call) => prepare(call, contracts)
  estimate = async (call: Call) => {
    const refused = this.refusals.get(keyOf(call))
    return refused === undefined ? { gas: 100n } : { refused }
  }
  balance = async () => this.funds
  nonce = async (_: Hex, which: 'latest' | 'pending') =>
    which === 'latest' ? this.mined.length : this.mined.length + this.pool.length
  tip = async () => this.tipNow
  async broadcast(raw: Hex): Promise<Broadcast> {
    this.sent.push(raw)
    const answer = this.answers.shift()
    if (answer !== undefined) return answer
    const { nonce = 0, maxFeePerGas = 0n, data = '0x' } = parseTransaction(raw)
    const hash = keccak256(raw)
    if (nonce < this.mined.length) return 'nonce-used'
    if (this.pool.some((one) => one.hash === hash)) return 'taken'
    const before = this.pool.find((one) => one.nonce === nonce)
    if (before !== undefined && maxFeePerGas * 10n < before.fee * 11n) return 'underpriced'
    this.pool = [
      ...this.pool.filter((one) => one.nonce !== nonce),
      { raw, hash, nonce, fee: maxFeePerGas, data },
    ]
    return 'taken'
  }
  receipt = async (hash: Hex) => this.mined.find(({ tx }) => tx.hash === hash)?.receipt ?? null
  isKnown = async (hash: Hex) =>
    this.pool.some((one) => one.hash === hash) || this.mined.some(({ tx }) => tx.hash === hash)

  /** The next blocks; the first has what is in the pool, in the order of nonces and without gaps. */
  mine({ blocks = 1, reverts = false, empty = false } = {}): void {
    const number = this.now.number + blocks
    this.now = { ...headAt(this.now.timestamp + 12 * blocks, number), baseFee: this.now.baseFee }
    if (empty) return
    const receipt = { block: number - blocks + 1, isReverted: reverts, gasUsed: 90n, cost: 900n }
    for (const tx of this.pool.toSorted((a, b) => a.nonce - b.nonce))
      if (tx.nonce === this.mined.length) this.mined.push({ tx, receipt })
    this.pool = this.pool.filter(({ nonce }) => nonce >= this.mined.length)
  }
  /** The last block is replaced by an empty one. */
  reorganise(): void {
    this.now = { ...this.now, hash: `0x${'ee'.repeat(32)}` }
    this.mined.pop()
  }
}
