import { create } from '@bufbuild/protobuf'
import { anyPack } from '@bufbuild/protobuf/wkt'
import type { HTTP_TRIGGER_PB } from '@chainlink/cre-sdk/pb'
import { z } from 'zod'
import { BaseError, Json } from '../../protocol/index.ts'
import type { EngineLimits } from '../limits.ts'
import * as Report from '../report.ts'
import { HttpTrigger } from '../sdk.ts'
import { Bucket } from './Bucket.ts'
import { listen, type Received, type Reply } from './httpServer.ts'
import { TokenError, verifyRequest } from './jwt.ts'
import { type Trigger, type TriggerEvent, TriggerRefusedError } from './trigger.ts'

export type HttpOptions = { readonly host: string; readonly port: number }

export type HttpTriggerOptions = HttpOptions & {
  readonly handler: number
  readonly config: HTTP_TRIGGER_PB.Config
  readonly workflowId: Uint8Array
  readonly limits: EngineLimits['HTTPTrigger']
  readonly fire: (event: TriggerEvent) => void
  readonly now?: (() => number) | undefined
}

const method = 'workflows.execute'

const execute = z.object({
  jsonrpc: z.literal('2.0'),
  id: z
    .string()
    .min(1)
    .max(256)
    .regex(/^[^/]*$/, "request ID must not contain '/'"),
  method: z.literal(method),
  params: z.object({
    input: z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]),
    workflow: z
      .object({
        workflowID: z
          .string()
          .regex(/^(?:0x)?[0-9a-f]{64}$/)
          .optional(),
      })
      .optional(),
  }),
})

/** Codes of the gateway's JSON-RPC, and the HTTP status of each. */
const codes = { parse: -32700, request: -32600, method: -32601, limit: -32002, conflict: -32003 } as const
const statuses: Readonly<Record<number, number>> = { [codes.limit]: 429, [codes.conflict]: 409 }

/** Ids that are remembered, so that no request is taken twice. */
const remembered = 10_000

const loopback = new Set(['127.0.0.1', '::1', 'localhost'])

/** Listens for requests to run the workflow. Without keys anybody on this machine may ask, and nobody else. */
export async function startHttpTrigger(options: HttpTriggerOptions): Promise<Trigger & { url: string }> {
  const { handler, config, limits, host, port, workflowId } = options
  const keys = authorizedBy(handler, config)
  if (keys.size === 0 && !loopback.has(host)) throw new UnprotectedTriggerError(host)
  const now = options.now ?? Date.now
  const bucket = new Bucket(limits.RateLimit, now)
  const used = new Set<string>()
  const tokens = new Map<string, number>()
  const workflow = Buffer.from(workflowId).toString('hex')

  async function answer(received: Received): Promise<Reply> {
    let id = ''
    try {
      const request = readRequest(received.body)
      id = request.id
      const named = request.params.workflow?.workflowID?.replace(/^0x/, '')
      if (keys.size > 0 || named !== undefined) {
        if (named !== workflow) throw new RequestError('Workflow not found', codes.request)
      }
      const key = keys.size === 0 ? undefined : await authorized(received.authorization, request)
      if (used.has(id)) throw new RequestError(`request ID ${id} has already been used`, codes.conflict)
      if (!bucket.take()) throw new RequestError('rate limit exceeded', codes.limit)
      remember(id)
      fire(request.id, request.params.input, key)
      const execution = Buffer.from(Report.executionId(workflowId, id)).toString('hex')
      const result = { workflow_id: `0x${workflow}`, workflow_execution_id: execution, status: 'ACCEPTED' }
      return { status: 200, body: { jsonrpc: '2.0', id, method, result } }
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      const { code, shortMessage: message } = error
      const wait = Math.ceil(bucket.waitMs() / 1_000)
      return {
        status: statuses[code] ?? 400,
        body: { jsonrpc: '2.0', id, method: '', error: { code, message } },
        ...(code === codes.limit ? { headers: { 'retry-after': String(Math.max(1, wait)) } } : {}),
      }
    }
  }

  async function authorized(header: string | undefined, request: unknown): Promise<string> {
    const token = /^Bearer ([\w.-]+)$/.exec(header ?? '')?.[1]
    if (token === undefined) throw new RequestError('Auth failure: there is no token', codes.request)
    const seconds = Math.floor(now() / 1_000)
    const said = await verifyRequest(token, request, seconds).catch((error) => {
      if (!(error instanceof TokenError)) throw error
      throw new RequestError(`Auth failure: ${error.shortMessage}`, codes.request)
    })
    const key = keys.get(said.iss.toLowerCase())
    if (key === undefined)
      throw new RequestError(`Auth failure: signer '${said.iss}' is not authorized`, codes.request)
    for (const [jti, exp] of tokens) if (exp <= seconds) tokens.delete(jti)
    if (tokens.has(said.jti)) throw new RequestError('Auth failure: the token was used before', codes.request)
    tokens.set(said.jti, said.exp)
    return key
  }

  function remember(id: string): void {
    used.add(id)
    if (used.size > remembered) used.delete(used.values().next().value!)
  }

  function fire(event: string, input: unknown, publicKey: string | undefined): void {
    const type = HttpTrigger.KeyType.ECDSA_EVM
    const payload = create(HttpTrigger.PayloadSchema, {
      input: Buffer.from(JSON.stringify(input)),
      ...(publicKey === undefined ? {} : { key: { type, publicKey } }),
    })
    options.fire({ handler, trigger: 'http', event, payload: anyPack(HttpTrigger.PayloadSchema, payload) })
  }

  const server = await listen({ host, port, answer, isOpen: keys.size === 0 })
  return { url: server.url, settle: async () => {}, stop: server.stop }
}

/** The keys that may ask, as the workflow spells them, by address in lower case. */
function authorizedBy(handler: number, config: HTTP_TRIGGER_PB.Config): Map<string, string> {
  return new Map(
    config.authorizedKeys.map(({ type, publicKey }) => {
      if (type !== HttpTrigger.KeyType.ECDSA_EVM || !/^0x[0-9a-fA-F]{40}$/.test(publicKey))
        throw new TriggerRefusedError(handler, 'an authorized key is not the address of an ECDSA_EVM key')
      return [publicKey.toLowerCase(), publicKey]
    }),
  )
}

function readRequest(body: string): z.infer<typeof execute> {
  let value: Json.Json
  try {
    value = Json.parse(body)
  } catch (cause) {
    throw new RequestError('payload is not a valid JSON', codes.parse, { cause })
  }
  const found = execute.safeParse(value)
  // Read again as it was sent: the digest is of the whole, unknown keys included.
  if (found.success) return value as z.infer<typeof execute>
  const [issue] = found.error.issues
  const code = issue!.path[0] === 'method' ? codes.method : codes.request
  throw new RequestError(`${issue!.path.join('.')}: ${issue!.message}`, code)
}

class RequestError extends BaseError {
  override readonly name = 'Trigger.RequestError'
  readonly code: number
  constructor(message: string, code: number, options: { cause?: unknown } = {}) {
    super(message, options)
    this.code = code
  }
}

export class UnprotectedTriggerError extends BaseError {
  override readonly name = 'Trigger.UnprotectedError'
  constructor(host: string) {
    super(`The workflow's HTTP trigger has no authorized keys, so it can't listen on ${host}.`, {
      metaMessages: ['Listen on 127.0.0.1, or give the trigger `authorizedKeys`.'],
    })
  }
}
