import { Vote } from '../../../protocol/index.ts'

/** The contracts' enumerations in words, by code. */
export const statuses = ['None', 'Open', 'Requested', 'Resolved', 'Settled', 'Finalized', 'Invalid'] as const
export const endings = ['by vote', 'by default', 'no record'] as const

const reasons = new Map<number, string>(
  Object.entries(Vote.reasons).map(([name, code]) => [code, name] as const),
)

/** Why a vote does not count; 0 before there is a report. */
export const reasonName = (code: number): string =>
  code === 0 ? 'no report yet' : (reasons.get(code) ?? `reason ${code}`)

export const outcomeName = (code: number): Vote.Outcome | null => Vote.fromCode(code)
