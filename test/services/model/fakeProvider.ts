import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import { refusalOf } from './takenSchemas.ts'

/** How the two APIs differ on the wire, as their documentation has it. */
export type Dialect = 'openai' | 'anthropic'

/** What the fake does with one request instead of answering it. */
export type Fault = (response: ServerResponse, dialect: Dialect, good: object) => void

export const key = 'sk-fake-0123456789abcdefghijkl'

/**
 * The models it has. Reasoning models refuse every temperature but their own and, with OpenAI, the old name of the token limit; an
 * old server knows only that one; a server without a key is one like Ollama, llama.cpp or vLLM.
 */
export const models = {
  fake: { takesSampling: true, tokens: ['max_completion_tokens', 'max_tokens'] },
  'fake-reasoning': { takesSampling: false, tokens: ['max_completion_tokens'] },
  'fake-old': { takesSampling: true, tokens: ['max_tokens'] },
} as const satisfies Record<string, { takesSampling: boolean; tokens: readonly string[] }>

/** An error in the provider's own form. */
export type Refusal = {
  readonly status: number
  readonly kind: string
  readonly param?: string
  readonly message?: string
}

const schemaFormat = z.strictObject({ type: z.literal('json_schema'), schema: z.looseObject({}) })
const user = z.strictObject({ role: z.literal('user'), content: z.string().min(1) })

/** Each API refuses what it does not know, so nothing of the other one's can slip in. */
const requests = {
  openai: z.strictObject({
    model: z.string(),
    messages: z.tuple([z.strictObject({ role: z.literal('system'), content: z.string() }), user]),
    max_completion_tokens: z.int().positive().optional(),
    max_tokens: z.int().positive().optional(),
    temperature: z.number().optional(),
    seed: z.int().optional(),
    response_format: z
      .strictObject({
        type: z.literal('json_schema'),
        json_schema: z.strictObject({
          name: z.string().regex(/^[\w-]{1,64}$/),
          strict: z.boolean(),
          schema: z.looseObject({}),
        }),
      })
      .optional(),
  }),
  anthropic: z.strictObject({
    model: z.string(),
    messages: z.tuple([user]),
    max_tokens: z.int().positive(),
    system: z.string(),
    temperature: z.number().optional(),
    output_config: z.strictObject({ format: schemaFormat }).optional(),
  }),
}

/** What the documents of a provider say against a request; null if it is to be answered. */
function objectionTo(dialect: Dialect, body: Body): Refusal | null {
  const model = Object.hasOwn(models, body.model) ? models[body.model as keyof typeof models] : undefined
  if (model === undefined) {
    const kind = dialect === 'openai' ? 'model_not_found' : 'not_found_error'
    return { status: 404, kind, message: `The model ${body.model} does not exist` }
  }
  if (!model.takesSampling && ('temperature' in body || 'seed' in body)) {
    const param = 'temperature'
    return dialect === 'openai'
      ? {
          status: 400,
          kind: 'unsupported_value',
          param,
          message: `'${param}' does not support 0 with this model.`,
        }
      : { status: 400, kind: 'invalid_request_error', message: '`temperature` is deprecated for this model.' }
  }
  if (dialect === 'openai') {
    const name = ['max_tokens', 'max_completion_tokens'].find((one) => one in body)
    if (name !== undefined && !(model.tokens as readonly string[]).includes(name))
      return {
        status: 400,
        kind: 'unsupported_parameter',
        param: name,
        message: `Unsupported parameter: '${name}'`,
      }
  }
  const schema = schemaIn(body)
  const wrong = schema === null ? null : refusalOf(schema, dialect)
  if (wrong === null) return null
  return dialect === 'openai'
    ? {
        status: 400,
        kind: 'invalid_request_error',
        param: 'response_format',
        message: `Invalid schema for response_format 'reply': ${wrong}`,
      }
    : { status: 400, kind: 'invalid_request_error', message: `output_config.format.schema: ${wrong}` }
}

