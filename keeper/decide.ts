import type { Call, Facts, Head, Kind, Terms } from './Market.ts'

/** When time alone makes another decision of the same market; null where it never does. */
export type LookAt = { readonly time: number } | { readonly block: number } | null

export type Decision = {
  readonly calls: readonly Call[]
  readonly lookAt: LookAt
  /** Nothing is left to be called, and nothing but a reorganised chain will change that. */
  readonly isDone: boolean
}

/** Blocks after the drawing one in which its hash can be read. */
export const drawLife = 256
const whole = 10_000

/**
 * What anyone may call for a market now, and when to look again: a pure function of what the chain says.
 *
 * Where a round could still be asked late or be given up, it is given up: its time is over, and whoever comes first decides.
 */
export function decide(market: Facts, terms: Terms, head: Head): Decision {
  switch (market.status) {
    case 'Open':
      return unasked(market, terms, head, market.deadline)
    case 'Requested':
      return asked(market, terms, head)
    case 'Resolved':
      if (!market.isAppealing) return decided(market, head)
      // An appeal has seats from the moment its agents are asked.
      return market.seats > 0 ? asked(market, terms, head) : unasked(market, terms, head, market.windowEnd)
    case 'Settled':
      return ended(market, [of(market, 'finalize')])
    case 'Finalized':
    case 'Invalid':
      return ended(market, [])
    default:
      return later(null)
  }
}

/** Joined agents wait to be asked, from a time on: at the deadline, or at the end of an appeal's joins. */
function unasked(market: Facts, terms: Terms, head: Head, from: number): Decision {
  const end = from + terms.resolutionTimeout
  if (head.timestamp >= end) return now([of(market, 'expire')])
  if (head.timestamp < from) return later({ time: from })
  const { drawBlock } = market
  if (drawBlock === 0) {
    const call = of(market, 'request', share(end - head.timestamp, terms.resolutionTimeout))
    return now([call], { time: end })
  }
  // The next block is the first that may draw.
  if (head.number < drawBlock) return later({ block: drawBlock })
  // Once the hash is out of reach the same call notes another block.
  return now([of(market, 'draw', share(drawBlock + drawLife - head.number, drawLife))], { time: end })
}

/** A round is asked: it is reported in time, asked again, or given up. */
function asked(market: Facts, terms: Terms, head: Head): Decision {
  const end = market.requestedAt + terms.resolutionTimeout
  if (head.timestamp >= end) return now([of(market, 'expire')])
  const again = nextAsk(market, terms)
  if (again >= end) return later({ time: end })
  if (head.timestamp < again) return later({ time: again })
  const left = share(end - head.timestamp, terms.resolutionTimeout)
  return now([of(market, 'askAgain', left)], { time: end })
}

/**
 * When a round that nobody reports is asked again: after one cooldown, then after two, four, eight; and the same from when its
 * source must have spoken. Whoever reports is woken by other means too, so each repetition is less likely to help.
 */
export function nextAsk(
  { requestedAt, readyAt, lastAsk }: Pick<Facts, 'requestedAt' | 'readyAt' | 'lastAsk'>,
  { requestCooldown }: Pick<Terms, 'requestCooldown'>,
): number {
  const firstAfter = (base: number): number => {
    let after = Math.max(1, requestCooldown)
    while (base + after <= lastAsk) after *= 2
    return base + after
  }
  return Math.min(firstAfter(requestedAt), firstAfter(Math.max(requestedAt, readyAt)))
}

/** An outcome stands, and may be challenged until its window ends. */
function decided(market: Facts, head: Head): Decision {
  if (head.timestamp < market.windowEnd) return later({ time: market.windowEnd })
  return now([of(market, 'settle')])
}

/** The outcome is fixed: what follows it is left. */
function ended(market: Facts, first: readonly Call[]): Decision {
  const calls = [
    ...first,
    ...(market.bets ? [of(market, 'settleBets')] : []),
    ...(market.condition ? [of(market, 'resolveCondition')] : []),
    ...market.feedback.map((seat) => ({ ...of(market, 'publishFeedback'), seat })),
  ]
  return { calls, lookAt: null, isDone: calls.length === 0 }
}

const of = ({ marketId, value }: Facts, kind: Kind, left = whole): Call => ({
  ...{ kind, marketId, value, left },
  seat: null,
})

const now = (calls: readonly Call[], lookAt: LookAt = null): Decision => ({ calls, lookAt, isDone: false })
const later = (lookAt: LookAt): Decision => ({ calls: [], lookAt, isDone: false })

/** Part of a whole in basis points, from 0 to 10,000. */
const share = (part: number, all: number): number =>
  Math.min(whole, Math.max(0, Math.floor((part * whole) / Math.max(1, all))))
