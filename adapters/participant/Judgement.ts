import { certain, confidenceOf, unknown } from './confidence.ts'
import type { CheckCode } from './Reason.ts'
import type { Seen } from './reproduce.ts'

/** What verification comes to. A PASS can't be made without what was seen. */
export type Judgement = {
  readonly verdict: 'PASS' | 'FAIL' | 'NEED_MORE_EVIDENCE'
  readonly reason: CheckCode
  readonly detail: string
  readonly confidence: number
  readonly assumptions: readonly string[]
}

export const pass = (seen: Seen): Judgement => ({
  verdict: 'PASS',
  reason: seen.by,
  detail: seen.detail,
  confidence: confidenceOf({ tier: 3, reproductions: seen.reproductions }),
  assumptions: seen.assumptions,
})

export const fail = (reason: CheckCode, detail: string, confidence: number = certain): Judgement => ({
  verdict: 'FAIL',
  reason,
  detail,
  confidence,
  assumptions: [],
})

export const needMore = (reason: CheckCode, detail: string): Judgement => ({
  verdict: 'NEED_MORE_EVIDENCE',
  reason,
  detail,
  confidence: unknown,
  assumptions: [],
})
