import * as z from 'zod'
import type { Address } from './Brand.ts'
import * as Bytes from './Bytes.ts'
import * as Citation from './Citation.ts'
import type * as Docket from './Docket.ts'
import * as Eip712 from './Eip712.ts'
import { BaseError } from './Errors.ts'
import * as Hash from './Hash.ts'
import * as Json from './Json.ts'
import * as Proof from './Proof.ts'
import * as Question from './Question.ts'
import * as Reproduction from './Reproduction.ts'
import * as Schema from './Schema.ts'
import type * as Vote from './Vote.ts'

/** What workers are asked and what they answer: requests, replies, limits, hashes, attestation. */

/** How large a reply may be. All sizes are bytes of compact JSON, a string's without its quotes. */
export const limits = {
  answer: 5_500,
  evidence: 4_096,
  sources: 8,
  source: 128,
  citations: Citation.limits.citations,
  quote: Citation.limits.quote,
  defence: 2_000,
  responses: 3,
  response: 512,
  reproductions: Reproduction.limits.items,
  nesting: 16,
  /** A body longer than this is not even looked at; room for white space and unknown keys is left. */
  body: 65_536,
} as const

/** The number that stands for each phase in what is signed. */
export const phases = { resolve: 1, challenge: 2 } as const
/** One phase of a round: a worker answers, then it defends its answer. */
export type Phase = keyof typeof phases

/** What a worker is asked at `/a2a/resolve`. */
export const resolveRequest = z.object({
  market_id: z.int().min(0),
  question: z.string().min(1).max(4_096),
  deadline: z.int().min(0).optional(),
  context: z.string().max(8_192).optional(),
})
/** A request for an answer, as the schema reads it. */
export type ResolveRequest = z.infer<typeof resolveRequest>

/** What a worker is asked at `/a2a/challenge`. */
export const challengeRequest = z.object({
  challenges: z.array(z.string().max(1_024)).max(8),
  market_id: z.int().min(0).optional(),
  question: z.string().max(4_096).optional(),
  determination: z.boolean().optional(),
  request_id: Schema.requestHash.optional(),
  /** What others cite, to be looked for; left out when there is nothing. */
  reproduce: z.array(Citation.schema).max(Reproduction.limits.items).optional(),
})
/** A request for a defence, as the schema reads it. */
export type ChallengeRequest = z.infer<typeof challengeRequest>

/** A worker's signature of its reply. */
export const attestation = z.object({
  signer: z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'expected an address'),
  signature: Schema.signature,
  /** Which request was answered; lets an answer to another one be told from a forged one. */
  request_hash: Schema.requestHash.optional(),
})
/** An attestation as the schema reads it. */
export type Attestation = z.infer<typeof attestation>

/** 0–1 with at most 4 decimals, so that it is exactly a number of basis points. */
const confidence = z
  .number()
  .min(0)
  .max(1)
  .refine((value) => Math.abs(value * 10_000 - Math.round(value * 10_000)) < 1e-7, 'at most 4 decimals')

/** What a worker answers. */
export const resolveReply = z.object({
  determination: z.boolean(),
  confidence,
  evidence: z.string(),
  sources: z.array(z.string()),
  outcome: Schema.outcome.optional(),
  rule_check: Proof.ruleCheck.optional(),
  por: z.object({ root: Schema.root, uri: z.string().max(256) }).optional(),
  citations: z.array(Citation.schema).optional(),
  attestation: attestation.optional(),
})
/** An answer as the schema reads it. */
export type ResolveReply = z.infer<typeof resolveReply>

/** What a worker answers to its challenges. */
export const challengeReply = z.object({
  responses: z.array(z.string()),
  reproductions: Reproduction.schema.optional(),
  attestation: attestation.optional(),
})
/** A defence as the schema reads it. */
export type ChallengeReply = z.infer<typeof challengeReply>

