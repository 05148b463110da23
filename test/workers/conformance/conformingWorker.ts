import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { privateKeyToAccount, sign } from 'viem/accounts'
import { sampleParts } from '../../../local/samples/proof.ts'
import {
  Address,
  type Bytes,
  Docket,
  Eip712,
  Instant,
  Proof,
  Question,
  Rule,
  type Vote,
  Wire,
} from '../../../protocol/index.ts'

/** A worker that keeps every rule, and the places where a test makes it break one. */
export const key: Bytes.Hex = `0x${'7'.repeat(64)}`
export const signer = privateKeyToAccount(key).address.toLowerCase() as Bytes.Hex
export const agentId = 7

type Fields = Record<string, unknown>
export type Call = {
  readonly path: string
  readonly method: string
  readonly body: string
  readonly text: string
}

export type Twist = {
  /** Changes an answer before it is signed. */
  answer?: (reply: Wire.ResolveReply, request: Wire.ResolveRequest) => unknown
  /** Changes an answer after it was signed. */
  signed?: (reply: Wire.ResolveReply, request: Wire.ResolveRequest) => unknown
  defence?: (reply: Wire.ChallengeReply, request: Wire.ChallengeRequest) => unknown
  signedDefence?: (reply: Wire.ChallengeReply, request: Wire.ChallengeRequest) => unknown
  /** Changes what is signed. */
  statement?: (statement: Wire.Statement) => Wire.Statement
  /** Changes the proof that is served. */
  proof?: (proof: Proof.Proof) => unknown
  /** Builds another proof, and answers with its root. */
  parts?: (parts: Proof.Parts) => Proof.Parts
  card?: (card: Fields) => unknown
  health?: (health: Fields) => unknown
  /** Which requests are the same to the worker; left out: those that mean the same. */
  sameness?: (request: object, body: string) => string
  /** Requests that make the worker forget what it said about their market before, so that it thinks again. */
  forgets?: (request: object) => boolean
  /** Signs without knowing for which round. */
  signsBlindly?: boolean
  /** Changes the bytes of a good reply. */
  bytes?: (text: string, call: Call) => string | Uint8Array
  headers?: (call: Call) => Record<string, string>
  /** Takes a call over; true when it did. */
  take?: (call: Call, response: ServerResponse, request: IncomingMessage) => boolean
}

export type Worker = { readonly url: string; close(): Promise<void> }

const value = '75120.5'

