import { privateKeyToAccount, sign } from 'viem/accounts'
import { deadline, sampleMarket, sampleQuestion } from '../../local/samples/proof.ts'
import {
  Address,
  type Admission,
  type Bytes,
  Docket,
  Eip712,
  Question,
  Round,
  Wire,
} from '../../protocol/index.ts'

/** Workers with keys, and what they sign: rounds in memory, as real as they get without a network. */
export const keyOf = (i: number): Bytes.Hex => `0x${String(i + 1).padStart(64, '0')}`

export const signerOf = (i: number): Address.Address => Address.of(privateKeyToAccount(keyOf(i)).address)

export const manualQuestion = '§question Will the bill be signed by March?\n§rule\nsource:manual'

export function roundOf(workers: number, changes: Partial<Round.Round> = {}): Round.Round {
  return Question.pose({
    chainId: 31337,
    market: sampleMarket,
    marketId: 7,
    round: 1,
    question: sampleQuestion,
    createdAt: deadline - 86_400,
    deadline,
    workers: Array.from({ length: workers }, (_, i) => ({
      agentId: i,
      signer: signerOf(i),
      factorBps: 2_500,
    })),
    ...changes,
  })
}

export function replyOf(value: string | null, changes: Partial<Wire.ResolveReply> = {}): Wire.ResolveReply {
  const outcome = value === null ? 'INVALID' : Number(value) >= 75_000 ? 'YES' : 'NO'
  return {
    determination: outcome === 'YES',
    confidence: 0.93,
    evidence: `CoinGecko reports bitcoin at $${value ?? 'nothing'} on 2026-02-20 at 23:59:40 UTC, against a target of $75,000.`,
    sources: ['https://api.coingecko.com/api/v3/coins/bitcoin/market_chart/range'],
    outcome,
    rule_check: {
      observed_at: value === null ? 0 : deadline + 40,
      value: value ?? '0',
      tier: 3,
      result: outcome,
    },
    ...changes,
  }
}

type Statement = Partial<Wire.Statement> & { market?: Address.Address; chainId?: number }

/** Signs a reply as worker `i`; `over` lies about what was signed. */
export async function attest(round: Round.Round, i: number, reply: Wire.ResolveReply, over: Statement = {}) {
  const { market = round.market, chainId = round.chainId, ...rest } = over
  const statement: Wire.Statement = {
    marketId: round.marketId,
    agentId: round.workers[i]!.agentId,
    round: round.round,
    phase: 'resolve',
    requestHash: Wire.requestHash(Wire.toResolveRequest(round)),
    responseHash: Wire.responseHash(reply),
    checkHash: Docket.checkHash(Wire.docketCheck(reply)),
    ...rest,
  }
  const hash = Wire.attestationDigest(Eip712.separator(Wire.domain(chainId, market)), statement)
  const signature = await sign({ hash, privateKey: keyOf(i), to: 'hex' })
  return { ...reply, attestation: { signer: signerOf(i), signature, request_hash: statement.requestHash } }
}

export async function attestDefence(
  round: Round.Round,
  i: number,
  request: Wire.ChallengeRequest,
  responses: readonly string[],
  /** What it says of the citations of others. */
  reproductions?: string,
): Promise<Wire.ChallengeReply> {
  const reply = { responses: [...responses], ...(reproductions === undefined ? {} : { reproductions }) }
  const hash = Wire.attestationDigest(Eip712.separator(Wire.domain(round.chainId, round.market)), {
    marketId: round.marketId,
    agentId: round.workers[i]!.agentId,
    round: round.round,
    phase: 'challenge',
    requestHash: Wire.requestHash(request),
    responseHash: Wire.defenceHash(reply),
    checkHash: Docket.checkHash(null),
  })
  const signature = await sign({ hash, privateKey: keyOf(i), to: 'hex' })
  return { ...reply, attestation: { signer: signerOf(i), signature } }
}

/** As a worker would send it. */
export const read = (reply: unknown) => Wire.readAnswer(JSON.stringify(reply))

export const silent: Wire.Read<never> = { reply: null, reason: 'silent', detail: 'no reply' }

/** A whole round in memory: each value is what a worker observed, null for silence. */
export async function admitAll(
  round: Round.Round,
  values: readonly (string | null)[],
): Promise<Admission.Admission[]> {
  const reads = await Promise.all(
    values.map(async (value, i) => (value === null ? silent : read(await attest(round, i, replyOf(value))))),
  )
  return Round.admit(round, reads)
}
