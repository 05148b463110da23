import { BaseError, Instant } from '../../protocol/index.ts'
import type { Adapter } from './Adapter.ts'
import { byEvent, cardOf, type Group } from './Card.ts'
import { type Calibration, calibration, type LeaderboardRow, leaderboard } from './leaderboard.ts'
import type { Market } from './Market.ts'
import * as MarketBook from './MarketBook.ts'
import { dueAt, failuresAllowed, failuresInARow, isOver } from './Outbox.ts'
import { leftToday, nextAt } from './Pace.ts'
import { isFinal, statuses } from './Status.ts'

export type MarketLine = Pick<Market, 'id' | 'status' | 'question_display' | 'deadline' | 'outcome'> & {
  readonly picture: string | null
}

export type Summary = {
  readonly account: {
    readonly name: string
    readonly karma: number
    readonly is_claimed: boolean
    readonly is_suspended: boolean
    readonly suspension: string
  } | null
  /** Why Moltbook could not be asked; null when it could. */
  readonly account_problem: string | null
  readonly writing: {
    readonly is_open: boolean
    readonly failures_in_a_row: number
    readonly failures_allowed: number
    readonly next_post_at: string
    readonly next_comment_at: string
    readonly comments_left_today: number | null
  }
  readonly outbox: readonly {
    readonly key: string
    readonly state: string
    readonly attempts: number
    /** From when on it is sent; null where it was sent already. */
    readonly send_from: string | null
    /** From then on it is of no use, and leaves the outbox unsent; null: never. */
    readonly expires_at: string | null
    readonly can_be_sent: boolean
  }[]
  readonly markets: Readonly<Record<Market['status'], number>>
  /** The markets that are not over, by what they belong to. */
  readonly events: readonly Group<MarketLine>[]
  readonly leaderboard: readonly LeaderboardRow[]
  readonly calibration: readonly Calibration[]
}

const day = 86_400

/** The account and its markets at a glance. Reads only. */
export async function summarize({ moltbook, ledger, writer, files, clock }: Adapter): Promise<Summary> {
  const { agent, problem } = await moltbook.me().then(
    (agent) => ({ agent, problem: null }),
    (error: unknown) => {
      if (!(error instanceof BaseError)) throw error
      return { agent: null, problem: error.shortMessage }
    },
  )
  const rows = ledger.rows()
  const now = clock.now()
  const isNew = agent?.createdAt != null && now < agent.createdAt + day
  const failures = failuresInARow(rows)
  const markets = Object.values(MarketBook.read(files.markets).markets)
  const counts = statuses.map((one) => [one, markets.filter((market) => market.status === one).length])
  return {
    account:
      agent === null
        ? null
        : {
            name: agent.name,
            karma: agent.karma,
            is_claimed: agent.isClaimed,
            is_suspended: agent.isSuspended,
            suspension: agent.suspension,
          },
    account_problem: problem,
    writing: {
      is_open: failures < failuresAllowed && agent?.isSuspended !== true,
      failures_in_a_row: failures,
      failures_allowed: failuresAllowed,
      next_post_at: Instant.format(Math.max(now, nextAt('post', rows, { isNew, now }))),
      next_comment_at: Instant.format(Math.max(now, nextAt('comment', rows, { isNew, now }))),
      comments_left_today: leftToday('comment', rows, { isNew, now }),
    },
    outbox: [...writer.entries().values()]
      .filter((entry) => !isOver(entry))
      .map((entry) => {
        const { key, state, attempts, notAfter, write } = entry
        const isSent = state.type !== 'waiting'
        const from = Math.max(dueAt(entry), now, nextAt(write.kind, rows, { isNew, now }))
        return {
          key,
          state: state.type,
          attempts,
          send_from: isSent ? null : Instant.format(from),
          expires_at: notAfter === null ? null : Instant.format(notAfter),
          can_be_sent: isSent || notAfter === null || from < notAfter,
        }
      }),
    markets: Object.fromEntries(counts),
    events: eventsOf(markets),
    leaderboard: leaderboard(markets),
    calibration: calibration(markets),
  }
}

function eventsOf(markets: readonly Market[]): Group<MarketLine>[] {
  const running = markets.filter(({ status }) => !isFinal(status))
  const cards = new Map(running.map(({ id, question_raw }) => [id, cardOf(question_raw)]))
  return byEvent(running, ({ id }) => cards.get(id)!.event).map(({ event, all }) => ({
    event,
    all: all.map(({ id, status, question_display, deadline, outcome }) => {
      const { picture } = cards.get(id)!
      return { id, status, question_display, deadline, outcome, picture }
    }),
  }))
}
