import { type State, states } from '../../protocol/Catalog.ts'

/** What of a market's row says where it is in its life. */
export type StateRow = {
  readonly status: string
  readonly is_appealing: boolean
  readonly draw_block: bigint
  readonly seats: number
  readonly deadline: bigint
}

/** A market's state for readers, by the time of a block. */
export function stateOf({ status, is_appealing, draw_block, seats, deadline }: StateRow, now: number): State {
  if (status === 'open') {
    if (draw_block > 0n) return 'drawing'
    return Number(deadline) > now ? 'open' : 'waiting'
  }
  if (status === 'requested') return 'answering'
  if (status !== 'resolved') return status as State
  if (!is_appealing) return 'window'
  if (seats > 0) return 'answering'
  return draw_block > 0n ? 'drawing' : 'appealed'
}

/** The same as a condition on the table of markets. */
export function whereState(state: State, now: number): string {
  const inAppeal = "status = 'resolved' and is_appealing"
  const conditions: Readonly<Record<State, string>> = {
    open: `status = 'open' and draw_block = 0 and deadline > ${Math.floor(now)}`,
    waiting: `status = 'open' and draw_block = 0 and deadline <= ${Math.floor(now)}`,
    drawing: `draw_block > 0 and (status = 'open' or (${inAppeal} and seats = 0))`,
    answering: `status = 'requested' or (${inAppeal} and seats > 0)`,
    window: `status = 'resolved' and not is_appealing`,
    appealed: `${inAppeal} and seats = 0 and draw_block = 0`,
    settled: "status = 'settled'",
    finalized: "status = 'finalized'",
    invalid: "status = 'invalid'",
  }
  return `(${conditions[state]})`
}

export const isState = (text: string): text is State => (states as readonly string[]).includes(text)
