import type { Command } from 'commander'
import { BaseError, Json } from '../../../protocol/index.ts'
import { operatorsChoice } from '../../../services/fetch/guard.ts'
import { request } from '../../../services/fetch/request.ts'
import { TransportError } from '../../../services/fetch/Transport.ts'
import { UsageError } from '../../terminal/failure.ts'

/** Where a running service is, and the variable with the token that it knows its operators by. */
export type ServiceOptions = { url: string; tokenEnv: string; json?: boolean }

const defaults = { url: 'http://127.0.0.1:4400', tokenEnv: 'CRESOLVER_RULES_TOKEN' }

/** A command that asks a running service. */
export const ofService = (command: Command, example: string): Command =>
  command
    .option('--url <url>', 'where the service listens', defaults.url)
    .option('--token-env <name>', 'the environment variable with a token', defaults.tokenEnv)
    .option('--json', 'one JSON line')
    .addHelpText('after', `\nExample:\n  $ cresolver rules ${example}`)

const maxBytes = 16 * 1_048_576
const timeoutMs = 30_000

/** One request to a running service. Its database may be inside it, so what a person decides goes through it. */
export async function askService(
  { url, tokenEnv }: ServiceOptions,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<Json.Json> {
  if (!/^https?:\/\/[^\s?#]+$/.test(url))
    throw new UsageError(`--url is the base URL of a running service, such as ${defaults.url}.`)
  const token = process.env[tokenEnv]?.trim()
  if (method === 'POST' && !token)
    throw new UsageError(`The environment variable ${tokenEnv} holds no token.`, {
      metaMessages: ['The service takes tokens whose SHA-256 is in callers.tokenHashes of its config.'],
    })
  const headers = {
    'content-type': 'application/json',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  }
  const outgoing = {
    ...{ method, url: `${url.replace(/\/$/, '')}${path}`, headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }
  const reply = await request(outgoing, { ...operatorsChoice, maxBytes, timeoutMs }).catch((cause) => {
    throw cause instanceof TransportError && cause.code !== 'forbidden' ? new NoServiceError(cause) : cause
  })
  const value = Json.parse(Buffer.from(reply.body).toString('utf8'))
  if (reply.status < 300) return value
  throw new RefusedByServiceError(reply.status, value)
}

export class NoServiceError extends BaseError {
  override readonly name = 'Rules.NoServiceError'
  constructor(cause: TransportError) {
    super(`No service answers: ${cause.shortMessage}`, {
      cause,
      metaMessages: [
        'Start one with `cresolver rules serve --config <file>`, or name the one that runs with --url.',
      ],
    })
  }
}

export class RefusedByServiceError extends BaseError {
  override readonly name = 'Rules.RefusedByServiceError'
  constructor(status: number, value: unknown) {
    const { error } = (value ?? {}) as { error?: { message?: string } }
    super(`The service refused (status ${status}).`, {
      metaMessages: [String(error?.message ?? 'It gave no reason.').slice(0, 300)],
    })
  }
}
