import { z } from 'zod'
import { Fact } from '../../../workers/facts/index.ts'

/** A line of a file of cases: a market, its pages, what a perfect reader finds in them, what a careless one does, and the truth. */
export const schema = z.object({
  id: z.string(),
  category: z.string().default('none'),
  trap: z.string().default('none'),
  question: z.string(),
  rules: z.string(),
  created: z.number().nullable().default(null),
  deadline: z.number().nullable().default(null),
  /** When the pages were fetched, in Unix seconds; null: a day after the deadline. */
  asked_at: z.number().nullable().default(null),
  sources: z.array(
    z.object({
      url: z.string(),
      name: z.string(),
      role: z.enum(['primary', 'secondary']),
      complete_for: z.string().nullable().default(null),
    }),
  ),
  pages: z.array(
    z.object({
      url: z.string(),
      status: z.number(),
      content_type: z.string().nullable().default(null),
      body: z.string(),
    }),
  ),
  facts: z.array(Fact.schema).default([]),
  slips: z.array(Fact.schema).default([]),
  truth: z.enum(['YES', 'NO', 'INVALID']),
})
export type Case = z.infer<typeof schema>