/** What we send has every field but an empty list; what old workers send and read may lack the optional ones. */
export type Complete<request> = {
  [field in Exclude<keyof request, 'reproduce'>]-?: Exclude<request[field], undefined>
} & Pick<request, Extract<keyof request, 'reproduce'>>

/** A round as it stands on-chain, its question raw and read: everything a request is made of. */
export type Asked = Question.Posed & {
  readonly chainId: number
  readonly market: Address
  readonly marketId: number
  readonly round: number
  readonly deadline: number
}

/**
 * The one request that all workers of a round get: a pure function of chain data.
 *
 * @example
 * const asked = Question.pose({
 *   chainId: 31337,
 *   market: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
 *   marketId: 7,
 *   round: 1,
 *   question: '§question Will it rain?\n§rule\nsource:manual',
 *   deadline: 1771631940,
 * })
 * const request = Wire.toResolveRequest(asked)
 * JSON.parse(request.context).display // 'Will it rain?'
 * Wire.requestHash(request) // '0x928b70bf1fdaf950dd569daf6bb11ccf89e9c45a5ea01facf863c06db9083aae'
 */
export function toResolveRequest(asked: Asked): Complete<ResolveRequest> {
  const { chainId, marketId, round, question, parsed, deadline } = asked
  if (!Number.isSafeInteger(marketId) || marketId < 0) throw new MarketIdTooLargeError(marketId)
  const isValid = Question.hasNoError(parsed)
  const context = {
    chain_id: chainId,
    market: asked.market.toLowerCase(),
    round,
    rule: isValid ? parsed.rule : null,
    display: isValid ? parsed.question : question,
  }
  return { market_id: marketId, question, deadline, context: Json.canonical(context) }
}

/**
 * The request that cross-examines a worker about its answer, and asks it to look for what others cite.
 *
 * @example
 * const asked = Question.pose({
 *   chainId: 31337,
 *   market: Address.of('0x5fbdb2315678afecb367f032d93f642f64180aa3'),
 *   marketId: 7,
 *   round: 1,
 *   question: '§question Will it rain?\n§rule\nsource:manual',
 *   deadline: 1771631940,
 * })
 * const request = Wire.toResolveRequest(asked)
 * const challenge = Wire.toChallengeRequest(request, ['Which point is the weakest?'], { determination: true })
 * challenge.request_id === Wire.requestHash(request) // true
 */
export function toChallengeRequest(
  request: Complete<ResolveRequest>,
  challenges: readonly string[],
  answer: Pick<ResolveReply, 'determination'>,
  reproduce: readonly Citation.Citation[] = [],
): Complete<ChallengeRequest> {
  return {
    challenges: [...challenges],
    market_id: request.market_id,
    question: request.question,
    determination: answer.determination,
    request_id: requestHash(request),
    ...(reproduce.length === 0 ? {} : { reproduce: reproduce.map(({ url, quote }) => ({ url, quote })) }),
  }
}

/** The hash of a request, which the worker's signature binds its reply to. */
export const requestHash = (request: ResolveRequest | ChallengeRequest): Hash.RequestHash =>
  Hash.ofJson(request) as Hash.RequestHash

/**
 * The outcome of an answer: `outcome`, or else what `determination` says.
 *
 * @example
 * Wire.outcomeOf({ determination: false, confidence: 0.9, evidence: 'It was dry.', sources: [] }) // 'NO'
 */
export const outcomeOf = (reply: ResolveReply): Vote.Outcome =>
  reply.outcome ?? (reply.determination ? 'YES' : 'NO')

/**
 * The confidence of an answer in basis points.
 *
 * @example
 * Wire.confidenceBps({ determination: true, confidence: 0.93, evidence: 'It rained.', sources: [] }) // 9_300
 */
export const confidenceBps = (reply: ResolveReply): number => Math.round(reply.confidence * 10_000)

/**
 * A reply as it is hashed: without its attestation and unknown keys, confidence in basis points.
 *
 * @example
 * const reply = { determination: true, confidence: 0.93, evidence: 'It rained.', sources: [] }
 * Wire.normal(reply) // { determination: true, confidence_bps: 9_300, evidence: 'It rained.', sources: [] }
 */
