import { z } from 'zod'

const words = z.string().nullish()
const number = z.union([z.number(), z.string()]).nullish()

/** A market as version 1 kept it: flat, and without any guarantee. */
export const old = z.object({
  id: z.string().optional(),
  question: z.string().min(1),
  deadline: z.string(),
  moltbook_post_id: words,
  source: words,
  resolution_source: words,
  metric: words,
  threshold: number,
  operator: words,
  resolver: words,
  event: words,
  category: words,
  picture: words,
  status: words,
  outcome: z.unknown().optional(),
  resolved_price: number,
  outcome_value: number,
  resolved_at: words,
  resolution_comment_id: words,
  creator: words,
  /** Who wrote the market; `creator` is the word of version 2. */
  agent: words,
  source_post_id: words,
  commitments: z.array(z.unknown()).nullish(),
  created_at: words,
})
export type Old = z.infer<typeof old>
