import * as z from 'zod'
import * as Address from './Address.ts'
import type * as Admission from './Admission.ts'
import * as Bytes from './Bytes.ts'
import * as Docket from './Docket.ts'
import { BaseError } from './Errors.ts'
import * as Fields from './Fields.ts'
import type * as Observation from './Observation.ts'
import * as Question from './Question.ts'
import * as Report from './Report.ts'
import * as Round from './Round.ts'
import * as Schema from './Schema.ts'
import * as Score from './Score.ts'
import * as Tally from './Tally.ts'
import * as Transcript from './Transcript.ts'
import * as Vote from './Vote.ts'
import * as Wire from './Wire.ts'

/**
 * A round as it is published: what the chain says, every signed reply, the report, and the transcript's leaves. Anyone can
 * do the round again from it. See docs/protocol.md, "Round file".
 */
const hex = z.string().regex(/^0x([0-9a-f]{2})*$/, 'expected bytes as lower-case hex')
const weight = z.string().regex(/^(0|[1-9]\d{0,29})$/, 'expected a whole number as text')
const unixTime = z.int().min(0).max(0xffffffffff)
const index = z.int().min(0).max(31)

const reportable = Fields.names(Vote.reasons).filter((reason) => !Vote.isReserved(reason))

/** One worker's reply as it came, or why there is none: an item of a gateway's batch. */
export const item = z
  .strictObject({
    /** The worker's place in the round. */
    index,
    agent_id: z.int().min(0),
    reply: Schema.json,
    status: z.enum(['ok', ...reportable]),
  })
  .refine(({ reply, status }) => status === 'ok' || reply === null, 'a reply that does not count is null')
/** An item as the schema reads it. */
export type Item = z.infer<typeof item>

/** What a gateway serves of one phase: `GET /v1/markets/:marketId/rounds/:round/{answers|defences}`. */
export const batch = z.strictObject({
  market_id: z.int().min(0),
  round: z.int().min(0),
  phase: z.enum(['answers', 'defences']),
  from: z.int().min(0),
  items: z.array(item).max(32),
})
/** A batch as the schema reads it. */
export type Batch = z.infer<typeof batch>

/** What it serves of both phases at once, answers first: `GET …/replies`. */
export const batches = z.array(batch).min(1).max(2)

const worker = z.strictObject({
  agent_id: z.int().min(0),
  signer: Schema.address,
  factor_bps: z.int().min(0).max(Score.maxFactorBps),
})

const dimension = z.int().min(0).max(100)
const dimensions = z.strictObject(
  Object.fromEntries(Score.dimensions.map((name) => [name, dimension])) as Record<
    Score.Dimension,
    typeof dimension
  >,
)

/** Scores that a model gave. */
export const evaluations = z.array(z.strictObject({ index, dimensions })).max(32)

/** Workers by their places in the round. */
export const places = z.array(index).max(32)

/** A sample that the source itself signed. */
export const observation = z.strictObject({
  source_id: Schema.hash,
  observed_at: unixTime,
  value: Schema.decimal,
  signature: Schema.signature,
})
/** A signed sample as the schema reads it. */
export type SignedObservation = z.infer<typeof observation>

/** Another reply that a worker was seen to sign for this round. */
export const otherReply = z.strictObject({
  index,
  phase: z.enum(['resolve', 'challenge']),
  /** What it answered, where that is not what the round asked. */
  request_hash: Schema.requestHash.nullable(),
  reply: Schema.json,
})
/** Another reply as the schema reads it. */
export type OtherReply = z.infer<typeof otherReply>

/** The version of a round's file: its signatures name their agents, and its docket says when the rule can be decided. */
export const version = 'v2'

