import { type Hex, keccak256 } from 'viem'
import type { Revert } from '../services/chain/revert.ts'
import type { KeyAccount } from '../services/http/readKey.ts'
import type { Store } from '../services/store/Store.ts'
import { type Budget, day, type Fees, feesFor, feesToReplace, type Wait, waitFor } from './Budget.ts'
import type { Chain, Prepared, Receipt } from './Chain.ts'
import { type Call, type Head, keyOf } from './Market.ts'
import * as Records from './Records.ts'
import { gasFor } from './targets.ts'

export type OutboxOptions = {
  readonly chain: Chain
  readonly store: Store
  readonly account: KeyAccount
  readonly budget: Budget
  /** Blocks after which a transaction that is in none of them is replaced for a higher fee. */
  readonly replaceAfter: number
  /** Blocks that may still be replaced. */
  readonly reorgMargin: number
}

/** What became of a call that was sent. `lost`: something else used its nonce. */
export type Outcome = {
  readonly call: Records.Slot['call']
  readonly result: 'ok' | 'reverted' | 'lost'
  readonly receipt: Receipt | null
  readonly hash: Hex | null
}

/** What became of an attempt to send. */
export type Sent =
  | { readonly is: 'sent'; readonly hash: Hex }
  | { readonly is: 'refused'; readonly why: Revert }
  | { readonly is: 'waiting'; readonly why: Wait; readonly cost: bigint | null }
  /** The node knew better which nonce is next: the next look will. */
  | { readonly is: 'missed' }

export type Outbox = {
  /** Learns what became of what was sent. Called before anything is decided for a block. */
  learn(head: Head): Promise<readonly Outcome[]>
  /** Sends again what a node has forgotten, and replaces what is stuck, as far as it is still due. */
  press(head: Head, isDue: (key: string) => boolean): Promise<readonly Pressed[]>
  send(call: Call, head: Head, isDue: (key: string) => boolean): Promise<Sent>
  /** Calls that are on their way. */
  pending(): ReadonlySet<string>
  /** What is left, as of the last look. */
  readonly purse: { readonly balance: bigint; readonly spent: bigint }
}

export type Pressed = { readonly call: Records.Slot['call']; readonly how: 'again' | 'replaced' | 'waiting' }

/** Blocks after which a nonce that is used, though no receipt is found for it, is given up. */
const givenUpAfter = 12

/**
 * Sends calls with one key, one nonce after the other. What is sent is kept before it is sent: after a crash the same transaction
 * goes out again, or its nonce is used for something else, and never twice.
 */
