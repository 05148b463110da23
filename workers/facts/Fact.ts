import { z } from 'zod'

/** How a passage puts what it says. */
export const modalities = ['asserted', 'denied', 'planned', 'conditional', 'rumoured', 'asked'] as const
export type Modality = (typeof modalities)[number]

const part = z.string().max(600).nullable()

/** What a reader finds in a page: a passage, and what each part of it is. Code compares; a reader only points. */
export const schema = z.object({
  url: z.string().max(2_048),
  /** Words of the visible text, exactly as they stand there. */
  quote: z.string().min(1).max(1_200),
  subject: part,
  predicate: part,
  object: part,
  value: z.string().max(64).nullable(),
  unit: z.string().max(64).nullable(),
  /** The day, month, quarter, year or instant of what is said; `--07-18` where the page gives no year. */
  date: z.string().max(40).nullable(),
  modality: z.enum(modalities),
  /** The reader's proposal; null where it makes none. Code confirms it or finds the direction itself. */
  bears: z.enum(['YES', 'NO', 'NONE']).nullable().default(null),
})
export type Fact = z.infer<typeof schema>
export type Side = 'YES' | 'NO'
