import { computeAddress, type SigningKey } from 'ethers'
import {
  Address,
  Bytes,
  Docket,
  Eip712,
  type Hash,
  Instant,
  Merkle,
  Proof,
  Question,
  type Report,
  Round,
  Rule,
  Score,
  Tally,
  Transcript,
  type Vote,
  Wire,
} from '../../protocol/index.ts'
import * as Evidence from '../../workers/sentinel/check/evidence.ts'
import { sampleParts, sampleQuestion, sampleRule } from '../samples/proof.ts'
import { keyOf } from './forwarder.ts'
import { deliver, requested, type System, waitUntil } from './market.ts'

export { expectEmptied, payouts } from './payout.ts'

/** Rounds whose answers, proofs, transcript and report are real, on a real chain: what challenges are made of. */
export const question = sampleQuestion
const chainId = 31337

export const addressOfKey = (key: SigningKey): Bytes.Hex =>
  computeAddress(key.publicKey).toLowerCase() as Bytes.Hex

// As many as hardhat.config.ts gives the chain.
const accounts = new Map(Array.from({ length: 90 }, (_, i) => [addressOfKey(keyOf(i)), keyOf(i)]))

/** The key behind one of the chain's accounts: that of a worker's signer. */
export const keyBehind = (address: string): SigningKey => accounts.get(address.toLowerCase() as Bytes.Hex)!

/** The key with which the source signs its samples. */
export const sourceKey = keyOf(77)

/** What a worker says: the value it saw, or null for no sample. */
export type Said = {
  readonly value: string | null
  readonly observedAt?: number
  readonly tier?: number
  readonly score?: number
  /** A proof of reasoning goes with it; changed, if a function is given. */
  readonly proof?: true | ((parts: Proof.Parts) => Proof.Parts)
}
export type Saying = Said | 'silent'

export const yes: Said = { value: '75120.5' }
export const no: Said = { value: '74000' }
export const invalid: Said = { value: null }

export type Answered = {
  readonly key: SigningKey
  readonly reply: Wire.ResolveReply
  readonly attestation: Evidence.Attestation
  readonly proof: Proof.Proof | null
  readonly check: Docket.Check
}

export type Told = {
  readonly marketId: bigint
  readonly round: Round.Round
  /** One per worker asked; null where it was silent. */
  readonly answers: readonly (Answered | null)[]
  readonly transcript: Transcript.Transcript
  readonly report: Report.Report
  readonly weights: readonly bigint[]
  readonly outcome: Vote.Outcome | null
}

/** The round that is being asked, as the workflow reads it. */
export async function readRound(system: System, marketId: bigint): Promise<Round.Round> {
  const first = await system.market.getRound(marketId, 0, 16)
  const { workers } = await system.market.getRound(marketId, 16, 16)
  const place = { chainId, market: system.address, marketId: Number(marketId) }
  return Round.fromContract(place, first, [...first.workers, ...workers])
}

/** A proof of reasoning about the round's market whose leaves say what the worker answers. */
export function proofOf(round: Round.Round, said: Said & { value: string }): Proof.Proof {
  const { value, observedAt = round.deadline + 40, tier = 3 } = said
  const parts = sampleParts({ marketId: String(round.marketId), round: round.round, value })
  const kind = (['zktls', 'signature', 'log', 'none'] as const)[tier]!
  const items = parts.evidence.items.map((item, i) => ({
    ...item,
    provenance: { ...item.provenance, kind, tier },
    normalized: { observed_at: Instant.format(observedAt + i), value },
  }))
  const own: Proof.Parts = {
    ...parts,
    market: round.market,
    evidence: { ...parts.evidence, items },
    ruleCheck: { ...parts.ruleCheck!, observed_at: observedAt, tier },
  }
  return Proof.buildPorBundle(typeof said.proof === 'function' ? said.proof(own) : own)
}

/** The agent that a key signs for in a round: the first, where agents share a wallet. */
const agentOf = (round: Round.Round, key: SigningKey): number =>
  round.workers.find(({ signer }) => signer === addressOfKey(key))?.agentId ?? 0