function schemaIn(body: Body): unknown {
  if ('response_format' in body) return body.response_format?.json_schema.schema ?? null
  return 'output_config' in body ? (body.output_config?.format.schema ?? null) : null
}

/** A provider on loopback: answers like the real one and refuses what its documents refuse, unless it was told to misbehave. */
export async function startProvider(dialect: Dialect, options: { readonly needsKey?: boolean } = {}) {
  const { needsKey = true } = options
  const seen: { headers: IncomingMessage['headers']; body: Record<string, unknown> }[] = []
  const faults: Fault[] = []

  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request.setEncoding('utf8')) text += chunk
    const path = dialect === 'openai' ? '/v1/chat/completions' : '/v1/messages'
    if (request.method !== 'POST' || request.url !== path) return refuse(404, 'not_found_error')
    const { headers } = request
    const given = dialect === 'openai' ? headers.authorization : headers['x-api-key']
    if (needsKey && given !== (dialect === 'openai' ? `Bearer ${key}` : key)) {
      return refuse(401, dialect === 'openai' ? 'invalid_api_key' : 'authentication_error')
    }
    const isVersioned = dialect === 'openai' || headers['anthropic-version'] === '2023-06-01'
    if (headers['content-type'] !== 'application/json' || !isVersioned)
      return refuse(400, 'invalid_request_error')
    const parsed = requests[dialect].safeParse(JSON.parse(text))
    if (!parsed.success) return refuse(400, 'invalid_request_error')
    seen.push({ headers, body: parsed.data })
    const objection = objectionTo(dialect, parsed.data)
    if (objection !== null) return send(response, objection.status, errorOf(dialect, objection))
    const good = answerTo(dialect, parsed.data)
    const fault = faults.shift()
    if (fault !== undefined) return fault(response, dialect, good)
    send(response, 200, good)

    function refuse(status: number, kind: string): void {
      // As the real ones do: with a sentence that repeats part of the key.
      const message = `Incorrect key ${JSON.stringify(request.headers)}`
      send(response, status, errorOf(dialect, { status, kind, message }))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  return {
    baseUrl: dialect === 'openai' ? `${origin}/v1` : origin,
    seen,
    /** The next requests are dealt with so; those after them are answered. */
    misbehave(...next: Fault[]) {
      seen.length = 0
      faults.splice(0, faults.length, ...next)
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type Provider = Awaited<ReturnType<typeof startProvider>>

/** An error as the API writes it. */
export const errorOf = (dialect: Dialect, { kind, param, message = 'no' }: Refusal): object =>
  dialect === 'openai'
    ? { error: { message, type: 'invalid_request_error', param: param ?? null, code: kind } }
    : { type: 'error', error: { type: kind, message }, request_id: 'req_1' }

type Body = z.infer<(typeof requests)['openai']> | z.infer<(typeof requests)['anthropic']>

function answerTo(dialect: Dialect, body: Body): object {
  const said = body.messages.at(-1)!.content
  const isJson = 'response_format' in body || 'output_config' in body
  return replyOf(dialect, isJson ? JSON.stringify({ echo: said }) : `echo: ${said}`)
}

/** A reply as the API has it; `end` in OpenAI's words. */
export function replyOf(
  dialect: Dialect,
  text: string | null,
  end = 'stop',
  refusal: string | null = null,
): object {
  if (dialect === 'openai') {
    return {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1_771_632_000,
      model: 'fake',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: text, refusal },
          logprobs: null,
          finish_reason: end,
        },
      ],
      usage: { prompt_tokens: 1_200, completion_tokens: 34, total_tokens: 1_234 },
      system_fingerprint: 'fp_1',
    }
  }
  const ends: Record<string, string> = { stop: 'end_turn', length: 'max_tokens', content_filter: 'refusal' }
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'fake',
    content: text === null ? [] : [{ type: 'text', text }],
    stop_reason: refusal === null ? ends[end] : 'refusal',
    stop_sequence: null,
    usage: { input_tokens: 1_200, cache_read_input_tokens: 0, output_tokens: 34 },
  }
}

export function send(
  response: ServerResponse,
  status: number,
  body: object | string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}