export function normal(reply: ResolveReply): Json.Json {
  const { determination, evidence, sources, outcome, rule_check, por, citations } = reply
  return {
    determination,
    confidence_bps: confidenceBps(reply),
    evidence,
    sources,
    ...(outcome === undefined ? {} : { outcome }),
    ...(rule_check === undefined ? {} : { rule_check }),
    ...(por === undefined ? {} : { por }),
    ...(citations === undefined ? {} : { citations }),
  }
}

/**
 * A defence as it is hashed.
 *
 * @example
 * Wire.normalDefence({ responses: ['Because it did.'] }) // { responses: ['Because it did.'] }
 * Wire.normalDefence({ responses: [], reproductions: 'pu' }) // { responses: [], reproductions: 'pu' }
 */
export const normalDefence = ({ responses, reproductions }: ChallengeReply): Json.Json => ({
  responses,
  ...(reproductions === undefined ? {} : { reproductions }),
})

/**
 * The hash of an answer, which its attestation signs.
 *
 * @example
 * const reply = { determination: true, confidence: 0.93, evidence: 'It rained.', sources: [] }
 * Wire.responseHash(reply) === Wire.responseHash({ ...reply, comment: 'not hashed' }) // true
 * Wire.responseHash(reply) === Wire.responseHash({ ...reply, confidence: 0.94 }) // false
 */
export const responseHash = (reply: ResolveReply): Hash.Hash => Hash.ofJson(normal(reply))

/**
 * The hash of a defence, which its attestation signs.
 *
 * @example
 * Wire.defenceHash({ responses: ['Because it did.'] }) === Hash.ofJson({ responses: ['Because it did.'] }) // true
 */
export const defenceHash = (reply: ChallengeReply): Hash.Hash => Hash.ofJson(normalDefence(reply))

/**
 * The check as it goes into the docket: with the root of the proof it is part of.
 *
 * @example
 * const rule_check = { observed_at: 1771631999, value: '0.5', tier: 3, result: 'NO' }
 * const reply = { determination: false, confidence: 0.9, evidence: 'Below the target.', sources: [], rule_check }
 * Wire.docketCheck(reply).value // 500_000_000_000_000_000n
 */
export const docketCheck = (reply: ResolveReply): Docket.Check | null =>
  reply.rule_check === undefined
    ? null
    : { ...Proof.toCheck(reply.rule_check), porRoot: reply.por?.root ?? Bytes.zero32 }

/** What a worker's signature states: which reply it gives to which request of which round. */
export type Statement = {
  readonly marketId: number | bigint
  /** Whose statement it is: agents may share a wallet. */
  readonly agentId: number | bigint
  readonly round: number
  readonly phase: Phase
  readonly requestHash: Hash.RequestHash
  readonly responseHash: Hash.Hash
  /** Zero where there is no check, and in the challenge phase. */
  readonly checkHash: Hash.Hash
}

const attestationType =
  'Attestation(uint256 marketId,uint256 agentId,uint32 round,uint8 phase,bytes32 requestHash,bytes32 responseHash,bytes32 checkHash)'

/** The EIP-712 domain of everything a worker signs for one market contract. */
export const domain = (chainId: number, market: Address): Eip712.Domain => ({
  name: 'CREsolver',
  version: '1',
  chainId,
  verifyingContract: market,
})

/**
 * The digest that a worker signs.
 *
 * @example
 * import { privateKeyToAccount } from 'viem/accounts'
 * const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
 * const domain = Wire.domain(31337, Address.of('0x5fbdb2315678afecb367f032d93f642f64180aa3'))
 * const statement = {
 *   marketId: 7,
 *   agentId: 3,
 *   round: 1,
 *   phase: 'resolve',
 *   requestHash: Hash.asRequestHash(Hash.ofText('the request')),
 *   responseHash: Hash.ofText('the answer'),
 *   checkHash: Docket.checkHash(null),
 * }
 * const digest = Wire.attestationDigest(Eip712.separator(domain), statement)
 * const signature = await account.sign({ hash: digest })
 * Eip712.isSignedBy(account.address, digest, signature) // true
 * const message = { ...statement, phase: Wire.phases.resolve }
 * const types = Wire.attestationTypes
 * const typed = await account.signTypedData({ domain, types, primaryType: 'Attestation', message })
 * typed === signature // true
 */