/** A worker's reply, signed with its key. */
export function answer(
  round: Round.Round,
  key: SigningKey,
  said: Said,
  agentId = agentOf(round, key),
): Answered {
  const rule = Round.docketRule(round)
  const isAuto = rule !== null
  // A high or low is there when its window ends; a sample is, a little after it started.
  const usual = isAuto && rule.from < round.deadline ? rule.to : round.deadline + 40
  const { value, observedAt = usual, tier = 3 } = said
  const met = value !== null && Rule.evaluate(sampleRule, value).met
  const outcome = value === null ? 'INVALID' : met ? 'YES' : 'NO'
  const proof = said.proof === undefined ? null : proofOf(round, { ...said, value: value ?? '0' })
  const check = { observed_at: value === null ? 0 : observedAt, value: value ?? '0', tier, result: outcome }
  const reply: Wire.ResolveReply = {
    determination: outcome === 'YES',
    confidence: 0.93,
    evidence: `CoinGecko shows ${value ?? 'no sample'} against a target of 75,000.`,
    sources: ['https://api.coingecko.com/api/v3/coins/bitcoin/market_chart/range'],
    outcome,
    ...(isAuto ? { rule_check: check as Proof.RuleCheck } : {}),
    ...(proof === null ? {} : { por: { root: proof.bundle.por_root, uri: 'ipfs://proof' } }),
  }
  const attestation = attest(round, key, reply, { agentId })
  const signed = {
    ...reply,
    attestation: { signer: addressOfKey(key), signature: attestation.signature },
  }
  return { key, reply: signed, attestation, proof, check: Wire.docketCheck(reply) ?? Docket.noCheck }
}

type Over = Partial<Wire.Statement> & { readonly market?: Address.Address; readonly chainId?: number }

/** Signs a reply; `over` changes what is signed. */
export function attest(
  round: Round.Round,
  key: SigningKey,
  reply: Wire.ResolveReply,
  over: Over = {},
): Evidence.Attestation {
  const { market = round.market, chainId: chain = round.chainId, ...rest } = over
  const statement: Wire.Statement = {
    marketId: round.marketId,
    agentId: agentOf(round, key),
    round: round.round,
    phase: 'resolve',
    requestHash: Wire.requestHash(Wire.toResolveRequest(round)),
    responseHash: Wire.responseHash(reply),
    checkHash: Docket.checkHash(Wire.docketCheck(reply)),
    ...rest,
  }
  const digest = Wire.attestationDigest(Eip712.separator(Wire.domain(chain, market)), statement)
  const { phase, requestHash, responseHash, checkHash } = statement
  return { phase, requestHash, responseHash, checkHash, signature: signatureOf(key, digest) }
}

const signatureOf = (key: SigningKey, digest: Hash.Hash): Bytes.Hex =>
  key.sign(digest).serialized as Bytes.Hex

/** What the DON makes of what the workers say: nothing of it is sent. */
export async function hear(system: System, marketId: bigint, sayings: readonly Saying[]): Promise<Told> {
  const round = await readRound(system, marketId)
  const answers = sayings.map((saying, i) => {
    const { signer, agentId } = round.workers[i]!
    return saying === 'silent' ? null : answer(round, keyBehind(signer), saying, agentId)
  })
  const admissions = Round.admit(
    round,
    answers.map((one) =>
      Wire.readAnswer(one === null ? Wire.noReply('silent', 'no reply') : JSON.stringify(one.reply)),
    ),
  )
  const entries = Round.observe(round, admissions, []).map((entry, i) => {
    const saying = sayings[i]!
    const score = saying === 'silent' ? 0 : (saying.score ?? 70)
    return entry.dimensions === null ? entry : { ...entry, dimensions: Score.all(score) }
  })
  const now = await system.market.getMarket(marketId)
  const { isRepeat } = await system.market.getRound(marketId, 0, 0)
  const asked = { isAppealing: now.isAppealing, isRepeat, answeredBefore: Number(now.answeredBefore) }
  const votes = entries.map(({ vote }) => vote)
  const { transcript, report, weights, tally } = Round.conclude(round, entries, {
    expiresAt: (await system.time.latest()) + 600,
    standing: { yes: now.yesWeight, no: now.noWeight, invalid: now.invalidWeight },
    quorum: Tally.quorumOf(asked, votes, system.parameters.minWorkers),
  })
  return { marketId, round, answers, transcript, report, weights, outcome: tally.outcome }
}

/** The same, reported as soon as the workers can have seen it and the market takes it. */
export const tell = async (system: System, marketId: bigint, sayings: readonly Saying[]): Promise<Told> =>
  send(system, await hear(system, marketId, sayings))

