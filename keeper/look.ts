import { formatEther, type Hex } from 'viem'
import { day, type Wait } from './Budget.ts'
import type { Keeper } from './Keeper.ts'
import { type Call, type Head, keyOf } from './Market.ts'
import type { Outcome, Sent } from './Outbox.ts'
import { afterLoss, afterOthers, afterSuccess, firstPace, mayGoAt, quietFor } from './Pace.ts'
import { isClosing, plan } from './plan.ts'
import { forgetBefore, hasLostSince, keepDone, keepRefusal, refusedSeats } from './Records.ts'
import { showState } from './showState.ts'

/** Markets read at once. */
const page = 50
/** How long calls are remembered, in seconds of the chain: a month. */
const keptFor = 2_592_000

/** Looks at the chain once: learns, reads, decides, sends. Throws when the chain or the store can't be asked. */
export type Look = () => Promise<void>

export function makeLook(keeper: Keeper): Look {
  const { chain, store, book, outbox, metrics, log, status, watch } = keeper
  let pace = firstPace
  /** The last block in which something was no longer due that this keeper had not done. */
  let othersAt = 0
  /** The same by this machine's clock, and since when each call has been known to be due. */
  let othersAtMs = Number.NEGATIVE_INFINITY
  const knownSince = new Map<string, number>()
  let ownDone = new Set<string>()
  /** What this process sent: of what an earlier one did it cannot know whether it was alone. */
  const ownSent = new Set<string>()
  let sweptAt = Number.NEGATIVE_INFINITY
  let lookedAt: Head | null = null
  const { chainId, market } = chain
  const purse = { chainId, market, sender: keeper.address.toLowerCase() }

  /** Reads what happened; all markets where that can't be told, and now and then besides. */
  async function catchUp(head: Head): Promise<void> {
    const last = lookedAt
    const from = Math.max(0, (last?.number ?? head.number) - watch.reorgMargin + 1)
    const isFar = last === null || head.number - from >= watch.blockRange || head.number < last.number
    const begin = isFar ? Math.max(0, head.number - watch.reorgMargin + 1) : from
    const fresh = book.compare(await chain.changes(begin, head.number), begin, head, isFar)
    for (const { kind, marketId, seat } of fresh)
      if (kind === 'refused') await keepRefusal(store, chain, marketId, seat!)
    if (!isFar && keeper.now() - sweptAt < watch.sweepMs) return
    book.touchAll(await chain.marketCount())
    await forgetBefore(store, purse, head.timestamp - keptFor)
    sweptAt = keeper.now()
  }

  async function read(head: Head): Promise<void> {
    const ids = book.toRead(head)
    for (let i = 0; i === 0 || i < ids.length; i += page) {
      const asked = ids.slice(i, i + page)
      const reads = await chain.readMarkets(asked)
      const feedback = new Map<number, readonly number[]>()
      const due = reads.filter((one) => keeper.feedback && book.needsFeedback(one))
      // Side by side: what is asked in the same moment is one question to the node.
      await Promise.all(due.map(async ({ marketId }) => feedback.set(marketId, await seatsOf(marketId))))
      for (const id of book.put(asked, reads, feedback, head)) await keepDone(store, chain, id)
    }
  }

  async function seatsOf(marketId: number): Promise<number[]> {
    const [due, refused] = await Promise.all([
      chain.feedbackDue(marketId),
      refusedSeats(store, chain, marketId),
    ])
    return due.filter((seat) => !refused.has(seat))
  }

  function tell(outcome: Outcome): void {
    const { call, result, receipt, hash } = outcome
    metrics.calls.inc({ kind: call.kind, result })
    if (receipt !== null) metrics.spent.inc({ kind: call.kind }, Number(formatEther(receipt.cost)))
    const about = { call: call.kind, market_id: call.marketId, seat: call.seat ?? undefined, tx: hash }
    book.touch(call.marketId)
    const isOwn = ownSent.delete(keyOf(call))
    if (result === 'ok') ownDone.add(keyOf(call))
    if (result !== 'ok') pace = afterLoss(pace, keeper.address)
    else if (isOwn) pace = afterSuccess(pace, keeper.sending.most)
    if (result === 'ok') log.info(about, 'a call is in a block')
    else if (result === 'reverted') log.info(about, 'somebody else was faster: a call was reverted')
    else log.warn(about, 'another program uses the key of this keeper: give each a key of its own')
    keeper.onOutcome(outcome)
  }

  /** Sends what is due, the most urgent first, as far as pace, turns and budget allow. */
  async function sendDue(head: Head): Promise<void> {
    let waiting: Wait | null = null
    for (const call of plan(book.calls())) {
      if (keeper.stopping.aborted) return
      const pending = outbox.pending()
      if (pending.size >= pace.size) break
      if (pending.has(keyOf(call)) || isOthers(call, head)) continue
      const sent = await outbox.send(call, head, book.isDue)
      note(call, sent)
      if (sent.is === 'sent' && pace.size > 1 && !(await isAhead(sent.hash, head))) break
      if (sent.is !== 'waiting') continue
      waiting ??= sent.why
      // Cheaper calls may fit where one is too dear; nothing fits where price, day or purse is the limit.
      if (sent.why !== 'call-budget') break
    }
    sayWaiting(waiting)
  }

  /** In a new block it may turn out that another was faster: unless this one was, that is learnt before more is sent. */
  async function isAhead(hash: Hex, { number }: Head): Promise<boolean> {
    if ((await chain.head()).number === number) return true
    return (await chain.receipt(hash))?.isReverted === false
  }

  /** Whether a call is still left to others. */
  function isOthers(call: Call, head: Head): boolean {
    const dueSince = book.since(call)?.block ?? head.number
    const isPatient = head.number < mayGoAt(call, { dueSince, othersAt }, pace, keeper.turns)
    return isPatient || (!isClosing(call) && !isQuiet(call))
  }

  function isQuiet(call: Call): boolean {
    const key = keyOf(call)
    const knownAt = knownSince.get(key) ?? keeper.now()
    knownSince.set(key, knownAt)
    return keeper.now() - Math.max(knownAt, othersAtMs) >= quietFor(pace)
  }

  /** Sees whether somebody else got on with what was due. */
  function watchOthers(head: Head): void {
    const isOurs = (key: string) => ownDone.has(key) || outbox.pending().has(key)
    const gone = book.takeGone()
    for (const key of gone) knownSince.delete(key)
    if ([...gone].some((key) => !isOurs(key))) {
      othersAt = head.number
      othersAtMs = keeper.now()
      // Those that take turns know of each other.
      if (keeper.turns.of === 1) pace = afterOthers(pace)
    }
    ownDone = new Set()
  }

  function note(call: Call, sent: Sent): void {
    const about = { call: call.kind, market_id: call.marketId, seat: call.seat ?? undefined }
    if (sent.is === 'sent') {
      ownSent.add(keyOf(call))
      metrics.calls.inc({ kind: call.kind, result: 'sent' })
      log.info({ ...about, tx: sent.hash }, 'a call is sent')
    }
    if (sent.is !== 'refused') return
    metrics.calls.inc({ kind: call.kind, result: 'refused' })
    log.debug({ ...about, why: sent.why.name }, 'a call would be refused')
    book.touch(call.marketId)
    const [time] = sent.why.args
    if (call.kind === 'askAgain' && sent.why.name === 'TooEarly' && typeof time === 'bigint')
      book.noteAsk(call.marketId, Number(time))
  }

  function sayWaiting(waiting: Wait | null): void {
    if (waiting !== status.waiting && waiting !== null) {
      const { balance, spent } = outbox.purse
      const about = {
        account: keeper.address,
        balance_eth: formatEther(balance),
        spent_eth: formatEther(spent),
      }
      if (waiting === 'funds') log.error(about, sentences.funds)
      else log.warn(about, sentences[waiting])
    }
    status.waiting = waiting
  }

  return async () => {
    const head = await chain.head()
    if (lookedAt !== null && lookedAt.hash === head.hash && lookedAt.timestamp === head.timestamp) return
    // A process that starts anew stays out of the way of whoever it lost to before.
    if (lookedAt === null && pace === firstPace && (await hasLostSince(store, purse, head.timestamp - day)))
      pace = afterLoss(pace, keeper.address)
    for (const outcome of await outbox.learn(head)) tell(outcome)
    await catchUp(head)
    await read(head)
    watchOthers(head)
    for (const { call, how } of await outbox.press(head, book.isDue))
      if (how === 'replaced') metrics.calls.inc({ kind: call.kind, result: 'replaced' })
    await sendDue(head)
    status.head = head
    lookedAt = head
    showState(keeper, head)
  }
}

const sentences: Readonly<Record<Wait, string>> = {
  price: 'gas costs more than budget.maxFee: calls wait until it falls',
  'call-budget': 'a call may cost more than budget.perCall: it waits until gas is cheaper',
  'day-budget': 'the budget of a day is spent: calls wait, raise budget.perDay if they must not',
  funds: 'the account has too little ETH for the next call: send it some',
}
