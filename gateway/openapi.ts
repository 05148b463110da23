import * as z from 'zod'
import { progress } from '../protocol/Catalog.ts'
import { Publication, RoundFile } from '../protocol/index.ts'
import { openRoutesOf } from '../services/http/crossOrigin.ts'
import { openapiDocument } from '../services/http/openapiDocument.ts'
import { commonRoutes, methodsOf, pathsOf, type Routes } from '../services/http/Routes.ts'
import { most } from './batch.ts'
import { health } from './health.ts'

const wholeNumber = { type: 'integer', minimum: 0 }
const path = { marketId: wholeNumber, round: wholeNumber }

const operations: Routes = {
  'GET /v1/markets/{marketId}/rounds/{round}/{phase}': {
    id: 'batch',
    isOpen: true,
    summary: 'Replies of one phase, in join order; the same bytes for ever once the round is sealed.',
    path: { ...path, phase: { type: 'string', enum: ['answers', 'defences'] } },
    query: {
      from: { schema: { ...wholeNumber, default: 0 } },
      count: {
        schema: { type: 'integer', minimum: 1, maximum: most.defences },
        description: `At most ${most.answers} answers or ${most.defences} defences.`,
      },
    },
    gives: { 200: ['The batch.', 'Batch'] },
    refuses: [400, 401, 404, 429, 500, 503],
    token: 'optional',
  },
  'GET /v1/markets/{marketId}/rounds/{round}/replies': {
    id: 'replies',
    isOpen: true,
    summary: 'Both phases of a small round in one reply: the batch of answers, then that of defences.',
    path,
    query: {
      from: { schema: { ...wholeNumber, default: 0 } },
      count: { schema: { type: 'integer', minimum: 1, maximum: most.replies } },
    },
    gives: { 200: ['Both batches.', 'Batches'] },
    refuses: [400, 401, 404, 429, 500, 503],
    token: 'optional',
  },
  'GET /v1/markets/{marketId}/rounds/{round}/progress': {
    id: 'progress',
    isOpen: true,
    summary:
      'How far the collection of a round is, in counts: who answered what stays secret until it is sealed.',
    path,
    gives: { 200: ['The counts.', 'Progress'] },
    refuses: [404, 429, 500, 503],
  },
  'GET /rounds/{marketId}/{round}': {
    id: 'round',
    isOpen: true,
    summary: 'The published round: all that is needed to do it again.',
    path,
    gives: { 200: ['The round.', 'RoundFile'] },
    refuses: [404, 429, 500, 503],
  },
  'POST /rounds/{marketId}/{round}': {
    id: 'publish',
    summary: 'What only the DON knows; taken if with it the round comes out as it was reported.',
    path,
    takes: 'Publication',
    gives: {
      200: ['The round is published.', 'Taken'],
      202: ['Kept until the report is seen.', 'Taken'],
    },
    refuses: [400, 404, 408, 409, 413, 415, 429, 500, 503],
  },
  ...commonRoutes,
}

export const routes = methodsOf(operations)
export const openRoutes = openRoutesOf(operations)

const schemas = {
  Batch: RoundFile.batch,
  Batches: RoundFile.batches,
  RoundFile: RoundFile.schema,
  Publication: Publication.schema,
  Progress: progress,
  Taken: z.strictObject({ published: z.boolean() }),
  Health: health,
}

/** The gateway's OpenAPI 3.1 document. */
export const openapi = (publicUrl: string): object =>
  openapiDocument({
    title: 'CREsolver gateway',
    version: '0.1.0',
    description: 'Collects what workers answer to a round, serves it to a DON, and publishes the round.',
    publicUrl,
    paths: pathsOf(operations),
    schemas,
  })
