import { privateKeyToAccount, sign } from 'viem/accounts'
import {
  Address,
  Bytes,
  type Citation,
  Docket,
  Eip712,
  Instant,
  type Json,
  Proof,
  Question,
  type Report,
  Round,
  RoundFile,
  Rule,
  type Tally,
  Transcript,
  Wire,
} from '../../protocol/index.ts'
import { created, deadline, sampleMarket, sampleParts, sampleQuestion } from './proof.ts'

/** Rounds with real keys, proofs, defences, scores and report: for the demo, the benches and the tests. */

/** What a worker does: the value it saw (null: no sample), or no answer at all. */
export type Saying =
  | 'silent'
  | 'malformed'
  | {
      readonly value: string | null
      readonly observedAt?: number
      readonly tier?: number
      /** Changes the proof that goes with the answer; false: none goes with it. */
      readonly proof?: false | ((parts: Proof.Parts) => Proof.Parts)
      /** Changes the reply before it is signed. */
      readonly reply?: Partial<Wire.ResolveReply>
      /** How it answers its challenges; null: not at all. */
      readonly responses?: readonly string[] | null
      /** What it says of each citation of others that it is asked for. */
      readonly reproductions?: (asked: readonly Citation.Citation[]) => string
    }

export type Options = Tally.Options & {
  /** The key of the worker at a place. */
  readonly keyOf?: (index: number) => Bytes.Hex
  readonly expiresAt?: number
  /** The seat number of the first worker: 32 times its cohort. */
  readonly cohortStart?: number
  /** A DON that lies: reports the root of another transcript than the replies give. */
  readonly transcript?: (transcript: Transcript.Transcript) => Transcript.Transcript
  /** A DON that lies: reports something else. */
  readonly report?: (report: Report.Report) => Report.Report
  readonly reference?: RoundFile.RoundFile['reference']
}

export type SampleRound = {
  readonly file: RoundFile.RoundFile
  readonly report: Report.Report
  /** One per worker; null where none was made. */
  readonly proofs: readonly (Proof.Proof | null)[]
  readonly rebuilt: RoundFile.Rebuilt
}

export const sampleKey = (index: number): Bytes.Hex => `0x${String(index + 1).padStart(64, '0')}`

const addressOf = (key: Bytes.Hex): Address.Address => Address.of(privateKeyToAccount(key).address)

/** A round in memory whose workers have keys. */
export const sampleRoundOf = (workers: number, changes: Partial<Round.Round> = {}): Round.Round =>
  Question.pose({
    chainId: 31_337,
    market: sampleMarket,
    marketId: 1,
    round: 1,
    question: sampleQuestion,
    createdAt: created,
    deadline,
    workers: Array.from({ length: workers }, (_, i) => ({
      agentId: i,
      signer: addressOf(sampleKey(i)),
      factorBps: 2_500,
    })),
    ...changes,
  })

/**
 * Plays a round and publishes it.
 *
 * @example
 * const { file } = await playRound(sampleRoundOf(3), [{ value: '75120.5' }, { value: '75120.5' }, 'silent'])
 */
