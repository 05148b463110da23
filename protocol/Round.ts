import * as Address from './Address.ts'
import * as Admission from './Admission.ts'
import * as Bytes from './Bytes.ts'
import * as Challenge from './Challenge.ts'
import * as Citation from './Citation.ts'
import * as Docket from './Docket.ts'
import * as Eip712 from './Eip712.ts'
import { BaseError } from './Errors.ts'
import * as Hash from './Hash.ts'
import * as Json from './Json.ts'
import type * as Observation from './Observation.ts'
import * as Question from './Question.ts'
import * as Report from './Report.ts'
import * as Reproduction from './Reproduction.ts'
import * as Rubric from './Rubric.ts'
import * as Rule from './Rule.ts'
import * as Score from './Score.ts'
import * as Tally from './Tally.ts'
import * as Transcript from './Transcript.ts'
import * as Vote from './Vote.ts'
import * as Wire from './Wire.ts'

/**
 * One round of a market, decided: what is asked, what each reply is worth, and what the DON reports. The workflow only
 * carries; everything that could be argued about is in here and pure.
 */
export type Round = Wire.Asked & {
  /** When the market was created: the start of the window of high and low metrics. */
  readonly createdAt: number
  /** In seat order: worker i holds seat i of the cohort that is asked. */
  readonly workers: readonly Worker[]
}

/** A worker of a round, as the chain has it. */
export type Worker = {
  readonly agentId: number
  /** Who must have signed: fixed when the agent joined. */
  readonly signer: Address.Address
  /** Reputation factor, frozen when the agent joined; 0 for one that was struck in a voided round and is asked again. */
  readonly factorBps: number
}

/** Of the contract's `Status`: workers are asked. An appeal whose workers are asked has it too. */
export const requested = 2

/** What the contract tells of a round, in the types of any reader of ABIs. */
export type ContractRound = {
  readonly round: number | bigint
  readonly question: string
  readonly createdAt: bigint
  readonly deadline: bigint
}

/**
 * A round out of what the market contract tells of it.
 *
 * @example
 * const place = { chainId: 1, market: '0x5FbDB2315678afecb367f032d93F642f64180aa3', marketId: 7 }
 * const seen = { round: 1, question: 'Did it rain?', createdAt: 1n, deadline: 2n }
 * Round.fromContract(place, seen, []).market // '0x5fbdb2315678afecb367f032d93f642f64180aa3'
 */
export const fromContract = (
  place: { readonly chainId: number; readonly market: string; readonly marketId: number },
  { round, question, createdAt, deadline }: ContractRound,
  workers: readonly {
    readonly agentId: bigint
    readonly signer: string
    readonly factorBps: number | bigint
  }[],
): Round =>
  Question.pose({
    chainId: place.chainId,
    market: Address.of(place.market),
    marketId: place.marketId,
    round: Number(round),
    question,
    createdAt: Number(createdAt),
    deadline: Number(deadline),
    workers: workers.map(({ agentId, signer, factorBps }) => ({
      agentId: Number(agentId),
      signer: Address.of(signer),
      factorBps: Number(factorBps),
    })),
  })

/**
 * The rule as the contract reads it, or null when people or models must decide.
 *
 * @example
 * const question = '§question Is Bitcoin at $75k?\n§rule\nsource:coingecko:bitcoin\nop:gte\ntarget:75000'
 * const rule = Round.docketRule(Question.pose({ question, createdAt: 1771545600, deadline: 1771631940 }))
 * rule.op // 1
 * rule.to - rule.from // 3_900
 */
export function docketRule(round: Pick<Round, 'parsed' | 'createdAt' | 'deadline'>): Docket.Rule | null {
  // Doubt about the rule is doubt about the market: it is then treated as manual, and no number can decide it.
  if (!Question.hasNoError(round.parsed)) return null
  return Rule.docketRule(round.parsed.rule, { created: round.createdAt, deadline: round.deadline })
}

/**
 * The id that all who have a part in a round give it in their logs, 32 hex digits, also where nobody could hand it on: through
 * the chain, after a restart.
 *
 * @example
 * const market = Address.of('0x00000000000000000000000000000000000000aa')
 * Round.traceId({ chainId: 31337, market, marketId: 7, round: 1 }).length // 32
 */
export function traceId(round: Pick<Round, 'chainId' | 'marketId' | 'round'> & { market: string }): string {
  const { chainId, market, marketId } = round
  const name = { chain_id: chainId, market: market.toLowerCase(), market_id: marketId, round: round.round }
  return Hash.ofText(Json.canonical(name)).slice(2, 34)
}

/**
 * The terms on which answers of a round are admitted; signatures are required unless the options say
 * otherwise.
 */