async function send(system: System, told: Told): Promise<Told> {
  await waitUntil(system, await dueAt(system, told))
  const report = { ...told.report, expiresAt: (await system.time.latest()) + 600 }
  await deliver(system, report)
  return { ...told, report }
}

/** From when on samples are there and the market takes a report: not yet is not Invalid, and silence has a grace. */
export async function dueAt(system: System, { marketId, round, report, outcome }: Told): Promise<number> {
  const rule = report.docket?.rule
  const readyAt = rule?.readyAt ?? 0
  if (outcome === null) {
    const { requestedAt } = await system.market.getMarket(marketId)
    return Math.max(Number(requestedAt), readyAt) + system.parameters.quorumGrace
  }
  if (outcome === 'INVALID' || (rule !== undefined && Docket.isOfMany(rule, round.deadline))) return readyAt
  return Math.max(0, ...(report.docket?.checks ?? []).map(({ observedAt }) => observedAt))
}

/** A market from its creation to its first report. */
export async function toldMarket(
  system: System,
  sayings: readonly Saying[],
  options: { question?: string; reward?: bigint } = {},
) {
  const asked = await requested(system, sayings.length, { question, ...options })
  return { ...asked, ...(await tell(system, asked.marketId, sayings)) }
}

/** A sample, signed by the source. */
export async function observe(
  system: System,
  sourceId: Hash.Hash,
  sample: { observedAt: number; value: bigint },
  key: SigningKey = sourceKey,
): Promise<Evidence.SignedSample> {
  const separator = Eip712.separator({
    name: 'CREsolver Source',
    version: '1',
    chainId,
    verifyingContract: Address.of(await system.sourceKeys.getAddress()),
  })
  const struct = Eip712.structHash(
    'Observation(bytes32 sourceId,uint40 observedAt,int128 value)',
    Bytes.bytes32(sourceId),
    Eip712.word(sample.observedAt),
    Bytes.int(sample.value, 32),
  )
  return { ...sample, signature: signatureOf(key, Eip712.digest(separator, struct)) }
}

export async function registerSource(system: System, asked: string = question) {
  const sourceId = Rule.sourceId(Question.validate(asked).rule)
  await system.sourceKeys.register(sourceId, addressOfKey(sourceKey))
}

/** A leaf of a transcript, with its branch. */
export function transcriptBranch(transcript: Transcript.Transcript, index: number): Evidence.Branch {
  const leaves = Transcript.leaves(transcript)
  const tree = Merkle.build(leaves)
  return {
    leaf: Bytes.toHex(leaves[index]!),
    index,
    count: tree.count,
    siblings: Merkle.prove(tree, index),
  }
}

export type Change = (transcript: Transcript.Transcript) => Transcript.Transcript

/** The one leaf of a transcript that everybody's docket can be held against. */
export const otherRule: Change = (transcript) => ({
  ...transcript,
  rule: { ...transcript.rule!, target: transcript.rule!.target + 1n },
})

/** Reports the root of another transcript than the docket's: what no honest DON does. */
export async function tellFalsely(
  system: System,
  marketId: bigint,
  sayings: readonly Saying[],
  change: Change,
): Promise<Told> {
  const told = await hear(system, marketId, sayings)
  const transcript = change(told.transcript)
  const report = { ...told.report, roundRoot: Transcript.build(transcript).root }
  return send(system, { ...told, transcript, report })
}

/** A leaf of what was told, as evidence of kind 4. */
export const leafOf = (told: Told, index: number) =>
  Evidence.transcriptProof(told.report, transcriptBranch(told.transcript, index))

export const challenge = (
  system: System,
  marketId: bigint,
  seat: number | bigint,
  { kind, evidence }: { kind: number; evidence: string },
) => system.market.connect(system.challenger).challenge(marketId, seat, kind, evidence)

/** Two different answers, both signed by worker `index` of a round: what strikes it under any rule. */
export function doubleTalk(told: Pick<Told, 'round' | 'answers'>, index: number) {
  const { key, reply, attestation } = told.answers[index]!
  const other = { ...reply, evidence: 'On second thoughts, something else.' }
  const { agentId } = told.round.workers[index]!
  return { one: attestation, other: attest(told.round, key, other, { agentId }) }
}

/** The same as evidence of kind 2. */
export function doubleTalkOf(told: Pick<Told, 'round' | 'answers'>, index: number) {
  const { one, other } = doubleTalk(told, index)
  return Evidence.equivocation(one, other)
}