export async function playRound(
  round: Round.Round,
  sayings: readonly Saying[],
  options: Options = {},
): Promise<SampleRound> {
  const { keyOf = sampleKey, cohortStart = 0, reference = null } = options
  const proofs = sayings.map((saying) => proofOf(round, saying))
  const answers = await Promise.all(
    sayings.map(async (saying, i): Promise<RoundFile.Item> => {
      const place = { index: i, agent_id: round.workers[i]!.agentId }
      if (saying === 'silent') return { ...place, reply: null, status: 'silent' }
      if (saying === 'malformed') return { ...place, reply: { determination: 'yes' }, status: 'ok' }
      const reply = replyOf(round, saying, proofs[i]!)
      return { ...place, reply: json(await signAnswer(round, keyOf(i), reply, place.agent_id)), status: 'ok' }
    }),
  )
  const reads = answers.map((one) => Wire.readAnswer(RoundFile.replyOf(one)))
  const requests = Round.challenges(round, Round.admit(round, reads))
  const defences: RoundFile.Item[] = []
  for (const [i, request] of requests.entries()) {
    const saying = sayings[i]!
    if (request === null || typeof saying === 'string' || saying.responses === null) continue
    const { agentId } = round.workers[i]!
    const responses = saying.responses ?? sampleResponses
    const found = saying.reproductions?.(request.reproduce ?? [])
    const reply = await signDefence(round, keyOf(i), request, responses, agentId, found)
    defences.push({ index: i, agent_id: agentId, reply: json(reply), status: 'ok' })
  }
  const quorum = options.quorum ?? Math.ceil((2 * sayings.length) / 3)
  const { standing, minMarginBps } = options
  const told = {
    round,
    answers,
    defences,
    quorum,
    cohort_start: cohortStart,
    reference,
    leaves: null,
    proofs: proofs.flatMap((proof, index) => (proof === null ? [] : [{ index, proof }])),
    ...(standing === undefined ? {} : { standing }),
    ...(minMarginBps === undefined ? {} : { min_margin_bps: minMarginBps }),
  }
  // What the replies give is rebuilt from the file itself, so a draft with any report will do.
  const draft = RoundFile.create({ ...told, report: emptyReport(round) })
  const rebuilt = RoundFile.rebuild(draft)
  const transcript = options.transcript?.(rebuilt.transcript) ?? rebuilt.transcript
  const honest = {
    ...rebuilt.report,
    expiresAt: options.expiresAt ?? round.deadline + 600,
    roundRoot: Transcript.build(transcript).root,
  }
  const report = options.report?.(honest) ?? honest
  const file = RoundFile.create({ ...told, report, leaves: Transcript.leaves(transcript) })
  return { file, report, proofs, rebuilt }
}

/** As it travels: fields that are not there are not there. */
const json = (value: object): Json.Json => JSON.parse(JSON.stringify(value))

const emptyReport = ({ chainId, market, marketId, round }: Round.Round): Report.Report => ({
  chainId,
  market,
  marketId: BigInt(marketId),
  round,
  expiresAt: 0,
  roundRoot: Bytes.zero32,
  leafCount: 0,
  outcome: null,
  records: [],
  docket: null,
})

export const sampleResponses = [
  'The sample is the first at or after the deadline, and the rule names no other source.',
  'A sample nearer to the deadline, or a correction of this one at CoinGecko, would make me give it up.',
  'It rests on a single source; but it is the one that the rule of this market names.',
]

/** The proof that goes with what a worker says. */
function proofOf(round: Round.Round, saying: Saying): Proof.Proof | null {
  if (typeof saying === 'string' || saying.value === null || saying.proof === false) return null
  if (Round.docketRule(round) === null) return null
  const { value, observedAt = round.deadline + 40, tier = 3 } = saying
  const { question } = round
  const parts = sampleParts({ marketId: String(round.marketId), round: round.round, value, question })
  const kind = (['zktls', 'signature', 'log', 'none'] as const)[tier]!
  const items = parts.evidence.items.map((item, i) => ({
    ...item,
    provenance: { ...item.provenance, kind, tier },
    normalized: { observed_at: Instant.format(observedAt + i), value },
  }))
  const { market } = parts.promptSpec
  const window = { start: Instant.format(round.deadline), end: Instant.format(windowEnd(round)) }
  const own: Proof.Parts = {
    ...parts,
    chain_id: round.chainId,
    market: round.market,
    promptSpec: {
      ...parts.promptSpec,
      market: {
        ...market,
        resolution_deadline: Instant.format(round.deadline),
        resolution_window: window,
      },
    },
    evidence: { ...parts.evidence, items },
    verdict: { ...parts.verdict, resolution_time: Instant.format(round.deadline) },
    ruleCheck: { ...parts.ruleCheck!, observed_at: observedAt, tier },
  }
  return Proof.buildPorBundle(saying.proof?.(own) ?? own)
}