export function termsOf(round: Round, options: { requireSignature?: boolean } = {}): Admission.Terms {
  return {
    separator: Eip712.separator(Wire.domain(round.chainId, round.market)),
    marketId: round.marketId,
    round: round.round,
    requestHash: Wire.requestHash(Wire.toResolveRequest(round)),
    rule: docketRule(round),
    requireSignature: options.requireSignature ?? true,
  }
}

/** Decides which answers count. One decision per worker; a reply that never came gives its reason. */
export function admit(
  round: Round,
  reads: readonly Wire.Read<Wire.ResolveReply>[],
  terms = termsOf(round),
): Admission.Admission[] {
  if (reads.length !== round.workers.length) throw new WorkerMismatchError(round.workers.length, reads.length)
  return round.workers.map((worker, i) => Admission.admit(reads[i]!, worker, terms))
}

/**
 * The challenge each worker gets, or null for one without an answer: a pure function of the answers. With it comes what others
 * cite and the lot gives it to look for. Who was asked only after the challenges were made (`late`) neither gets one nor
 * appears in those of others.
 */
export function challenges(
  round: Round,
  admissions: readonly Admission.Admission[],
  { late = [] }: { late?: readonly number[] } = {},
): Requests {
  const answers = inTime(admissions, late)
  return requestsFor(round, answers, Reproduction.draw(answers.map(citedIn)))
}

/** What each worker is challenged with; null for one without an answer in time. */
type Requests = (Wire.Complete<Wire.ChallengeRequest> | null)[]

function requestsFor(
  round: Round,
  answers: readonly (Admission.Answer | null)[],
  lot: Reproduction.Lot,
): Requests {
  const request = Wire.toResolveRequest(round)
  const positions = answers.map((answer) =>
    answer === null
      ? null
      : {
          outcome: Wire.outcomeOf(answer.reply),
          confidenceBps: Wire.confidenceBps(answer.reply),
          responseHash: answer.responseHash,
        },
  )
  return answers.map((answer, i) =>
    answer === null
      ? null
      : Wire.toChallengeRequest(
          request,
          Challenge.challengesFor(positions, i),
          answer.reply,
          Reproduction.listFor(lot, i),
        ),
  )
}

/** The answers that were there when the challenges were made. */
const inTime = (
  admissions: readonly Admission.Admission[],
  late: readonly number[],
): (Admission.Answer | null)[] => admissions.map(({ answer }, i) => (late.includes(i) ? null : answer))

const citedIn = (answer: Admission.Answer | null): Reproduction.Cited | null =>
  answer === null
    ? null
    : {
        citations: answer.reply.citations ?? [],
        signature: answer.signature,
        responseHash: answer.responseHash,
      }

/** What an evaluator is shown of one answer. */
export type Exhibit = Parameters<typeof Rubric.evaluate>[0]

/** An answer with its cross-examination, as an evaluator is shown it; null where no vote counts. */
export function exhibits(
  round: Round,
  admissions: readonly Admission.Admission[],
  defences: readonly (Wire.Read<Wire.ChallengeReply> | null)[],
  options: { terms?: Admission.Terms; late?: readonly number[] } = {},
): (Exhibit | null)[] {
  return examine(round, admissions, defences, options).map(({ exhibit }) => exhibit)
}

/** How a round is observed: the terms, the workers who were asked late, and the evaluator. */
export type ObserveOptions = {
  readonly terms?: Admission.Terms
  /** Workers who were asked only after the challenges were made. */
  readonly late?: readonly number[]
  readonly evaluate?: (exhibit: Exhibit) => Score.Dimensions
}

/** Reduces replies to what the nodes agree on. Only an answer whose vote counts is scored. */
export function observe(
  round: Round,
  admissions: readonly Admission.Admission[],
  defences: readonly (Wire.Read<Wire.ChallengeReply> | null)[],
  options: ObserveOptions = {},
): Observation.Entry[] {
  return scored(admissions, examine(round, admissions, defences, options), options)
}

/** What was examined, reduced to what the nodes agree on. */
export function scored(
  admissions: readonly Admission.Admission[],
  examined: readonly Examined[],
  { evaluate = (exhibit) => Rubric.evaluate(exhibit).dimensions }: Pick<ObserveOptions, 'evaluate'> = {},
): Observation.Entry[] {
  return admissions.map(({ answer, vote }, i): Observation.Entry => {
    if (answer === null) return unanswered(vote)
    const { exhibit, defence, testimony } = examined[i]!
    return {
      vote,
      answer: summaryOf(answer),
      defence,
      testimony,
      dimensions: exhibit === null ? null : evaluate(exhibit),
      evaluator: exhibit === null ? 'none' : 'rubric',
    }
  })
}

