import type { Json } from '../../protocol/index.ts'
import type { Captcha } from './Captcha.ts'
import { type Checkpoint, type Clock, noCheckpoint } from './Environment.ts'
import { type HostOptions, type HostReply, NoReplyError, openHost, type Poster } from './Host.ts'
import type { Ledger, NewRow, Write } from './Ledger.ts'
import { isVisible, lookUp } from './lookUp.ts'
import { type Moltbook, openMoltbook } from './Moltbook.ts'
import { failed, pathOf, rowAfterAnswer, rowAfterSending } from './nextRow.ts'
import {
  dueAt,
  type Entry,
  failuresAllowed,
  failuresInARow,
  fold,
  isOver,
  isRepeatable,
  maxAttempts,
} from './Outbox.ts'
import { nextAt } from './Pace.ts'
import { type Agent, clip, isSuspension, saidIn } from './Replies.ts'
import { isAnswer, type Solver } from './Solver.ts'
import {
  BreakerOpenError,
  DeferredError,
  ExpiredError,
  FailedError,
  GivenUpError,
  RefusedError,
  SuspendedError,
  UnclaimedError,
  UndecidableError,
  UnsettledError,
} from './WriteErrors.ts'

export type WriterOptions = {
  readonly ledger: Ledger
  readonly solver: Solver
  readonly clock: Clock
  /** Seconds that a command waits for its turn; what has to wait longer stays in the outbox. */
  readonly patience?: number | undefined
  readonly checkpoint?: Checkpoint | undefined
}

/** Opens Moltbook for reading and, through the verified writer alone, for writing. */
export function openVerified(options: HostOptions & WriterOptions): {
  moltbook: Moltbook
  writer: VerifiedWriter
} {
  const { reader, poster } = openHost(options)
  const moltbook = openMoltbook(reader, options.clock)
  return { moltbook, writer: new VerifiedWriter(poster, moltbook, options) }
}

/** Hidden content whose challenge has run out can no longer appear; only then may the same be written again. */
const challengeLife = 300
const margin = 30
const day = 86_400

/**
 * The only one who writes to Moltbook. Each step is in the ledger before it is taken, so that after a crash at any point the next run
 * knows what to do: go on, look, or wait. A challenge is answered once, and never again.
 */
export class VerifiedWriter {
  readonly #poster: Poster
  readonly #moltbook: Moltbook
  readonly #options: WriterOptions
  #agent: Agent | undefined

  constructor(poster: Poster, moltbook: Moltbook, options: WriterOptions) {
    this.#poster = poster
    this.#moltbook = moltbook
    this.#options = options
  }

  entries(): Map<string, Entry> {
    return fold(this.#options.ledger.rows())
  }

  /**
   * Writes, once for each key: what was written under it before is not written again. Comes back when it is there for all to see,
   * and throws when it is not, saying whether and when to try again.
   */
  async submit(
    key: string,
    write: Write,
    { purpose = null, notAfter = null }: { purpose?: Json.Json; notAfter?: number | null } = {},
  ): Promise<Entry> {
    const known = this.entries().get(key)
    if (known === undefined) this.#add({ type: 'intended', key, write, purpose, notAfter })
    else if (known.state.type === 'failed' || known.state.type === 'refused') this.#intendAgain(known)
    return this.#advance(key)
  }

  /** Goes on with one that was interrupted. */
  resume(key: string): Promise<Entry> {
    return this.#advance(key)
  }

  interrupted(): Entry[] {
    return [...this.entries().values()].filter((entry) => !isOver(entry))
  }

  /** Who we are at Moltbook; asked once. */
  async me(): Promise<Agent> {
    this.#agent ??= await this.#moltbook.me()
    return this.#agent
  }

  /** From when on Moltbook takes another one of this kind. */
  async nextAt(kind: Write['kind']): Promise<number> {
    const { ledger, clock } = this.#options
    const { createdAt } = await this.me()
    const now = clock.now()
    const isNew = createdAt !== null && now < createdAt + day
    return Math.max(now, nextAt(kind, ledger.rows(), { isNew, now }))
  }

  async #sendableAt(entry: Entry): Promise<number> {
    return Math.max(dueAt(entry), await this.nextAt(entry.write.kind))
  }

  /** Throws where what waits could only be sent when it is of no use any more. */
  async checkWaiting(entry: Entry): Promise<void> {
    if (entry.state.type === 'waiting') checkUse(entry, await this.#sendableAt(entry))
  }

  /** What has expired leaves the outbox, and says so. */
  #checkTime(entry: Entry, until: number): void {
    try {
      checkUse(entry, until)
    } catch (error) {
      this.#add({ type: 'refused', key: entry.key, status: 0, why: (error as ExpiredError).shortMessage })
      throw error
    }
  }

