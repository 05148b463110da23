import { z } from 'zod'
import { Publication, RoundFile } from '../protocol/index.ts'
import {
  commonPaths,
  content,
  failure,
  failuresOf,
  ok,
  pathParameter,
  requestIdHeader,
  schemaOf,
} from '../services/http/openapiParts.ts'
import { most } from './batch.ts'
import { health } from './health.ts'

const wholeNumber = { type: 'integer', minimum: 0 }
const roundPath = [pathParameter('marketId', wholeNumber), pathParameter('round', wholeNumber)]

const taken = z.strictObject({ published: z.boolean() })

/** The gateway's OpenAPI 3.1 document. */
export function openapi(publicUrl: string): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'CREsolver gateway',
      version: '0.1.0',
      description: 'Collects what workers answer to a round, serves it to a DON, and publishes the round.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl }],
    paths: {
      '/v1/markets/{marketId}/rounds/{round}/{phase}': {
        get: {
          operationId: 'batch',
          summary: 'Replies of one phase, in join order; the same bytes for ever once the round is sealed.',
          parameters: [
            ...roundPath,
            pathParameter('phase', { type: 'string', enum: ['answers', 'defences'] }),
            { name: 'from', in: 'query', schema: { ...wholeNumber, default: 0 } },
            {
              name: 'count',
              in: 'query',
              description: `At most ${most.answers} answers or ${most.defences} defences.`,
              schema: { type: 'integer', minimum: 1, maximum: most.defences },
            },
          ],
          responses: { ...ok('The batch.', content('Batch')), ...failuresOf(400, 401, 404, 429, 500, 503) },
          security: [{}, { bearer: [] }],
        },
      },
      '/rounds/{marketId}/{round}': {
        get: {
          operationId: 'round',
          summary: 'The published round: all that is needed to do it again.',
          parameters: roundPath,
          responses: { ...ok('The round.', content('RoundFile')), ...failuresOf(404, 429, 500, 503) },
        },
        post: {
          operationId: 'publish',
          summary: 'What only the DON knows; taken if with it the round comes out as it was reported.',
          parameters: roundPath,
          requestBody: { required: true, content: content('Publication') },
          responses: {
            ...ok('The round is published.', content('Taken')),
            202: {
              description: 'Kept until the report is seen.',
              headers: requestIdHeader,
              content: content('Taken'),
            },
            ...failuresOf(400, 404, 408, 409, 413, 415, 429, 500, 503),
          },
        },
      },
      ...commonPaths,
    },
    components: {
      schemas: {
        Batch: schemaOf(RoundFile.batch),
        RoundFile: schemaOf(RoundFile.schema),
        Publication: schemaOf(Publication.schema),
        Taken: schemaOf(taken),
        Health: schemaOf(health),
        Failure: schemaOf(failure),
      },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  }
}