export async function startWorker(twist: Twist = {}): Promise<Worker> {
  const state: State = {
    twist,
    replies: new Map(),
    markets: new Map(),
    asked: new Map(),
    proofs: new Map(),
  }
  const server = createServer((request, response) => {
    serve(state, request, response).catch((error: Error) => send(response, 500, { error: error.message }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

type State = {
  readonly twist: Twist
  /** Replies by what was asked; promises, so that equal requests at once share one. */
  readonly replies: Map<string, Promise<string>>
  /** The market of each of them. */
  readonly markets: Map<string, number | undefined>
  readonly asked: Map<string, Wire.ResolveRequest>
  readonly proofs: Map<string, Proof.Proof>
}

async function serve(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { twist } = state
  const path = request.url ?? ''
  const method = request.method ?? ''
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size <= 65_536) chunks.push(chunk)
  }
  const body = Buffer.concat(chunks).toString('utf8')
  if (twist.take?.({ path, method, body, text: '' }, response, request)) return
  if (method === 'GET') return get(state, path, response)
  const phase = path === '/a2a/resolve' ? 'resolve' : path === '/a2a/challenge' ? 'challenge' : null
  if (method !== 'POST' || phase === null) return send(response, 404, { error: 'not here' })
  if (!/^application\/json/.test(request.headers['content-type'] ?? ''))
    return send(response, 415, { error: 'JSON only' })
  if (size > 65_536) return send(response, 413, { error: 'too long' })
  const asked = readRequest(phase, body)
  if (asked === null) return send(response, 400, { error: 'not a request' })
  const same = `${phase} ${twist.sameness?.(asked, body) ?? Wire.requestHash(asked)}`
  const reply =
    state.replies.get(same) ??
    (phase === 'resolve'
      ? resolve(state, asked as Wire.ResolveRequest)
      : defend(state, asked as Wire.ChallengeRequest))
  if (twist.forgets?.(asked)) forget(state, asked.market_id)
  state.replies.set(same, reply)
  state.markets.set(same, asked.market_id)
  const text = await reply
  const call = { path, method, body, text }
  const headers = { 'content-type': 'application/json', ...twist.headers?.(call) }
  response.writeHead(200, headers).end(twist.bytes?.(text, call) ?? text)
}

function forget({ replies, markets }: State, marketId: number | undefined): void {
  for (const [same, market] of markets) if (market === marketId) replies.delete(same)
}

function readRequest(phase: Wire.Phase, body: string): Wire.ResolveRequest | Wire.ChallengeRequest | null {
  try {
    return (phase === 'resolve' ? Wire.resolveRequest : Wire.challengeRequest).parse(JSON.parse(body))
  } catch {
    return null
  }
}

function get({ twist, proofs }: State, path: string, response: ServerResponse): void {
  const proof = proofs.get(path)
  if (path === '/health') send(response, 200, (twist.health?.({ ...health }) ?? health) as Fields)
  else if (/^\/\.well-known\/agent(-card)?\.json$/.test(path))
    send(response, 200, (twist.card?.({ ...card }) ?? card) as Fields)
  else if (proof !== undefined)
    send(response, 200, (twist.proof?.(structuredClone(proof)) ?? proof) as Fields)
  else send(response, 404, { error: 'not here' })
}

function send(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

type Context = { chain_id: number; market: Address.Address; round: number }

const contextOf = (request: Wire.ResolveRequest): Context | null =>
  request.context === undefined ? null : JSON.parse(request.context)

async function resolve(state: State, request: Wire.ResolveRequest): Promise<string> {
  const { twist } = state
  state.asked.set(Wire.requestHash(request), request)
  const plain = decide(state, request)
  const reply = (twist.answer?.(plain, request) ?? plain) as Wire.ResolveReply
  const signed = { ...reply, ...(await attest(state, request, reply)) }
  return JSON.stringify(twist.signed?.(signed, request) ?? signed)
}

const words = (outcome: string) => ({
  determination: outcome === 'YES',
  outcome: outcome as Vote.Outcome,
  confidence: outcome === 'INVALID' ? 0 : 0.98,
  sources: ['https://www.unicode.org/versions/Unicode16.0.0/'],
})

function decide(state: State, request: Wire.ResolveRequest): Wire.ResolveReply {
  const context = contextOf(request)
  const { rule, issues } = Question.parse(request.question)
  const isAuto = issues.every(({ severity }) => severity !== 'error') && Rule.isAuto(rule)
  if (!isAuto || context === null) {
    const isKnown = request.question.includes('Unicode')
    const evidence = 'Version 16.0 came out on September 10, 2024.'
    const decided = words(isKnown ? 'YES' : 'INVALID')
    const citations = [{ url: decided.sources[0]!, quote: 'This page summarizes the important changes' }]
    return { ...decided, evidence, ...(isKnown ? { citations } : {}) }
  }
  if (Rule.maxTier(rule) === 0) {
    const rule_check = { observed_at: 0, value: '0', tier: 3, result: 'INVALID' as const }
    return { ...words('INVALID'), evidence: 'There is no zkTLS proof of a price.', rule_check }
  }
  const sample = sampleParts({
    question: request.question,
    value,
    marketId: String(request.market_id),
    round: context.round,
  })
  const placed = { ...sample, chain_id: context.chain_id, market: context.market }
  const proof = Proof.buildPorBundle(state.twist.parts?.(placed) ?? placed)
  const { outcome } = Rule.evaluate(rule, value)
  const root = proof.bundle.por_root
  const uri = `/por/${root}`
  state.proofs.set(uri, proof)
  const at = Instant.format(placed.ruleCheck!.observed_at)
  return {
    ...words(outcome),
    evidence: `CoinGecko shows ${value} USD at ${at}, against a target of ${rule.target}.`,
    rule_check: { ...placed.ruleCheck!, result: outcome },
    por: { root, uri },
  }
}

/** Replies are kept by request, and signed as they are kept: a second one to the same request would cost the stake. */
async function attest(state: State, request: Wire.ResolveRequest, reply: Wire.ResolveReply): Promise<object> {
  const responseHash = attempt(() => Wire.responseHash(reply))
  const checkHash = attempt(() => Docket.checkHash(Wire.docketCheck(reply)))
  if (responseHash === undefined || checkHash === undefined) return {}
  return seal(state, request, {
    marketId: request.market_id,
    agentId,
    round: contextOf(request)?.round ?? 1,
    phase: 'resolve',
    requestHash: Wire.requestHash(request),
    responseHash,
    checkHash,
  })
}

async function seal(state: State, request: Wire.ResolveRequest, statement: Wire.Statement): Promise<object> {
  const { twist } = state
  const context =
    contextOf(request) ??
    (twist.signsBlindly ? { chain_id: 31_337, market: Address.of(signer), round: 1 } : null)
  if (context === null) return {}
  const separator = Eip712.separator(Wire.domain(context.chain_id, context.market))
  const hash = Wire.attestationDigest(separator, twist.statement?.(statement) ?? statement)
  const signature = await sign({ hash, privateKey: key, to: 'hex' })
  return { attestation: { signer, signature } }
}

const attempt = <result>(make: () => result): result | undefined => {
  try {
    return make()
  } catch {
    return undefined
  }
}

const responses: readonly (readonly [RegExp, string])[] = [
  [/opposite|other workers/i, 'The sample is dated and its source is named; a reader can fetch it again.'],
  [/give up|reverse/i, 'Another dated sample of the same source in the same window would.'],
  [/weakest/i, 'One source is one source; it is the one the rule names.'],
]

async function defend(state: State, request: Wire.ChallengeRequest): Promise<string> {
  const { twist } = state
  const known = request.request_id === undefined ? undefined : state.asked.get(request.request_id)
  const reply: Wire.ChallengeReply = {
    responses: request.challenges.map(
      (challenge) => responses.find(([words]) => words.test(challenge))?.[1] ?? 'My evidence says it all.',
    ),
    ...(request.reproduce === undefined ? {} : { reproductions: 'u'.repeat(request.reproduce.length) }),
  }
  const twisted = (twist.defence?.(reply, request) ?? reply) as Wire.ChallengeReply
  const responseHash = attempt(() => Wire.defenceHash(twisted))
  const attestation =
    known === undefined || responseHash === undefined
      ? {}
      : await seal(state, known, {
          marketId: known.market_id,
          agentId,
          round: contextOf(known)?.round ?? 1,
          phase: 'challenge',
          requestHash: Wire.requestHash(request),
          responseHash,
          checkHash: Docket.checkHash(null),
        })
  const signed = { ...twisted, ...attestation }
  return JSON.stringify(twist.signedDefence?.(signed, request) ?? signed)
}

const health = { status: 'ok', agent_id: agentId }

const card = {
  name: 'Test worker',
  description: 'Keeps every rule.',
  version: '1.0.0',
  supportedInterfaces: [
    { url: 'http://127.0.0.1/a2a', protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
  ],
  capabilities: { streaming: false },
  defaultInputModes: ['application/json'],
  defaultOutputModes: ['application/json'],
  skills: [
    { id: 'resolve-market', name: 'Resolve', description: 'Answers a market question.', tags: ['resolve'] },
    { id: 'defend-resolution', name: 'Defend', description: 'Defends the answer.', tags: ['challenge'] },
  ],
}
