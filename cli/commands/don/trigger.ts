import { randomUUID } from 'node:crypto'
import type { Command } from 'commander'
import { z } from 'zod'
import { type ExecuteRequest, signRequest } from '../../../don/triggers/jwt.ts'
import { BaseError, Json } from '../../../protocol/index.ts'
import { request } from '../../../services/fetch/request.ts'
import { fromKey } from '../../chain/account.ts'
import { UsageError } from '../../terminal/failure.ts'
import { print, write } from '../../terminal/output.ts'

type Options = {
  url: string
  input: string
  workflowId?: string
  id?: string
  keyEnv?: string
  json?: boolean
}

const examples = `
The request is the one that CRE's gateway takes. It is signed with the key in --key-env, which must be one of the trigger's
authorizedKeys; a local DON whose workflow names none needs neither key nor workflow id.

Examples:
  $ cresolver don trigger --url http://127.0.0.1:8100 --input '{"market_id":1}'
  $ cresolver don trigger --url http://127.0.0.1:8100 --input '{}' --workflow-id 00ab… --key-env TRIGGER_KEY`

export function register(group: Command): void {
  group
    .command('trigger')
    .description('ask a DON to run a workflow that has an HTTP trigger')
    .requiredOption('--url <url>', 'where it listens')
    .option('--input <json>', 'an object or array that the workflow gets', '{}')
    .option('--workflow-id <hex>', 'which workflow, 64 hex digits')
    .option('--id <text>', 'an id for the request, used once (default: a random one)')
    .option('--key-env <name>', 'the environment variable with the private key that signs')
    .option('--json', 'one line of JSON')
    .addHelpText('after', examples)
    .action(run)
}

async function run(options: Options): Promise<void> {
  const { url, workflowId, keyEnv, json = false } = options
  const execute: ExecuteRequest = {
    jsonrpc: '2.0',
    id: options.id ?? randomUUID(),
    method: 'workflows.execute',
    params: {
      input: readInput(options.input),
      ...(workflowId === undefined ? {} : { workflow: { workflowID: workflowId.replace(/^0x/, '') } }),
    },
  }
  const token = keyEnv === undefined ? undefined : await signRequest(execute, keyOf(keyEnv))
  const { result } = await post(url, execute, token)
  if (json) await print(result, { json })
  else await write(`${result.status}: execution ${result.workflow_execution_id}\n`)
}

function readInput(text: string): Json.Json {
  const value = (() => {
    try {
      return Json.parse(text)
    } catch (cause) {
      throw new UsageError('--input is not JSON.', { cause })
    }
  })()
  if (typeof value !== 'object' || value === null)
    throw new UsageError('--input must be an object or an array.')
  return value
}

function keyOf(name: string) {
  const key = process.env[name]
  if (key === undefined || key === '') throw new UsageError(`There is no key in ${name}.`)
  return fromKey(name, key)
}

const accepted = z.object({
  result: z.object({ workflow_id: z.string(), workflow_execution_id: z.string(), status: z.string() }),
})
const refused = z.object({ error: z.object({ code: z.int(), message: z.string() }) })

const maxBytes = 1_048_576
const timeoutMs = 30_000

async function post(url: string, execute: ExecuteRequest, token: string | undefined) {
  if (!/^https?:\/\//.test(url)) throw new UsageError('--url must start with http:// or https://.')
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const outgoing = { method: 'POST', url, headers, body: JSON.stringify(execute) } as const
  const reply = await request(outgoing, { anywhere: true, maxBytes, timeoutMs }).catch((cause) => {
    throw new NotTriggeredError('nobody answers there', { cause })
  })
  const body = read(reply.body)
  const found = accepted.safeParse(body)
  if (found.success) return found.data
  const { error } = refused.safeParse(body).data ?? { error: { message: `the reply is ${reply.status}` } }
  const after = reply.headers['retry-after']
  throw new NotTriggeredError(error.message, {
    metaMessages: after === undefined ? [] : [`Try again in ${after} seconds.`],
  })
}

function read(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'))
  } catch {
    return null
  }
}

export class NotTriggeredError extends BaseError {
  override readonly name = 'Don.NotTriggeredError'
  constructor(why: string, options: BaseError.Options = {}) {
    super(`The workflow was not started: ${why}.`, options)
  }
}
