import { z } from 'zod'
import { type Base, json } from '../../../services/http/baseApp.ts'
import { RefusedError } from '../../../services/http/Failure.ts'
import type { Log } from '../../../services/http/Log.ts'
import { readJson } from '../../../services/http/readRequest.ts'
import { type MethodOptions, makeMethods } from './makeMethods.ts'
import { RpcError, toRpcError } from './RpcError.ts'
import { makeTaskList } from './TaskList.ts'

/** Where a worker takes the calls of A2A. */
export const rpcPath = '/a2a'
/** The version of A2A that is spoken here, and how a caller says which one it speaks. */
export const protocolVersion = '1.0'
const versionHeader = 'A2A-Version'
const extensionsHeader = 'A2A-Extensions'

export type A2aOptions = {
  readonly base: Base
  readonly log: Log
  /** The URI of the extension that says what data parts hold. */
  readonly extension: string
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly reply: MethodOptions['reply']
}

const id = z.string().max(256).or(z.int()).nullable()

/** A call of JSON-RPC 2.0. */
export const call = z.object({
  jsonrpc: z.literal('2.0'),
  id: id.default(null),
  method: z.string().min(1).max(128),
  params: z.unknown(),
})
const identified = z.object({ id: call.shape.id })

/** What comes back: a result, or an error with a code of JSON-RPC or of A2A. */
export const reply = z.object({ jsonrpc: z.literal('2.0'), id, result: z.unknown() }).or(
  z.object({
    jsonrpc: z.literal('2.0'),
    id,
    error: z.object({ code: z.int(), message: z.string(), data: z.array(z.unknown()).optional() }),
  }),
)

/** Serves A2A v1.0 by JSON-RPC: whoever speaks it can ask and challenge the worker, with the replies of the agent protocol. */
export function addA2a({ base, log, extension, now, reply }: A2aOptions): void {
  const methods = makeMethods({ tasks: makeTaskList({ now, extension }), log, reply })
  base.app.post(rpcPath, async (c) => {
    const bytes = await base.bodyOf(c)
    const name = base.nameOf(c)
    const caller = name === 'address:unknown' ? null : name
    const wanted = (c.req.header(extensionsHeader) ?? '').split(',').map((uri) => uri.trim())
    const headers = { ...json, ...(wanted.includes(extension) ? { [extensionsHeader]: extension } : {}) }
    let id: string | number | null = null
    try {
      const value = parsed(bytes)
      id = identified.safeParse(value).data?.id ?? null
      const { method, params } = readCall(value)
      checkVersion(c.req.header(versionHeader) || c.req.query(versionHeader) || '0.3')
      const run = methods.get(method)
      if (run === undefined) throw new RpcError('METHOD_NOT_FOUND', `There is no method of this name.`)
      return c.body(JSON.stringify({ jsonrpc: '2.0', id, result: await run(caller, params) }), 200, headers)
    } catch (error) {
      const refusal = toRefusal(error)
      // A refusal of the service, such as one for too many tasks, is one of HTTP.
      if (refusal === null) throw error
      return c.body(JSON.stringify({ jsonrpc: '2.0', id, error: toRpcError(refusal) }), 200, headers)
    }
  })
}

const toRefusal = (error: unknown): RpcError | null => (error instanceof RpcError ? error : null)

function parsed(bytes: Uint8Array): unknown {
  try {
    return readJson(bytes)
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error
    throw new RpcError('PARSE_ERROR', error.shortMessage)
  }
}

function readCall(value: unknown): z.output<typeof call> {
  const result = call.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const path = issue!.path.map(String).join('.')
  throw new RpcError('INVALID_REQUEST', `${path || 'the call'}: ${issue!.message}`.slice(0, 300))
}

/** A patch changes nothing on the wire. Who says nothing means 0.3, by the specification. */
function checkVersion(version: string): void {
  if (/^1\.0(?:\.\d{1,4})?$/.test(version)) return
  const shown = /^[\w.-]{1,16}$/.test(version) ? version : 'of this name'
  throw new RpcError(
    'VERSION_NOT_SUPPORTED',
    `A2A ${shown} is not spoken here: send ${versionHeader}: ${protocolVersion}.`,
  )
}
