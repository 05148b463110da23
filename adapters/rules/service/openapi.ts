import * as z from 'zod'
import { openRoutesOf } from '../../../services/http/crossOrigin.ts'
import { openapiDocument } from '../../../services/http/openapiDocument.ts'
import { anyObject, commonRoutes, methodsOf, pathsOf, type Routes } from '../../../services/http/Routes.ts'
import { health } from './health.ts'
import * as ObservationReport from './ObservationReport.ts'
import { decisionRequest, parametersDecisionRequest, paths, reparseRequest } from './Requests.ts'
import { todayReport } from './today.ts'

const braced = (path: string) => path.replace(/:(\w+)/g, '{$1}') as `/${string}`
const text = { type: 'string' }
const wholeNumber = { type: 'integer', minimum: 0 }
const decided = {
  gives: { 200: ['Decided.', anyObject] },
  refuses: [400, 401, 404, 413, 415, 429, 500, 503],
  token: 'needed',
} as const

const operations: Routes = {
  [`POST ${paths.reparse}`]: {
    id: 'reparse',
    summary: 'Parses markets again and reports them; all where none are named.',
    takes: 'ReparseRequest',
    optional: true,
    gives: { 202: ['Will be done.', 'Reparse'] },
    refuses: [400, 401, 413, 415, 429, 500, 503],
    token: 'needed',
  },
  [`GET ${paths.reports}`]: {
    id: 'reports',
    isOpen: true,
    summary: 'Reports in the order they were emitted.',
    query: {
      after: { schema: wholeNumber, description: 'The position to go on from.' },
      limit: { schema: wholeNumber, description: 'At most 1000.' },
    },
    gives: 'Page',
  },
  [`GET ${braced(paths.market)}`]: {
    id: 'market',
    isOpen: true,
    summary: 'A market, its structured rule and all its versions.',
    gives: anyObject,
  },
  [`GET ${paths.review}`]: {
    id: 'review',
    isOpen: true,
    summary: 'Reports that wait for a person.',
    gives: anyObject,
  },
  [`POST ${braced(paths.decision)}`]: {
    id: 'decide',
    summary: 'Lets a report go out, or not.',
    takes: 'Decision',
    ...decided,
  },
  [`GET ${paths.parameters}`]: {
    id: 'parameters',
    summary: 'The parameters in force, and those that wait.',
    gives: anyObject,
  },
  [`POST ${braced(paths.parametersDecision)}`]: {
    id: 'decideParameters',
    summary: 'Approves parameters beyond a hard limit, or not.',
    takes: 'ParametersDecision',
    ...decided,
  },
  [`GET ${paths.today}`]: {
    id: 'today',
    isOpen: true,
    summary: 'What the source of a rule says today, and what a market with it would end as. For anyone.',
    query: {
      source: { schema: text, description: 'Such as coingecko:bitcoin.' },
      metric: { schema: text, description: 'Such as market_cap; left out, the default of the provider.' },
      op: { schema: text, description: 'gte, lte, gt, lt or eq, together with target.' },
      target: { schema: text, description: 'A decimal number.' },
      tolerance: { schema: text, description: 'Seconds.' },
    },
    gives: 'Today',
    refuses: [400, 404, 429, 500],
  },
  [`GET ${paths.identity}`]: {
    id: 'identity',
    isOpen: true,
    summary: 'Who this service is.',
    gives: anyObject,
  },
  [`GET ${paths.health}`]: commonRoutes['GET /health'],
  ...commonRoutes,
}

export const routes = methodsOf(operations)
export const openRoutes = openRoutesOf(operations)

const schemas = {
  ReparseRequest: reparseRequest,
  Reparse: z.strictObject({ accepted: z.int(), dropped: z.int() }),
  Page: z.strictObject({
    items: z.array(z.strictObject({ position: z.string(), report: ObservationReport.schema })),
    next: z.string(),
  }),
  ObservationReport: ObservationReport.schema,
  Decision: decisionRequest,
  ParametersDecision: parametersDecisionRequest,
  Today: todayReport,
  Health: health,
}

/** The service's OpenAPI 3.1 document. */
export const openapi = (publicUrl: string): object =>
  openapiDocument({
    title: 'CREsolver rules',
    version: '0.1.0',
    description: 'Watches the resolution rules of markets, and reports what they say and when they change.',
    publicUrl,
    paths: pathsOf(operations),
    schemas,
  })
