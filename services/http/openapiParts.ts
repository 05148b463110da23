import { z } from 'zod'
import { reasons, type Status, statuses } from './Failure.ts'

/** Pieces of OpenAPI 3.1, made from the very schemas that requests are checked with and replies are made of. */
export const schemaOf = (schema: z.ZodType, io: 'input' | 'output' = 'input'): object => {
  const { $schema, ...rest } = z.toJSONSchema(schema, { target: 'draft-2020-12', io, unrepresentable: 'any' })
  return rest
}

export const failure = z.strictObject({
  error: z.strictObject({ reason: z.enum(reasons), message: z.string(), request_id: z.string() }),
})

export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

export const content = (name: string, example?: unknown) => ({
  'application/json': { schema: ref(name), ...(example === undefined ? {} : { example }) },
})

export const requestIdHeader = {
  'x-request-id': { schema: { type: 'string' }, description: 'Names the request in logs.' },
}

export const failuresOf = (...codes: readonly Status[]) =>
  Object.fromEntries(
    codes.map((code) => [
      String(code),
      {
        description: reasons.filter((reason) => statuses[reason] === code).join(', '),
        headers: requestIdHeader,
        content: content('Failure'),
      },
    ]),
  )

export const ok = (description: string, what: object) => ({
  200: { description, headers: requestIdHeader, content: what },
})

export const get = (id: string, summary: string, what: object, extra: object = {}) => ({
  get: {
    operationId: id,
    summary,
    responses: { ...ok(summary, what), ...failuresOf(404, 429, 500) },
    ...extra,
  },
})

export const pathParameter = (name: string, schema: object) => ({ name, in: 'path', required: true, schema })

/** What every service has beside its own paths. */
export const commonPaths = {
  '/health': {
    get: {
      operationId: 'health',
      summary: 'Whether it lives, and whether it can answer.',
      responses: {
        ...ok('Ready.', content('Health')),
        503: { description: 'Not ready.', headers: requestIdHeader, content: content('Health') },
      },
    },
  },
  '/metrics': get('metrics', 'Prometheus metrics.', { 'text/plain': { schema: { type: 'string' } } }),
  '/openapi.json': get('openapi', 'This document.', { 'application/json': { schema: { type: 'object' } } }),
}