/** A published round: what the chain says, the replies, the report, and what a replay needs besides. */
export const schema = z
  .strictObject({
    schema_version: z.literal(version),
    chain_id: z.int().min(0),
    market: Schema.address,
    market_id: z.int().min(0),
    round: z.int().min(0).max(0xffffffff),
    /** The raw on-chain text. */
    question: z.string().min(1).max(4_096),
    created_at: unixTime,
    deadline: unixTime,
    /** The seat number of the round's first worker: 32 times its cohort, so not 0 in the round of an appeal. */
    cohort_start: z.int().min(0).max(255),
    /** In seat order. */
    workers: z.array(worker).min(1).max(32),
    answers: z.array(item).max(32),
    defences: z.array(item).max(32),
    /** Workers whom the DON asked itself, after the challenges were made: they get none. */
    probed: places,
    /** Through a gateway answers must be signed; two workers at most may be asked directly. */
    requires_signature: z.boolean(),
    /** What the source itself said to the DON: it may take votes away. */
    reference: Schema.outcome.nullable(),
    /** Scores that a model gave; all others are the rubric's and can be computed again. */
    evaluations,
    /** Weights of the rounds before an appeal. */
    standing: z.strictObject({ yes: weight, no: weight, invalid: weight }),
    quorum: z.int().min(1).max(32),
    min_margin_bps: z.int().min(0).max(10_000),
    /** As the contract's event has it. */
    report: z.strictObject({
      outcome: Schema.outcome.nullable(),
      round_root: Schema.root,
      records_and_docket: hex,
    }),
    /** The transcript's 4n + 3 leaves as bytes; null where the publisher does not have them. */
    leaves: z.array(hex).max(131).nullable(),
    /** Proofs of reasoning that workers have published, by their place in the round. */
    proofs: z.array(z.strictObject({ index, proof: Schema.json })).max(32),
    other_replies: z.array(otherReply).max(256),
    observations: z.array(observation).max(256),
  })
  .superRefine(({ workers, answers, defences, probed, evaluations, proofs, other_replies }, context) => {
    const complain = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message })
    if (answers.length !== workers.length) complain(['answers'], 'expected one item per worker')
    for (const [name, items] of Fields.pairs({ answers, defences })) {
      for (const [at, one] of items.entries()) {
        const isInOrder = name === 'answers' ? one.index === at : one.index > (items[at - 1]?.index ?? -1)
        if (!isInOrder) complain([name, at, 'index'], 'expected the workers in their order')
        if (workers[one.index]?.agent_id !== one.agent_id)
          complain([name, at, 'agent_id'], 'expected the agent of this worker')
      }
    }
    for (const [at, one] of probed.entries())
      if (one >= workers.length || one <= (probed[at - 1] ?? -1))
        complain(['probed', at], 'expected places of workers in their order')
    for (const [name, list] of Fields.pairs<readonly { readonly index: number }[]>({
      evaluations,
      proofs,
      other_replies,
    })) {
      const isUnique = name === 'other_replies' || new Set(list.map((one) => one.index)).size === list.length
      if (!isUnique) complain([name], 'expected at most one per worker')
      for (const [at, one] of list.entries())
        if (one.index >= workers.length) complain([name, at, 'index'], 'there is no such worker')
    }
  })
/** A round's file as the schema reads it. */
export type RoundFile = z.infer<typeof schema>

const firstEdition = z.object({ schema_version: z.literal('v1') })

/**
 * Reads a round's file. One of the first edition is refused by name: its signatures and its docket are of another form.
 *
 * @example
 * RoundFile.read({ schema_version: 'v1' }) // throws RoundFile.FirstEditionError
 * RoundFile.read({}) // throws Schema.MismatchError
 */
export function read(document: unknown): RoundFile {
  if (firstEdition.safeParse(document).success) throw new FirstEditionError()
  return Schema.read(schema, document)
}

/** The round as the chain has it. */
export const toRound = (file: RoundFile): Round.Round =>
  Question.pose({
    chainId: file.chain_id,
    market: file.market,
    marketId: file.market_id,
    round: file.round,
    question: file.question,
    createdAt: file.created_at,
    deadline: file.deadline,
    workers: file.workers.map(({ agent_id, signer, factor_bps }) => ({
      agentId: agent_id,
      signer,
      factorBps: factor_bps,
    })),
  })

/** The report as far as the chain keeps it; when it expired is in no event. */
export function toReport(file: RoundFile): Report.Report {
  const { chain_id, market, market_id, round, report, workers } = file
  return decodeReport(
    {
      chainId: chain_id,
      market,
      marketId: BigInt(market_id),
      round,
      roundRoot: report.round_root,
      n: workers.length,
    },
    report.outcome,
    Bytes.fromHex(report.records_and_docket as Bytes.Hex),
  )
}

type Head = Pick<Report.Report, 'chainId' | 'market' | 'marketId' | 'round' | 'roundRoot'> & {
  readonly n: number
}

/** Reads what the contract's event holds of a report. */
export function decodeReport(head: Head, outcome: Vote.Outcome | null, rest: Uint8Array): Report.Report {
  const empty = {
    ...head,
    expiresAt: 0,
    leafCount: Transcript.leafCount(head.n),
    outcome,
    records: [],
    docket: null,
  }
  // The header of a report without records, with their number put in.
  const header = Report.encode(empty).slice(0, Report.headerSize - 2)
  return Report.decode(Bytes.concat(header, Bytes.uint(head.n, 2), rest))
}

