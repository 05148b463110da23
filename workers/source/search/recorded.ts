import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { Hash, Json } from '../../../protocol/index.ts'
import { SearchError, type SearchPort } from './SearchPort.ts'

const hit = z.strictObject({
  url: z.string().max(2_048),
  title: z.string().max(1_024),
  snippet: z.string().max(4_096),
  date: z.string().max(64).optional(),
})

const schema = z.strictObject({
  schema_version: z.literal('v1'),
  retrieved_at: z.int().min(0),
  /** What was found for each query. */
  queries: z.record(z.string().min(1).max(400), z.array(hit).max(20)),
})
export type Recording = z.output<typeof schema>

/** A search port that asks nobody: a query that was not recorded is an error, never an empty list. */
export const recorded = (recording: Recording): SearchPort => ({
  name: 'recorded',
  async search(query) {
    const hits = Object.hasOwn(recording.queries, query) ? recording.queries[query] : undefined
    if (hits === undefined)
      throw new SearchError('recorded', 'not-recorded', `there is no recording of "${query}"`)
    return { hits, retrievedAt: recording.retrieved_at, responseHash: Hash.ofText(JSON.stringify(hits)) }
  },
})

/** Reads a file of recorded searches. */
export const loadRecorded = (file: string): SearchPort =>
  recorded(schema.parse(Json.parse(readFileSync(file, 'utf8'))))