  #add(row: NewRow): void {
    const { ledger, clock } = this.#options
    ledger.add({ ...row, at: clock.now() })
  }

  /** Back into the outbox, where it waits until a repeat does not look like spam. */
  #intendAgain(entry: Entry): void {
    const { state, attempts } = entry
    if (state.type === 'failed' && state.reason === 'undecidable') throw new UndecidableError()
    if (attempts >= maxAttempts) throw new GivenUpError(attempts)
    this.#repeat(entry)
  }

  #repeat({ key, write, purpose, notAfter }: Entry): void {
    this.#add({ type: 'intended', key, write, purpose, notAfter })
  }

  async #advance(key: string): Promise<Entry> {
    for (let sends = 0; ; ) {
      const entry = this.entries().get(key)!
      const { state } = entry
      switch (state.type) {
        case 'waiting':
          if (++sends > maxAttempts) throw new DeferredError(state.until, state.why)
          await this.#send(entry, state.why)
          break
        case 'sending':
          await this.#reconcile(entry)
          break
        case 'accepted':
          await this.#publish(entry, state.id, state.challenge)
          break
        case 'answering':
          await this.#lookForAnswered(entry, state.id, state.challenge)
          break
        case 'published':
          return entry
        case 'failed':
          // Nobody saw it and nobody will: writing it again is no second one.
          if (state.reason !== 'lost' || entry.attempts >= maxAttempts)
            throw new FailedError(state.reason, state.why, isRepeatable(entry) ? dueAt(entry) : null)
          this.#repeat(entry)
          break
        case 'refused':
          throw new RefusedError(state.status, state.why)
      }
    }
  }

  /** Whether anything may be written at all. */
  async #admit(): Promise<Agent> {
    const failures = failuresInARow(this.#options.ledger.rows())
    if (failures >= failuresAllowed) throw new BreakerOpenError(failures)
    const agent = await this.me()
    if (agent.isSuspended) throw new SuspendedError(agent.suspension)
    if (!agent.isClaimed) throw new UnclaimedError(agent.name)
    return agent
  }

  async #send(entry: Entry, why: string): Promise<void> {
    const { clock, patience = 90, checkpoint = noCheckpoint } = this.#options
    const { key, write } = entry
    await this.#admit()
    const until = await this.#sendableAt(entry)
    this.#checkTime(entry, until)
    const left = until - clock.now()
    if (left > patience) throw new DeferredError(until, why || reasonFor(entry, until))
    if (left > 0) await clock.sleep(left)
    this.#checkTime(entry, clock.now())
    this.#add({ type: 'sending', key })
    let reply: HostReply
    try {
      reply = await this.#poster.post(pathOf(write), sentBody(write))
    } catch (error) {
      if (error instanceof NoReplyError && !error.mayHaveArrived)
        this.#add({ type: 'deferred', key, until: clock.now(), why: clip(error.shortMessage, 500) })
      throw error
    }
    checkpoint('sent')
    this.#add(rowAfterSending(entry, reply, clock.now()))
    if (isSuspension(reply)) throw new SuspendedError(saidIn(reply.body))
  }

  async #publish(entry: Entry, id: string | null, challenge: Captcha | null): Promise<void> {
    const { clock, solver, checkpoint = noCheckpoint } = this.#options
    const { key } = entry
    if (challenge === null) return this.#add({ type: 'published', key, id, isVerified: false })
    const isExpired = () => clock.now() >= challenge.expiresAt
    if (isExpired())
      return this.#add(failed(key, id, 'expired', 'The challenge ran out before it was answered.'))
    const { best: answer, why } = await solver(challenge.text)
    if (answer === null || !isAnswer(answer)) return this.#add(failed(key, id, 'unsolved', why))
    if (isExpired())
      return this.#add(failed(key, id, 'expired', 'The challenge ran out while it was being solved.'))
    this.#add({ type: 'answering', key, answer, why: clip(why, 500) })
    const reply = await this.#answer(challenge, answer)
    checkpoint('answered')
    const row = rowAfterAnswer(key, id, { challenge, answer, reply })
    if (row !== null) this.#add(row)
  }

  /** The one attempt; null when nothing came back. */
  async #answer({ code }: Captcha, answer: string): Promise<HostReply | null> {
    try {
      return await this.#poster.post('/verify', { verification_code: code, answer })
    } catch (error) {
      if (error instanceof NoReplyError) return null
      throw error
    }
  }

  async #lookForAnswered(entry: Entry, id: string | null, challenge: Captcha): Promise<void> {
    const { clock } = this.#options
    const isThere = id !== null && (await isVisible(this.#moltbook, entry.write, id))
    if (isThere) return this.#add({ type: 'published', key: entry.key, id, isVerified: true })
    const until = challenge.expiresAt + margin
    if (clock.now() < until) throw new UnsettledError(until)
    this.#add(failed(entry.key, id, 'unanswered', 'The answer was sent once, and nothing was published.'))
  }

  async #reconcile(entry: Entry): Promise<void> {
    const { key, write } = entry
    const sentAt = entry.sentAt!
    const taken = new Set([...this.entries().values()].flatMap(({ state }) => publishedId(state)))
    const sighting = await lookUp(this.#moltbook, write, { author: (await this.me()).name, sentAt, taken })
    if (sighting.kind === 'there')
      return this.#add({ type: 'accepted', key, id: sighting.id, challenge: null })
    if (sighting.kind === 'unclear')
      return this.#add(failed(key, null, 'undecidable', 'Nobody can tell whether the upvote counted.'))
    const until = write.kind === 'upvote' ? 0 : sentAt + challengeLife + margin
    if (this.#options.clock.now() < until) throw new UnsettledError(until)
    if (write.kind === 'upvote')
      this.#add({ type: 'deferred', key, until: sentAt, why: 'It was sent and did not count.' })
    else this.#add(failed(key, null, 'lost', 'It was sent, and nobody can see it.'))
  }
}

function checkUse({ notAfter }: Entry, until: number): void {
  if (notAfter !== null && until >= notAfter) throw new ExpiredError(notAfter, until)
}

const reasonFor = (entry: Entry, until: number): string =>
  until === dueAt(entry) && entry.endedAt !== null ? 'it ended in vain before' : 'Moltbook takes only so many'

const publishedId = (state: Entry['state']): string[] =>
  state.type === 'published' && state.id !== null ? [state.id] : []

/** Old and new names of the same field: both are sent (C62). */
const sentBody = ({ kind, body }: Write): object =>
  kind === 'post' ? { ...body, submolt_name: body.submolt } : body