/**
 * How many records there are in what the event holds. 31 records are as long as one with a docket; then they are read as 31 if
 * they can be, which the hash of a source never can.
 */
export function recordCount(rest: Uint8Array): number | null {
  const fitting: number[] = []
  for (let n = 32; n >= 1; n--) {
    if ([false, true].some((hasDocket) => Report.size(n, hasDocket) - Report.headerSize === rest.length))
      fitting.push(n)
  }
  const found = fitting.length === 1 ? fitting[0] : fitting.find((n) => isReadable(rest, n))
  return found ?? null
}

function isReadable(rest: Uint8Array, n: number): boolean {
  const place = { chainId: 0, market: Address.zero, marketId: 0n, round: 0, roundRoot: Bytes.zero32 }
  try {
    return decodeReport({ ...place, n }, null, rest).records.length === n
  } catch {
    return false
  }
}

/** The bytes of a report after its header, as the contract's event has them. */
export const recordsAndDocket = (report: Report.Report): Bytes.Hex =>
  Bytes.toHex(Report.encode(report).slice(Report.headerSize))

/** Everything that follows from a file's chain data and signed replies. */
export type Rebuilt = Round.Conclusion & {
  readonly round: Round.Round
  readonly terms: Admission.Terms
  readonly admissions: readonly Admission.Admission[]
  /** What each worker was challenged with; null where it gave no answer. */
  readonly requests: readonly (Wire.Complete<Wire.ChallengeRequest> | null)[]
  /** What an evaluator is shown of each answer; null where no vote counts. */
  readonly exhibits: readonly (Round.Exhibit | null)[]
  readonly entries: readonly Observation.Entry[]
  readonly leaves: readonly Uint8Array[]
}

/**
 * Replays the round: admits, challenges, judges citations, scores, tallies and builds the transcript.
 *
 * @example
 * const round = Question.pose({
 *   chainId: 31337,
 *   market: Address.of('0x5fbdb2315678afecb367f032d93f642f64180aa3'),
 *   marketId: 7,
 *   round: 1,
 *   question: '§question Will it rain?\n§rule\nsource:manual',
 *   createdAt: 1771545600,
 *   deadline: 1771631940,
 *   workers: [{ agentId: 3, signer: Address.of('0x70997970c51812dc3a010c7d01b50e0d17dc79c8'), factorBps: 2_500 }],
 * })
 * const reply = { determination: true, confidence: 0.9, evidence: 'It rained at noon.', sources: [] }
 * const answers = [{ index: 0, agent_id: 3, reply, status: 'ok' }]
 * const terms = Round.termsOf(round, { requireSignature: false })
 * const reads = answers.map((one) => Wire.readAnswer(RoundFile.replyOf(one)))
 * const admissions = Round.admit(round, reads, terms)
 * const entries = Round.observe(round, admissions, [null], { terms })
 * const { report, transcript } = Round.conclude(round, entries, { expiresAt: 0 })
 * const leaves = Transcript.leaves(transcript)
 * const file = RoundFile.create({ round, answers, defences: [], report, leaves, quorum: 1, requires_signature: false })
 * RoundFile.rebuild(file).report.roundRoot === file.report.round_root // true
 * Transcript.recheck(RoundFile.rebuild(file).transcript, file.report.round_root) // 7
 */
export function rebuild(file: RoundFile): Rebuilt {
  const round = toRound(file)
  const terms = Round.termsOf(round, { requireSignature: file.requires_signature })
  const admissions = Round.admit(
    round,
    file.answers.map((one) => Wire.readAnswer(replyOf(one))),
    terms,
  )
  const late = file.probed
  const defences = round.workers.map((_, i) => {
    const found = file.defences.find((one) => one.index === i)
    return found === undefined ? null : Wire.readDefence(replyOf(found))
  })
  const examined = Round.examine(round, admissions, defences, { terms, late })
  const requests = examined.map(({ request }) => request)
  const exhibits = examined.map(({ exhibit }) => exhibit)
  const scored = Round.scored(admissions, examined).map((entry, i) => {
    const given = file.evaluations.find((one) => one.index === i)
    if (given === undefined || entry.dimensions === null) return entry
    return { ...entry, dimensions: given.dimensions, evaluator: 'llm' as const }
  })
  const entries = Round.veto(scored, file.reference)
  const { yes, no, invalid } = file.standing
  const conclusion = Round.conclude(round, entries, {
    expiresAt: 0,
    minMarginBps: file.min_margin_bps,
    standing: { yes: BigInt(yes), no: BigInt(no), invalid: BigInt(invalid) },
    quorum: file.quorum,
  })
  const leaves = Transcript.leaves(conclusion.transcript)
  return { ...conclusion, round, terms, admissions, requests, exhibits, entries, leaves }
}

