import type { Command } from 'commander'
import { Address, BaseError, Json, Schema, Wire } from '../../../protocol/index.ts'
import { exchange } from '../../../workers/conformance/exchange.ts'
import { fromPolymarket } from '../../../workers/pipeline/polymarket.ts'
import { UsageError } from '../../terminal/failure.ts'
import { readText } from '../../terminal/input.ts'
import { print, write } from '../../terminal/output.ts'

type Options = { polymarket?: string; question?: string; json?: boolean }

const help = `
Sends one plain request, as any client may, and prints the answer. It belongs to no round, so the worker signs nothing and
earns nothing for it. A market's title and rules are the question, its end is the deadline.

Examples:
  $ cresolver worker ask http://127.0.0.1:4100 --polymarket market.json
  $ cat market.json | cresolver worker ask http://127.0.0.1:4100 --polymarket - --json`

export function register(group: Command): void {
  group
    .command('ask')
    .description('ask a running worker one question')
    .argument('<url>', 'its base URL, such as http://127.0.0.1:4100')
    .option('--polymarket <file>', 'a market as the Gamma API of Polymarket gives it; - for stdin')
    .option('--question <file>', 'a question in words or as § text; - for stdin')
    .option('--json', 'the answer as one line of JSON')
    .addHelpText('after', help)
    .action(ask)
}

async function ask(url: string, options: Options): Promise<void> {
  const base = baseOf(url)
  const request = await requestOf(options)
  const reply = await post(new URL('a2a/resolve', base), request)
  await (options.json ? print({ request, reply }, options) : write(`${describe(request, reply)}\n`))
}

function baseOf(url: string): URL {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new UsageError(`"${url}" is not a valid worker URL.`)
  return new URL(url.endsWith('/') ? url : `${url}/`)
}

/** No contract has this market: it is a plain request, of a market that lives elsewhere. */
const place = { chain_id: 0, market: Address.zero, market_id: '0', round: 1 }

async function requestOf({ polymarket, question }: Options): Promise<Wire.ResolveRequest> {
  if ((polymarket === undefined) === (question === undefined))
    throw new UsageError('Give either --polymarket or --question.')
  if (question !== undefined)
    return Schema.read(Wire.resolveRequest, { market_id: 0, question: (await readText(question)).trim() })
  const given = Json.parse(await readText(polymarket))
  // Gamma answers with a list, of one where one market is asked for.
  const subject = fromPolymarket(place, Array.isArray(given) && given.length === 1 ? given[0] : given)
  const { deadline } = subject
  return { market_id: 0, question: subject.question, ...(deadline === null ? {} : { deadline }) }
}

/** What the protocol gives a worker, and a little for the way. */
const bounds = { timeout: 31_000, maxBytes: 1_048_576 }

async function post(url: URL, request: Wire.ResolveRequest): Promise<Wire.ResolveReply> {
  const headers = { 'content-type': 'application/json' }
  const got = await exchange(url, { method: 'POST', headers, body: JSON.stringify(request) }, bounds)
  if (got.kind !== 'reply') throw new UnreachableError(url.href, got.kind)
  const text = new TextDecoder().decode(got.body)
  if (got.status !== 200) throw new RefusedError(got.status, text)
  return Schema.read(Wire.resolveReply, Json.parse(text))
}

function describe(request: Wire.ResolveRequest, reply: Wire.ResolveReply): string {
  const { outcome, determination, confidence, evidence, sources } = reply
  return [
    request.question.split('\n')[0]!,
    `${outcome ?? (determination ? 'YES' : 'NO')} at ${confidence}`,
    '',
    evidence,
    ...(sources.length === 0 ? [] : ['', ...sources]),
  ].join('\n')
}
/** Thrown where no whole reply came. */
export class UnreachableError extends BaseError {
  override readonly name = 'Ask.UnreachableError'
  constructor(url: string, how: string) {
    super(`No reply from ${url}: ${how}.`, { metaMessages: ['Check the address, and that the worker runs.'] })
  }
}

/** Thrown where the worker answered that it will not. */
export class RefusedError extends BaseError {
  override readonly name = 'Ask.RefusedError'
  constructor(status: number, text: string) {
    super(`The worker refused with status ${status}.`, { metaMessages: [text.slice(0, 512)] })
  }
}
