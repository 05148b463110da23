import { reasons, type Status, statuses } from './Failure.ts'

/** The operations of a service by method and path: what is documented and what is allowed both come from here. */
export type Routes = Readonly<Record<`${'GET' | 'POST'} /${string}`, Operation>>

export type Operation = {
  readonly id: string
  readonly summary: string
  /** JSON Schemas of what stands in braces in the path; a string where none is given. */
  readonly path?: Readonly<Record<string, object>>
  readonly query?: Readonly<Record<string, { readonly schema: object; readonly description?: string }>>
  readonly takes?: Body
  /** Whether the body may be left out. */
  readonly optional?: boolean
  /** The reply with status 200, described by the summary; or all replies, by status. */
  readonly gives: Body | Replies
  readonly refuses?: readonly Status[]
  readonly token?: 'needed' | 'optional'
  /** Pages of any origin may read it. */
  readonly isOpen?: boolean
}

type Replies = Readonly<Record<number, readonly [description: string, body: Body]>>

/** The name of a schema, alone or with an example of it; or media types. */
export type Body =
  | string
  | { readonly schema: string; readonly example: unknown }
  | { readonly content: Readonly<Record<string, object>> }

/** A JSON object that has no schema of its own. */
export const anyObject: Body = { content: { 'application/json': { schema: { type: 'object' } } } }
const text: Body = { content: { 'text/plain': { schema: { type: 'string' } } } }

/** What every service has beside its own operations. */
export const commonRoutes = {
  'GET /live': {
    id: 'live',
    isOpen: true,
    summary: 'Whether the process runs.',
    gives: anyObject,
    refuses: [],
  },
  'GET /ready': {
    id: 'ready',
    isOpen: true,
    summary: 'Whether it can do its work, and why not.',
    gives: { 200: ['Ready.', 'Health'], 503: ['Not ready.', 'Health'] },
    refuses: [],
  },
  'GET /health': {
    id: 'health',
    isOpen: true,
    summary: 'The same as /ready.',
    gives: { 200: ['Ready.', 'Health'], 503: ['Not ready.', 'Health'] },
    refuses: [],
  },
  'GET /metrics': { id: 'metrics', summary: 'Prometheus metrics.', gives: text },
  'GET /openapi.json': { id: 'openapi', isOpen: true, summary: 'This document.', gives: anyObject },
} as const satisfies Routes

/** Path patterns with the methods they allow, as `baseApp` takes them. */
export function methodsOf(routes: Routes): Map<string, string> {
  const methods = new Map<string, string>()
  for (const key of Object.keys(routes)) {
    const [method, path] = key.replace('GET', 'GET, HEAD').split(' /') as [string, string]
    const pattern = `/${path.replace(/\{(\w+)\}/g, ':$1')}`
    const before = methods.get(pattern)
    methods.set(pattern, before === undefined ? method : `${before}, ${method}`)
  }
  return methods
}

/** The same operations as OpenAPI has them. */
export function pathsOf(routes: Routes): Record<string, object> {
  const paths: Record<string, object> = {}
  for (const [key, operation] of Object.entries(routes)) {
    const [method, path] = key.split(' ') as [keyof typeof refusals, string]
    paths[path] = { ...paths[path], [method.toLowerCase()]: toOpenapi(method, path, operation) }
  }
  return paths
}

const refusals = { GET: [404, 429, 500], POST: [400, 401, 408, 413, 415, 429, 500, 503] } as const
const bearer = { needed: [{ bearer: [] }], optional: [{}, { bearer: [] }] }
const headers = { 'x-request-id': { schema: { type: 'string' }, description: 'Names the request in logs.' } }

function toOpenapi(method: keyof typeof refusals, path: string, operation: Operation): object {
  const { id, summary, takes, optional, gives, refuses = refusals[method], token } = operation
  const isOne = typeof gives === 'string' || 'schema' in gives || 'content' in gives
  const replies: Replies = { ...(isOne ? { 200: [summary, gives] } : gives), ...refusalsOf(refuses) }
  const parameters = parametersOf(path, operation)
  return {
    operationId: id,
    summary,
    parameters: parameters.length === 0 ? undefined : parameters,
    requestBody: takes && { required: optional ? undefined : true, content: contentOf(takes) },
    responses: Object.fromEntries(
      Object.entries(replies).map(([status, [description, body]]) => [
        status,
        { description, headers, content: contentOf(body) },
      ]),
    ),
    security: token && bearer[token],
  }
}

const refusalsOf = (codes: readonly Status[]): Replies => {
  const reasonsOf = (code: Status) => reasons.filter((reason) => statuses[reason] === code).join(', ')
  return Object.fromEntries(codes.map((code) => [code, [reasonsOf(code), 'Failure']]))
}

function parametersOf(path: string, { path: schemas = {}, query = {} }: Operation): object[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const string = { type: 'string' }
  return [
    ...inPath.map((name) => ({ name, in: 'path', required: true, schema: schemas[name] ?? string })),
    ...Object.entries(query).map(([name, rest]) => ({ name, in: 'query', ...rest })),
  ]
}

function contentOf(body: Body): object {
  if (typeof body !== 'string' && 'content' in body) return body.content
  const { schema, example } = typeof body === 'string' ? { schema: body, example: undefined } : body
  return { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` }, example } }
}
