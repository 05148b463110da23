import { BaseError, type Vote } from '../../protocol/index.ts'
import type { Market } from './Market.ts'
import type { Resolution } from './resolve.ts'
import { DeferredError, GivenUpError, UnsettledError } from './WriteErrors.ts'

/** One step of a cycle, taken or planned. */
export type Step =
  | { readonly step: 'resume'; readonly key: string; readonly state: string }
  | { readonly step: 'record'; readonly id: string }
  | { readonly step: 'sync'; readonly id: string; readonly commitments: number; readonly late: number }
  | {
      readonly step: 'resolve'
      readonly id: string
      readonly outcome: Vote.Outcome
      readonly value: string | null
      readonly response_hash: string | null
      readonly por_root: string | null
    }
  | {
      readonly step: 'post'
      readonly id: string
      readonly comment_id: string | null
      readonly content: string
    }
  | { readonly step: 'status'; readonly id: string; readonly status: Market['status'] }
  /** Nothing is wrong; it is not time yet, or somebody else's turn. */
  | { readonly step: 'wait'; readonly id: string; readonly why: string }
  /** It was told of as a problem when it happened, and nothing more is done about it. */
  | { readonly step: 'given-up'; readonly id: string; readonly why: string }
  | { readonly step: 'problem'; readonly id: string; readonly error: string; readonly message: string }

export const resolveStep = (id: string, found: Extract<Resolution, { kind: 'resolved' }>): Step => ({
  step: 'resolve',
  id,
  outcome: found.outcome ?? 'INVALID',
  value: found.value,
  response_hash: found.evidence.response_hash,
  por_root: found.evidence.por_root,
})

/** What kept one market from its turn; what is no error of ours to explain is thrown on. */
export function explain(id: string, error: unknown): Step {
  if (error instanceof DeferredError || error instanceof UnsettledError)
    return { step: 'wait', id, why: error.shortMessage }
  if (error instanceof GivenUpError) return { step: 'given-up', id, why: error.shortMessage }
  if (!(error instanceof BaseError)) throw error
  return { step: 'problem', id, error: error.name.replace(/Error$/, ''), message: error.message }
}