/** The reply that an item holds, for `Wire.readAnswer` or `Wire.readDefence`. */
export const replyOf = ({ status, reply }: Pick<Item, 'status' | 'reply'>): Wire.Reply =>
  status === 'ok' ? { value: reply } : Wire.noReply(status, status)

/** What a round's file is made of. */
export type Published = {
  readonly round: Round.Round
  readonly answers: readonly Item[]
  readonly defences: readonly Item[]
  readonly report: Report.Report
  readonly leaves: readonly Uint8Array[] | null
  readonly quorum: number
} & Partial<
  Pick<
    RoundFile,
    | 'cohort_start'
    | 'requires_signature'
    | 'probed'
    | 'reference'
    | 'evaluations'
    | 'min_margin_bps'
    | 'proofs'
    | 'other_replies'
    | 'observations'
  >
> & { readonly standing?: Tally.Totals }

/** Makes a round's file; what is not given has its usual value. */
export function create(published: Published): RoundFile {
  const { round, answers, defences, report, leaves, quorum, standing = Tally.nothing, ...rest } = published
  const { yes, no, invalid } = standing
  return Schema.read(schema, {
    schema_version: version,
    chain_id: round.chainId,
    market: round.market.toLowerCase(),
    market_id: round.marketId,
    round: round.round,
    question: round.question,
    created_at: round.createdAt,
    deadline: round.deadline,
    cohort_start: 0,
    workers: round.workers.map(({ agentId, signer, factorBps }) => ({
      agent_id: agentId,
      signer: signer.toLowerCase(),
      factor_bps: factorBps,
    })),
    answers,
    defences,
    probed: [],
    requires_signature: true,
    reference: null,
    evaluations: [],
    standing: { yes: String(yes), no: String(no), invalid: String(invalid) },
    quorum,
    min_margin_bps: Tally.defaultMinMarginBps,
    report: {
      outcome: report.outcome,
      round_root: report.roundRoot,
      records_and_docket: recordsAndDocket(report),
    },
    leaves: leaves?.map(Bytes.toHex) ?? null,
    proofs: [],
    other_replies: [],
    observations: [],
    ...rest,
  })
}

/**
 * The items of one phase from a gateway's batches; a worker whom the gateway left out gets an item that says
 * so.
 */
export function fromBatches(round: Round.Round, phase: Batch['phase'], batches: readonly Batch[]): Item[] {
  const found = new Map<number, Item>()
  for (const one of batches) {
    if (one.market_id !== round.marketId || one.round !== round.round || one.phase !== phase)
      throw new OtherRoundError(one)
    for (const entry of one.items) found.set(entry.index, entry)
  }
  return round.workers.flatMap(({ agentId }, i) => {
    const left: Item = { index: i, agent_id: agentId, reply: null, status: 'omitted-unprobed' }
    const entry = found.get(i)
    if (entry?.agent_id === agentId) return [entry]
    return phase === 'answers' ? [left] : []
  })
}

/** A worker's check as the docket has it; null for the zeros of one that made none. */
export function docketCheckAt(docket: Docket.Docket, position: number): Docket.Check | null {
  const check = docket.checks[position]
  if (check === undefined) return null
  return Bytes.equal(Docket.packCheck(check), Docket.packCheck(Docket.noCheck)) ? null : check
}

/** Thrown for a file of version 1, which the first edition published. */
export class FirstEditionError extends BaseError {
  override readonly name = 'RoundFile.FirstEditionError'
  constructor() {
    super("This is a round's file of the first edition (v1).", {
      metaMessages: [
        `This code reads ${version}: its signatures name their agents, and its report names the contract it is for.`,
        'Check the file with cresolver 0.1.',
      ],
    })
  }
}

/** Thrown for a batch of another round or phase. */
export class OtherRoundError extends BaseError {
  override readonly name = 'RoundFile.OtherRoundError'
  constructor({ market_id, round, phase }: Batch) {
    super(`The batch is of market ${market_id}, round ${round}, ${phase}: another one was asked for.`)
  }
}