export function makeOutbox(options: OutboxOptions): Outbox {
  const { chain, store, account, budget } = options
  const { chainId, market } = chain
  const sender = account.address.toLowerCase()
  const purse: Records.Purse = { chainId, market, sender }
  const state = { balance: 0n, spent: 0n, tip: 0n, used: 0, known: null as number | null }
  let slots: readonly Records.Slot[] = []
  const missingSince = new Map<number, number>()

  const onTheirWay = () => slots.filter(({ state: is, nonce }) => is === 'open' && nonce >= state.used)

  async function reload(): Promise<void> {
    slots = await Records.openSlots(store, purse)
  }

  async function receiptOf({ attempts }: Records.Slot): Promise<[Hex, Receipt] | null> {
    for (const { hash } of attempts.toReversed()) {
      const receipt = await chain.receipt(hash)
      if (receipt !== null) return [hash, receipt]
    }
    return null
  }

  /** What is new about one nonce; null where nothing is. */
  async function learnOf(slot: Records.Slot, head: Head): Promise<Outcome | null> {
    const { nonce, call } = slot
    if (slot.state === 'mined') {
      // Its block was replaced by one without it.
      if (nonce >= state.used) await Records.reopen(store, purse, slot)
      else if (head.number >= slot.minedBlock! + options.reorgMargin) await confirm(slot)
      return null
    }
    if (nonce >= state.used) return null
    const found = await receiptOf(slot)
    if (found !== null) {
      const [hash, receipt] = found
      missingSince.delete(nonce)
      await Records.noteMined(store, purse, nonce, receipt)
      return { call, result: receipt.isReverted ? 'reverted' : 'ok', receipt, hash }
    }
    // A node may know of a nonce before it knows of the receipt.
    const since = missingSince.get(nonce) ?? head.number
    missingSince.set(nonce, since)
    if (head.number - since < givenUpAfter) return null
    missingSince.delete(nonce)
    await Records.noteLost(store, purse, nonce)
    return { call, result: 'lost', receipt: null, hash: null }
  }

  /** Its block is deep: what became of it is what counts. */
  async function confirm(slot: Records.Slot): Promise<void> {
    const found = await receiptOf(slot)
    if (found === null) return void (await Records.noteLost(store, purse, slot.nonce))
    await Records.noteMined(store, purse, slot.nonce, found[1])
    await Records.close(store, purse, slot.nonce)
  }

  async function learn(head: Head): Promise<readonly Outcome[]> {
    await reload()
    const { address } = account
    const [balance, used, tip] = await Promise.all([
      chain.balance(address),
      // Where nothing is on its way, the next nonce is asked for when one is needed.
      slots.length === 0 ? state.used : chain.nonce(address, 'latest'),
      chain.tip(),
    ])
    Object.assign(state, { balance, used, tip, known: null })
    const outcomes: Outcome[] = []
    for (const slot of slots) {
      const outcome = await learnOf(slot, head)
      if (outcome !== null) outcomes.push(outcome)
    }
    await reload()
    state.spent = await Records.spentSince(store, purse, head.timestamp - day)
    return outcomes
  }

  async function sign(nonce: number, prepared: Prepared, gas: bigint, fees: Fees): Promise<[Hex, Hex]> {
    const { to, data } = prepared
    const raw = await account.signTransaction({ type: 'eip1559', chainId, nonce, to, data, gas, ...fees })
    return [raw, keccak256(raw)]
  }

  async function pressOne(
    slot: Records.Slot,
    head: Head,
    isDue: (key: string) => boolean,
  ): Promise<Pressed | null> {
    const { call, nonce, attempts } = slot
    const last = attempts.at(-1)!
    const isLast = nonce === slots.at(-1)?.nonce
    if (!isDue(keyOf(call))) {
      if (await chain.isKnown(last.hash)) return null
      // Later nonces wait for this one, so it goes out all the same; without any, it is as if it had never been.
      if (isLast) await Records.release(store, purse, nonce)
      else await chain.broadcast(last.raw)
      return null
    }
    if (head.number - last.sentBlock < options.replaceAfter) {
      if (await chain.isKnown(last.hash)) return null
      await chain.broadcast(last.raw)
      return { call, how: 'again' }
    }
    const fees = feesToReplace(last, { baseFee: head.baseFee, tip: state.tip }, budget)
    const isTooMuch =
      fees === null || waitFor(call, slot.gas * fees.maxFeePerGas, purseWithout(slot)) !== null
    if (isTooMuch) {
      await chain.broadcast(last.raw)
      return { call, how: 'waiting' }
    }
    const [raw, hash] = await sign(nonce, slot, slot.gas, fees)
    await Records.keepReplacement(store, purse, slot, {
      ...slot,
      attempt: { ...fees, raw, hash, sentBlock: head.number },
    })
    await chain.broadcast(raw)
    return { call, how: 'replaced' }
  }

  /** What may be spent if a call that is on its way costs nothing: what replaces it costs that instead. */
  const purseWithout = ({ gas, attempts }: Records.Slot) => ({
    budget,
    balance: state.balance,
    spent: state.spent - gas * attempts.at(-1)!.maxFeePerGas,
  })

  async function press(head: Head, isDue: (key: string) => boolean): Promise<readonly Pressed[]> {
    const pressed: Pressed[] = []
    for (const slot of onTheirWay()) {
      const one = await pressOne(slot, head, isDue)
      if (one !== null) pressed.push(one)
    }
    await reload()
    return pressed
  }

  async function send(call: Call, head: Head, isDue: (key: string) => boolean): Promise<Sent> {
    const now = { baseFee: head.baseFee, tip: state.tip }
    // Of a call that nobody needs any more, the nonce serves another one.
    const idle = onTheirWay().find((slot) => !isDue(keyOf(slot.call)))
    const fees = idle === undefined ? feesFor(now, budget) : feesToReplace(idle.attempts.at(-1)!, now, budget)
    if (fees === null) return { is: 'waiting', why: 'price', cost: null }
    const nonce = idle?.nonce ?? (await nextNonce())
    // Last of all, because others may have sent the same meanwhile.
    const estimate = await chain.estimate(call, account.address)
    if ('refused' in estimate) return { is: 'refused', why: estimate.refused }
    const gas = gasFor(call, estimate.gas)
    const cost = gas * fees.maxFeePerGas
    const means = idle === undefined ? { budget, ...state } : purseWithout(idle)
    const why = waitFor(call, cost, means)
    if (why !== null) return { is: 'waiting', why, cost }
    const prepared = chain.prepare(call)
    const [raw, hash] = await sign(nonce, prepared, gas, fees)
    const attempt = { ...fees, raw, hash, sentBlock: head.number }
    const slot = { ...prepared, nonce, call, gas, attempt }
    if (idle === undefined) await Records.keepCall(store, purse, slot, head)
    else await Records.keepReplacement(store, purse, idle, slot)
    const sent = await deliver(raw, nonce, idle === undefined)
    await reload()
    state.spent = await Records.spentSince(store, purse, head.timestamp - day)
    return sent ?? { is: 'sent', hash }
  }

  async function nextNonce(): Promise<number> {
    // Once a look: what this keeper sends after it stands in its slots.
    state.known ??= await chain.nonce(account.address, 'pending')
    return Math.max(state.known, state.used, (slots.at(-1)?.nonce ?? -1) + 1)
  }

  /** Null where the node has it, or may have it: then it is looked for again. */
  async function deliver(raw: Hex, nonce: number, isNew: boolean): Promise<Sent | null> {
    const answer = await chain.broadcast(raw)
    if (answer !== 'poor' && answer !== 'nonce-used') return null
    if (isNew) await Records.release(store, purse, nonce)
    return answer === 'poor' ? { is: 'waiting', why: 'funds', cost: null } : { is: 'missed' }
  }

  return {
    learn,
    press,
    send,
    pending: () => new Set(onTheirWay().map(({ call }) => keyOf(call))),
    purse: state,
  }
}