export const attestationDigest = (separator: Uint8Array, statement: Statement): Hash.Hash =>
  Eip712.digest(
    separator,
    Eip712.structHash(
      attestationType,
      Eip712.word(statement.marketId),
      Eip712.word(statement.agentId),
      Eip712.word(statement.round),
      Eip712.word(phases[statement.phase]),
      Bytes.bytes32(statement.requestHash),
      Bytes.bytes32(statement.responseHash),
      Bytes.bytes32(statement.checkHash),
    ),
  )

/** The same as typed data, for wallets that show what they sign. */
export const attestationTypes = {
  Attestation: [
    { name: 'marketId', type: 'uint256' },
    { name: 'agentId', type: 'uint256' },
    { name: 'round', type: 'uint32' },
    { name: 'phase', type: 'uint8' },
    { name: 'requestHash', type: 'bytes32' },
    { name: 'responseHash', type: 'bytes32' },
    { name: 'checkHash', type: 'bytes32' },
  ],
} as const

/** A reply that can be read, or the reason why it cannot. Reading never throws, whatever the text. */
export type Read<reply> = { readonly reply: reply; readonly reason: null } | NoReply

/** Why there is nothing to read. */
export type NoReply = { readonly reply: null; readonly reason: Vote.Reason; readonly detail: string }

/** A reply as it came: the text of a body, a value that is parsed already, as a gateway's batch holds it, or none. */
export type Reply = string | { readonly value: unknown } | NoReply

/**
 * Says that there is no reply to read, and why.
 *
 * @example
 * Wire.readAnswer(Wire.noReply('silent', 'no reply')).reason // 'silent'
 */
export const noReply = (reason: Vote.Reason, detail: string): NoReply => ({ reply: null, reason, detail })

/**
 * Reads a reply whose status is not 2xx. One that says 503 `{"reason":"not-ready"}` while its rule cannot be decided yet
 * (`isEarly`) is not at fault; later it is silent. Never throws.
 *
 * @example
 * Wire.readRefusal({ status: 503, body: '{"reason":"not-ready"}' }, true).reason // 'not-ready'
 * Wire.readRefusal({ status: 503, body: '{"reason":"not-ready"}' }, false).reason // 'silent'
 * Wire.readRefusal({ status: 503, body: 'Service Unavailable' }, true).reason // 'http-error'
 */
export function readRefusal(
  { status, body }: { readonly status: number; readonly body: string },
  isEarly: boolean,
): NoReply {
  const isUnready = status === 503 && notReady.safeParse(readBody(body).reply).success
  if (!isUnready) return noReply('http-error', `status ${status}`)
  return isEarly ? noReply('not-ready', 'not ready yet') : noReply('silent', 'still not ready')
}

/** What a worker answers before its rule can be decided, with status 503; it signs nothing then. */
export const notReady = z.object({ reason: z.literal('not-ready') })

/**
 * Reads a reply to `/a2a/resolve`.
 *
 * @example
 * const read = Wire.readAnswer('{"determination":true,"confidence":0.93,"evidence":"It rained.","sources":[]}')
 * read.reply.determination // true
 * Wire.readAnswer('Yes!').reason // 'malformed'
 * const value = { determination: true, confidence: 2, evidence: '', sources: [] }
 * Wire.readAnswer({ value }).reason // 'malformed'
 */
export const readAnswer = (from: Reply): Read<ResolveReply> => read(from, toAnswer)

/**
 * Reads a reply to `/a2a/challenge`.
 *
 * @example
 * Wire.readDefence('{"responses":["Because it did."]}').reply.responses.length // 1
 */