const windowEnd = ({ parsed, deadline }: Round.Round): number => deadline + Rule.tolerance(parsed.rule)

function replyOf(
  round: Round.Round,
  saying: Exclude<Saying, string>,
  proof: Proof.Proof | null,
): Wire.ResolveReply {
  const { value, observedAt = round.deadline + 40, tier = 3 } = saying
  const rule = Round.docketRule(round) === null ? null : round.parsed.rule
  const isMet = value !== null && (rule === null ? value === 'YES' : Rule.evaluate(rule, value).met)
  const outcome = value === null ? 'INVALID' : isMet ? 'YES' : 'NO'
  const check = { observed_at: value === null ? 0 : observedAt, value: value ?? '0', tier, result: outcome }
  return {
    determination: outcome === 'YES',
    confidence: 0.93,
    evidence:
      `CoinGecko's first sample at or after the deadline has bitcoin at $${value ?? 'nothing'}. ` +
      `The rule's comparison gives ${outcome}. A correction of that sample would change the answer.`,
    sources: ['https://api.coingecko.com/api/v3/coins/bitcoin/market_chart/range'],
    outcome,
    ...(rule === null ? {} : { rule_check: check as Proof.RuleCheck }),
    ...(proof === null
      ? {}
      : { por: { root: proof.bundle.por_root, uri: `https://worker.example/por/${proof.bundle.por_root}` } }),
    ...saying.reply,
  }
}

/** A reply with its worker's signature over it: as the agent of the round that has this key, unless another is named. */
export async function signAnswer(
  round: Round.Round,
  key: Bytes.Hex,
  reply: Wire.ResolveReply,
  agentId = agentOf(round, key),
): Promise<Wire.ResolveReply> {
  const { attestation: _, ...unsigned } = reply
  const hashes = {
    phase: 'resolve' as const,
    requestHash: Wire.requestHash(Wire.toResolveRequest(round)),
    responseHash: Wire.responseHash(unsigned),
    checkHash: Docket.checkHash(Wire.docketCheck(unsigned)),
  }
  return { ...unsigned, attestation: await attest(round, { agentId, key }, hashes) }
}

/** Responses with their worker's signature over them. */
export async function signDefence(
  round: Round.Round,
  key: Bytes.Hex,
  request: Wire.ChallengeRequest,
  responses: readonly string[],
  agentId = agentOf(round, key),
  reproductions?: string,
): Promise<Wire.ChallengeReply> {
  const reply = { responses: [...responses], ...(reproductions === undefined ? {} : { reproductions }) }
  const hashes = {
    phase: 'challenge' as const,
    requestHash: Wire.requestHash(request),
    responseHash: Wire.defenceHash(reply),
    checkHash: Docket.checkHash(null),
  }
  return { ...reply, attestation: await attest(round, { agentId, key }, hashes) }
}

/** Agents may share a wallet: then it is the first of them. A stranger to the round signs as agent 0. */
const agentOf = ({ workers }: Round.Round, key: Bytes.Hex): number =>
  workers.find(({ signer }) => signer === addressOf(key))?.agentId ?? 0

async function attest(
  { chainId, market, marketId, round }: Round.Round,
  { agentId, key }: { readonly agentId: number; readonly key: Bytes.Hex },
  hashes: Omit<Wire.Statement, 'marketId' | 'agentId' | 'round'>,
): Promise<Wire.Attestation> {
  const separator = Eip712.separator(Wire.domain(chainId, market))
  const hash = Wire.attestationDigest(separator, { marketId, agentId, round, ...hashes })
  const signature = await sign({ hash, privateKey: key, to: 'hex' })
  return { signer: addressOf(key), signature, request_hash: hashes.requestHash }
}