/** The same for one worker who was asked only after the challenges were made. */
export function observeLate(round: Round, place: number, admission: Admission.Admission): Observation.Entry {
  const alone = { ...round, workers: [round.workers[place]!] }
  return observe(alone, [admission], [null], { late: [0] })[0]!
}

/** The entry of a worker without an answer that could be read and was its own. */
export const unanswered = (vote: Vote.Vote): Observation.Entry => ({
  vote,
  answer: null,
  defence: null,
  dimensions: null,
  evaluator: 'none',
  testimony: Reproduction.none,
})

/** A worker's answer after its cross-examination. */
export type Examined = {
  /** What it was challenged with; null for one without an answer in time. */
  readonly request: Requests[number]
  /** What an evaluator is shown; null where no vote counts. */
  readonly exhibit: Exhibit | null
  readonly defence: Observation.Defence | null
  readonly testimony: Reproduction.Testimony
}

/** Holds defences against the challenges, judges citations, and makes of each worker what there is to score. */
export function examine(
  round: Round,
  admissions: readonly Admission.Admission[],
  defences: readonly (Wire.Read<Wire.ChallengeReply> | null)[],
  { terms = termsOf(round), late = [] }: Pick<ObserveOptions, 'terms' | 'late'> = {},
): Examined[] {
  const answers = inTime(admissions, late)
  const lot = Reproduction.draw(answers.map(citedIn))
  const asked = requestsFor(round, answers, lot)
  const defended = asked.map((request, i) => {
    const read = defences[i] ?? null
    return request === null || read === null
      ? null
      : Admission.defend(read, round.workers[i]!, request, terms)
  })
  const said = defended.map((defence) => defence?.reproductions ?? null)
  const judged = Reproduction.judge(answers.map(citedIn), lot, said)
  return admissions.map(({ answer, vote }, i) => {
    const request = asked[i] ?? null
    const defence = defended[i] ?? null
    if (answer === null) return { request, exhibit: null, defence: null, testimony: Reproduction.none }
    const testimony = answers[i] === null ? Reproduction.open(answer.reply.citations ?? []) : judged[i]!
    // Nobody could look for what only a probe brought, nor for what a lone worker cites.
    const isExempt = late.includes(i) || round.workers.length === 1
    const parts = { answer, challenges: request?.challenges ?? [], defence, testimony, isExempt }
    return {
      request,
      exhibit: vote.outcome === null ? null : exhibitOf(round, parts, terms),
      defence: request === null ? null : defenceOf(defence, request),
      testimony,
    }
  })
}

type Parts = {
  readonly answer: Admission.Answer
  readonly challenges: readonly string[]
  readonly defence: Admission.Defence | null
  readonly testimony: Reproduction.Testimony
  readonly isExempt: boolean
}

function exhibitOf(
  round: Round,
  { answer, challenges, defence, testimony, isExempt }: Parts,
  { rule }: Admission.Terms,
): Exhibit {
  const { determination, outcome, evidence, sources, citations = [] } = answer.reply
  return {
    question: round.question,
    reply: {
      determination,
      ...(outcome === undefined ? {} : { outcome }),
      confidence_bps: Wire.confidenceBps(answer.reply),
      evidence,
      sources,
    },
    challenges,
    responses: (defence?.responses ?? []).map((response) => response ?? ''),
    best_tier: bestTier(answer.reply, rule),
    deadline: round.deadline,
    citations: citations.map(({ url, quote }, i) => ({
      url,
      quote,
      verdict: testimony.citations[i]!,
      reach: Citation.reach(url, round.question),
    })),
    agreed: testimony.agreed,
    decided: testimony.decided,
    is_manual: rule === null,
    is_exempt: isExempt,
  }
}

/**
 * The tier that a reply claims. It counts on auto rules alone, where whoever opens the proof of its check can strike a false one; on
 * the others nobody can, so nothing is verified. A proof without a check is read as plain HTTP.
 */
function bestTier({ por, rule_check }: Wire.ResolveReply, rule: Docket.Rule | null): Score.Tier {
  if (rule === null || por === undefined) return null
  return rule_check === undefined ? 3 : (rule_check.tier as Score.Tier)
}

function summaryOf(answer: Admission.Answer): Observation.Answer {
  const { reply, check } = answer
  return {
    outcome: Wire.outcomeOf(reply),
    confidenceBps: Wire.confidenceBps(reply),
    check,
    porRoot: reply.por?.root ?? Bytes.zero32,
    responseHash: answer.responseHash,
    signature: answer.signature as Bytes.Hex | null,
  }
}

function defenceOf(defence: Admission.Defence | null, request: Wire.ChallengeRequest): Observation.Defence {
  if (defence !== null) {
    const { asked, answered, requestHash, responseHash, signature } = defence
    return { asked, answered, requestHash, responseHash, signature: signature as Bytes.Hex | null }
  }
  const asked = request.challenges.length
  return {
    asked,
    answered: 0,
    requestHash: Wire.requestHash(request),
    responseHash: Bytes.zero32,
    signature: null,
  }
}

