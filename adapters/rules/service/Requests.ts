import { z } from 'zod'

const own = '/internal/resolutionruleparser'

export const paths = {
  health: '/internal/health/resolutionruleparser',
  identity: '/internal/identity',
  reparse: `${own}/reparse`,
  reports: `${own}/reports`,
  market: `${own}/markets/:conditionId`,
  review: `${own}/review`,
  decision: `${own}/review/:reportId`,
  parameters: `${own}/parameters`,
  parametersDecision: `${own}/parameters/:hash`,
  today: '/v1/sources/today',
} as const

export const conditionId = z.string().regex(/^0x[0-9a-f]{64}$/)

/** Which markets to parse again; all that are watched where none are named. */
export const reparseRequest = z.strictObject({
  condition_ids: z.array(conditionId).min(1).max(1_000).optional(),
})

const name = z.string().regex(/^[\w.@ -]{1,64}$/, 'expected a name')

/** What a person says of a report that waits for one. */
export const decisionRequest = z.strictObject({
  decision: z.enum(['approve', 'reject']),
  by: name,
})

/** What a person says of parameters beyond a hard limit, and why. */
export const parametersDecisionRequest = z.strictObject({
  decision: z.enum(['approve', 'reject']),
  by: name,
  why: z.string().trim().min(1).max(500),
})
