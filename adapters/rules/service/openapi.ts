import { z } from 'zod'
import {
  commonPaths,
  content,
  failure,
  failuresOf,
  get,
  ok,
  pathParameter,
  requestIdHeader,
  schemaOf,
} from '../../../services/http/openapiParts.ts'
import { health } from './health.ts'
import * as ObservationReport from './ObservationReport.ts'
import { decisionRequest, parametersDecisionRequest, paths, reparseRequest } from './Requests.ts'

const reparse = z.strictObject({ accepted: z.int(), dropped: z.int() })
const page = z.strictObject({
  items: z.array(z.strictObject({ position: z.string(), report: ObservationReport.schema })),
  next: z.string(),
})

const anything = { 'application/json': { schema: { type: 'object' } } }
const bearer = { security: [{ bearer: [] }] }
const inBraces = (path: string): string => path.replace(/:([a-zA-Z]+)/g, '{$1}')

const query = (name: string, description: string) => ({
  name,
  in: 'query',
  description,
  schema: { type: 'integer', minimum: 0 },
})

/** The service's OpenAPI 3.1 document. */
export function openapi(publicUrl: string): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'CREsolver rules',
      version: '0.1.0',
      description: 'Watches the resolution rules of markets, and reports what they say and when they change.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl }],
    paths: {
      [paths.reparse]: {
        post: {
          operationId: 'reparse',
          summary: 'Parses markets again and reports them; all where none are named.',
          requestBody: { content: content('ReparseRequest') },
          responses: {
            202: { description: 'Will be done.', headers: requestIdHeader, content: content('Reparse') },
            ...failuresOf(400, 401, 413, 415, 429, 500, 503),
          },
          ...bearer,
        },
      },
      [paths.reports]: get('reports', 'Reports in the order they were emitted.', content('Page'), {
        parameters: [query('after', 'The position to go on from.'), query('limit', 'At most 1000.')],
      }),
      [inBraces(paths.market)]: get(
        'market',
        'A market, its structured rule and all its versions.',
        anything,
        {
          parameters: [pathParameter('conditionId', { type: 'string' })],
        },
      ),
      [paths.review]: get('review', 'Reports that wait for a person.', anything),
      [inBraces(paths.decision)]: {
        post: {
          operationId: 'decide',
          summary: 'Lets a report go out, or not.',
          parameters: [pathParameter('reportId', { type: 'string' })],
          requestBody: { required: true, content: content('Decision') },
          responses: { ...ok('Decided.', anything), ...failuresOf(400, 401, 404, 413, 415, 429, 500, 503) },
          ...bearer,
        },
      },
      [paths.parameters]: get('parameters', 'The parameters in force, and those that wait.', anything),
      [inBraces(paths.parametersDecision)]: {
        post: {
          operationId: 'decideParameters',
          summary: 'Approves parameters beyond a hard limit, or not.',
          parameters: [pathParameter('hash', { type: 'string' })],
          requestBody: { required: true, content: content('ParametersDecision') },
          responses: { ...ok('Decided.', anything), ...failuresOf(400, 401, 404, 413, 415, 429, 500, 503) },
          ...bearer,
        },
      },
      [paths.identity]: get('identity', 'Who this service is.', anything),
      [paths.health]: commonPaths['/health'],
      ...commonPaths,
    },
    components: {
      schemas: {
        ReparseRequest: schemaOf(reparseRequest),
        Reparse: schemaOf(reparse),
        Page: schemaOf(page),
        ObservationReport: schemaOf(ObservationReport.schema),
        Decision: schemaOf(decisionRequest),
        ParametersDecision: schemaOf(parametersDecisionRequest),
        Health: schemaOf(health),
        Failure: schemaOf(failure),
      },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  }
}