export const readDefence = (from: Reply): Read<ChallengeReply> => read(from, toDefence)

function read<reply>(from: Reply, check: (value: unknown) => Read<reply>): Read<reply> {
  if (typeof from !== 'string') return 'value' in from ? check(from.value) : from
  const parsed = readBody(from)
  return parsed.reason === null ? check(parsed.reply) : parsed
}

function toAnswer(value: unknown): Read<ResolveReply> {
  const result = resolveReply.safeParse(value)
  if (!result.success) return noReply('malformed', firstIssue(result.error))
  const reply = result.data
  const size = encodedSize(value)
  if (size > limits.answer) return noReply('oversized', `the answer has ${size} bytes of ${limits.answer}`)
  const evidence = textSize(reply.evidence)
  if (evidence > limits.evidence)
    return noReply('oversized', `evidence has ${evidence} bytes of ${limits.evidence}`)
  if (reply.sources.length > limits.sources) return noReply('oversized', `${reply.sources.length} sources`)
  if (reply.sources.some((source) => textSize(source) > limits.source))
    return noReply('oversized', 'a source is too long')
  const fault = Citation.fault(reply.citations ?? [], reply.sources)
  if (fault !== null) return noReply(fault.reason, fault.detail)
  if (reply.outcome === 'INVALID' && reply.determination) {
    return noReply('malformed', 'outcome INVALID needs determination false')
  }
  return isSpellable(reply)
    ? { reply, reason: null }
    : noReply('malformed', 'a text holds half a surrogate pair')
}

function toDefence(value: unknown): Read<ChallengeReply> {
  const result = challengeReply.safeParse(value)
  if (!result.success) return noReply('malformed', firstIssue(result.error))
  const size = encodedSize(value)
  if (size > limits.defence) return noReply('oversized', `the defence has ${size} bytes of ${limits.defence}`)
  const { data: reply } = result
  return isSpellable(reply)
    ? { reply, reason: null }
    : noReply('malformed', 'a text holds half a surrogate pair')
}

/**
 * One entry per challenge: the response, or null where it is missing, empty or too long. More are dropped.
 *
 * @example
 * Wire.responsesTo(3, { responses: ['Because it did.', ' '] }) // ['Because it did.', null, null]
 */
export function responsesTo(asked: number, reply: ChallengeReply | null): (string | null)[] {
  return Array.from({ length: asked }, (_, i) => {
    const response = reply?.responses[i]
    if (response === undefined || response.trim() === '') return null
    return textSize(response) > limits.response ? null : response
  })
}

function readBody(body: string): Read<unknown> {
  if (body.length > limits.body) return noReply('oversized', `the body has over ${limits.body} characters`)
  // Counted before parsing: deep nesting is an uncatchable trap in the guest.
  if (Json.nesting(body, limits.nesting) > limits.nesting) return noReply('malformed', 'nested too deep')
  try {
    return { reply: JSON.parse(body), reason: null }
  } catch {
    return noReply('malformed', 'not JSON')
  }
}

const encodedSize = (value: unknown): number => Bytes.fromText(JSON.stringify(value)).length
const textSize = (text: string): number => encodedSize(text) - 2

const firstIssue = (error: z.ZodError): string => {
  const issue = error.issues[0]!
  return `${issue.path.map(String).join('.') || 'reply'}: ${issue.message}`.slice(0, 200)
}

function isSpellable(reply: ResolveReply | ChallengeReply): boolean {
  try {
    Json.canonical('evidence' in reply ? normal(reply) : normalDefence(reply))
    return true
  } catch {
    return false
  }
}

/** Thrown for a market id that JSON cannot carry as a number. */
export class MarketIdTooLargeError extends BaseError {
  override readonly name = 'Wire.MarketIdTooLargeError'
  constructor(marketId: number | bigint) {
    super(`Market id ${marketId} is not an integer up to 2^53 − 1, and the wire has no other spelling.`)
  }
}