/**
 * Takes back votes that the source's own sample is against: a veto, never a vote. A Yes or No that differs is contradicted. A
 * doubt is refuted: the source may have been silent when the worker looked, so that costs it no more than absence.
 *
 * @example
 * const entry = Round.unanswered(Vote.cast('NO'))
 * Round.veto([entry], 'YES')[0].vote.reason // 'contradicted'
 * Round.veto([Round.unanswered(Vote.cast('INVALID'))], 'YES')[0].vote.reason // 'doubt-refuted'
 * Round.veto([entry], null) // [entry]
 */
export function veto(
  entries: readonly Observation.Entry[],
  reference: Vote.Outcome | null,
): Observation.Entry[] {
  // A source without a sample is silence, and says nothing against a doubt.
  if (reference === null || reference === 'INVALID') return [...entries]
  return entries.map((entry) => {
    const { outcome } = entry.vote
    if (outcome === null || outcome === reference) return entry
    const vote = Vote.none(outcome === 'INVALID' ? 'doubt-refuted' : 'contradicted')
    return { ...entry, vote, dimensions: null, evaluator: 'none' as const }
  })
}

/** Everything that a round ends with: tally, transcript, report and weights. */
export type Conclusion = {
  readonly tally: Tally.Tally
  readonly transcript: Transcript.Transcript
  readonly report: Report.Report
  readonly bytes: Uint8Array
  readonly weights: readonly bigint[]
}

/**
 * Votes and scores to the report that goes on-chain. `expiresAt` comes from the block that was read.
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
 * const body = '{"determination":true,"confidence":0.9,"evidence":"It rained at noon.","sources":[]}'
 * const terms = Round.termsOf(round, { requireSignature: false })
 * const admissions = Round.admit(round, [Wire.readAnswer(body)], terms)
 * Round.challenges(round, admissions)[0].challenges.length // 3
 * const defence = Wire.readDefence('{"responses":["The station reports it.","A dry gauge.","There is one station."]}')
 * const entries = Round.observe(round, admissions, [defence], { terms })
 * const { report, tally, bytes } = Round.conclude(round, entries, { expiresAt: 1771635540 })
 * report.outcome // 'YES'
 * tally.voted // 1
 * Report.decode(bytes) // report
 */
export function conclude(
  round: Round,
  entries: readonly Observation.Entry[],
  options: Tally.Options & { expiresAt: number },
): Conclusion {
  if (entries.length !== round.workers.length)
    throw new WorkerMismatchError(round.workers.length, entries.length)
  const rule = docketRule(round)
  const scores = entries.map(({ dimensions }) => Transcript.scoresOf(dimensions))
  const weights = round.workers.map((worker, i) => weightOf(worker, entries[i]!.vote, scores[i]!))
  const tally = Tally.count(
    entries.map(({ vote }, i) => ({ vote, weight: weights[i]! })),
    options,
  )
  const transcript: Transcript.Transcript = {
    marketId: BigInt(round.marketId),
    round: round.round,
    question: round.question,
    rule,
    requestHash: Wire.requestHash(Wire.toResolveRequest(round)),
    workers: entries.map((entry, i) => ({ ...entry, agentId: round.workers[i]!.agentId })),
    tally,
  }
  const tree = Transcript.build(transcript)
  const report: Report.Report = {
    chainId: round.chainId,
    market: round.market,
    marketId: transcript.marketId,
    round: round.round,
    expiresAt: options.expiresAt,
    roundRoot: tree.root,
    leafCount: tree.count,
    outcome: tally.outcome,
    records: entries.map(({ vote }, i) => ({
      vote,
      resQuality: scores[i]!.res_quality,
      srcQuality: scores[i]!.src_quality,
      analysisDepth: scores[i]!.analysis_depth,
    })),
    docket:
      rule === null
        ? null
        : { rule, checks: entries.map((entry) => Transcript.checkOf(entry) ?? Docket.noCheck) },
  }
  return { tally, transcript, report, bytes: Report.encode(report), weights }
}

/** Who was struck and is asked again weighs nothing, though its vote counts for the quorum. */
const weightOf = ({ factorBps }: Worker, { outcome }: Vote.Vote, scores: Score.Scores): bigint =>
  outcome === null || factorBps === 0 ? 0n : BigInt(Score.weight(scores, outcome))

/** Thrown when there is not one reply or entry per worker. */
export class WorkerMismatchError extends BaseError {
  override readonly name = 'Round.WorkerMismatchError'
  constructor(workers: number, given: number) {
    super(`The round has ${workers} workers, but ${given} were given.`)
  }
}
