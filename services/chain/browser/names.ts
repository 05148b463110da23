import { Vote } from '../../../protocol/index.ts'

/** The contracts' enumerations in words, by code. */
export const statuses = ['None', 'Open', 'Requested', 'Resolved', 'Settled', 'Finalized', 'Invalid'] as const
export const endings = ['by vote', 'by default', 'no record'] as const

const reasons = new Map<number, string>(
  Object.entries(Vote.reasons).map(([name, code]) => [code, name] as const),
)

// 35 is the contract's own: the vote was in no tally, or the source itself vouches for the sample.
const own = new Map([
  [0, 'no report yet'],
  [35, 'uncounted'],
])

/** Why a vote does not count. */
export const reasonName = (code: number): string => reasons.get(code) ?? own.get(code) ?? `reason ${code}`

export const outcomeName = (code: number): Vote.Outcome | null => Vote.fromCode(code)
