import { BaseError } from '../../protocol/index.ts'

/** Where a market stands: seed 000's machine, with the edges of ruling C24. */
export const statuses = ['open', 'resolved', 'settled', 'finalized', 'invalid'] as const
export type Status = (typeof statuses)[number]

const edges: Readonly<Record<Status, readonly Status[]>> = {
  open: ['resolved', 'invalid'],
  resolved: ['settled', 'invalid'],
  settled: ['finalized'],
  finalized: [],
  invalid: [],
}

export const isLegal = (from: Status, to: Status): boolean => edges[from].includes(to)

export const isFinal = (status: Status): boolean => edges[status].length === 0

/** Refuses to skip a status, to go back, and to leave a final one. */
export function checkStep(id: string, from: Status, to: Status): void {
  if (!isLegal(from, to)) throw new IllegalStepError(id, from, to)
}

export class IllegalStepError extends BaseError {
  override readonly name = 'Market.IllegalStepError'
  constructor(id: string, from: Status, to: Status) {
    const next = edges[from]
    super(`${id} is ${from} and cannot become ${to}.`, {
      metaMessages: [
        next.length === 0 ? `${from} is final.` : `From ${from} it goes to ${next.join(' or ')}.`,
      ],
      docsPath: 'docs/aap.md',
    })
  }
}
