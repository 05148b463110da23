import { privateKeyToAccount, sign } from 'viem/accounts'
import {
  type Bytes,
  Docket,
  Eip712,
  Hash,
  type Payout,
  Payout as Payouts,
  Proof,
  Question,
  Round,
  Transcript,
  Verification,
  Wire,
} from '../../protocol/index.ts'
import { created, deadline, sampleMarket, sampleParts } from '../samples/proof.ts'
import { randomFrom } from './random.ts'

/** One market's life as far as it needs no chain: asked, answered, cross-examined, scored, tallied, re-checked. */
export type Told = {
  readonly id: number
  readonly question: string
  readonly conclusion: Round.Conclusion
  readonly workers: readonly {
    readonly name: string
    readonly vote: string
    readonly scores: string
    readonly weight: bigint
  }[]
  readonly payout: Payout.Payout
  /** Proofs and transcript leaves that were verified again after the fact. */
  readonly rechecked: { readonly proofs: number; readonly leaves: number }
}

export type Character = 'careful' | 'wrong' | 'silent' | 'malformed'

const characters: readonly Character[] = [
  'careful',
  'careful',
  'careful',
  'wrong',
  'silent',
  'malformed',
  'careful',
]

type Agent = { readonly name: string; readonly key: Bytes.Hex; readonly character: Character }

/** Tells the story of one market; `say` hears each step as it happens. */
export async function tell(id: number, seed: number, say: (line: string) => void): Promise<Told> {
  const random = randomFrom(seed * 1_000 + id)
  const target = 60_000 + random(30_000)
  const observed = target + random(4_000) - 2_000
  const question = Question.format(
    Question.validate(
      [
        `§question Will BTC be at $${target.toLocaleString('en-US')} or more on Feb 20, 2026 at 23:59 UTC?`,
        '§rule',
        'source:coingecko:bitcoin',
        'op:gte',
        `target:${target}`,
        `§§source creator:demo origin:seed:${seed}`,
        '§category crypto',
      ].join('\n'),
    ),
  )
  const agents = characters.map((character, i) => ({
    name: `worker ${i + 1}`,
    // Made from the seed, so that the same seed gives the same roots.
    key: Hash.ofText(`demo ${seed} ${id} ${i}`),
    character,
  }))
  const round = roundOf(id, question, agents)
  say(`market ${id}: ${Question.validate(question).question}`)

  const proofs: Proof.Proof[] = []
  const replies = await Promise.all(agents.map((agent) => answer(agent, round, observed, target, proofs)))
  const admissions = Round.admit(round, replies.map(read))
  say(`  ${admissions.filter(({ answer }) => answer !== null).length} of ${agents.length} answers count`)

  const requests = Round.challenges(round, admissions)
  const defences = await Promise.all(
    requests.map((request, i) => defend(agents[i]!, round, request, observed)),
  )
  const entries = Round.observe(round, admissions, defences)
  const conclusion = Round.conclude(round, entries, { expiresAt: deadline + 600 })
  const { tally, report, transcript, weights, bytes } = conclusion
  say(
    `  outcome ${tally.outcome ?? 'none (no quorum)'}, lead ${tally.marginBps / 100} %, report of ${bytes.length} bytes`,
  )

  const stakes = entries.map(({ vote }, i) => ({ vote, weight: weights[i]!, stake: 10n ** 15n }))
  return {
    id,
    question,
    conclusion,
    workers: agents.map(({ name }, i) => {
      const { vote, resQuality, srcQuality, analysisDepth } = report.records[i]!
      return {
        name,
        vote: vote.outcome ?? vote.reason,
        scores: `${resQuality}/${srcQuality}/${analysisDepth}`,
        weight: weights[i]!,
      }
    }),
    payout: Payouts.preview(tally.outcome ?? 'INVALID-by-default', 2n * 10n ** 15n, stakes),
    rechecked: recheck(proofs, transcript, report.roundRoot),
  }
}

function roundOf(id: number, question: string, agents: readonly Agent[]): Round.Round {
  const workers = agents.map(({ key }, i) => ({
    agentId: i,
    signer: privateKeyToAccount(key).address.toLowerCase() as Bytes.Hex,
    factorBps: 2_500,
  }))
  return {
    chainId: 31_337,
    market: sampleMarket,
    marketId: id,
    round: 1,
    question,
    createdAt: created,
    deadline,
    workers,
  }
}

/** What an agent sends back: JSON text, something that is not, or nothing. */
async function answer(
  agent: Agent,
  round: Round.Round,
  observed: number,
  target: number,
  proofs: Proof.Proof[],
) {
  if (agent.character === 'silent') return null
  if (agent.character === 'malformed') return '{"determination": "yes"'
  // The wrong one looked at a sample from the other side of the target, and proves that just as neatly.
  const value = String(agent.character === 'wrong' ? 2 * target - observed - 1 : observed)
  const proof = Proof.buildPorBundle(
    sampleParts({ question: round.question, value, marketId: String(round.marketId), round: round.round }),
  )
  proofs.push(proof)
  const { rule_check, verdict, por_root } = proof.bundle
  const reply: Wire.ResolveReply = {
    determination: verdict.outcome === 'YES',
    confidence: verdict.confidence_bps / 10_000,
    evidence:
      `CoinGecko's first sample at or after the deadline of 2026-02-20 23:59 UTC has bitcoin at $${value}. ` +
      `The rule asks for $${target} or more, so the comparison gives ${verdict.outcome}. ` +
      'A correction of that sample by CoinGecko would change the answer; no other source is named.',
    sources: ['https://api.coingecko.com/api/v3/coins/bitcoin/market_chart/range'],
    outcome: verdict.outcome,
    rule_check: rule_check!,
    por: { root: por_root, uri: `https://worker.example/por/${por_root}` },
  }
  const requestHash = Wire.requestHash(Wire.toResolveRequest(round))
  const checkHash = Docket.checkHash(Wire.docketCheck(reply))
  const attestation = await attest(agent, round, 'resolve', requestHash, Wire.responseHash(reply), checkHash)
  return JSON.stringify({ ...reply, attestation })
}

function read(body: string | null): Wire.Read<Wire.ResolveReply> {
  return body === null ? { reply: null, reason: 'silent', detail: 'no reply in time' } : Wire.readAnswer(body)
}

async function defend(
  agent: Agent,
  round: Round.Round,
  request: Wire.ChallengeRequest | null,
  observed: number,
) {
  if (request === null) return null
  const reply = {
    responses: [
      `The sample of $${observed} is the first at or after the deadline, and the rule names no other source.`,
      'A sample nearer to the deadline, or a correction of this one at CoinGecko, would make me give it up.',
      'It rests on a single source; but it is the one that the rule of this market names.',
    ],
  }
  const hashes = [Wire.requestHash(request), Wire.defenceHash(reply), Docket.checkHash(null)] as const
  const attestation = await attest(agent, round, 'challenge', ...hashes)
  return Wire.readDefence(JSON.stringify({ ...reply, attestation }))
}

async function attest(
  { key }: Agent,
  round: Round.Round,
  phase: Wire.Phase,
  requestHash: Bytes.Hex,
  responseHash: Bytes.Hex,
  checkHash: Bytes.Hex,
): Promise<Wire.Attestation> {
  const { marketId, round: number } = round
  const statement = { marketId, round: number, phase, requestHash, responseHash, checkHash }
  const hash = Wire.attestationDigest(Eip712.separator(Wire.domain(round.chainId, round.market)), statement)
  return {
    signer: privateKeyToAccount(key).address,
    signature: await sign({ hash, privateKey: key, to: 'hex' }),
  }
}

/** Verifies every proof and proves every leaf of the transcript, as a stranger would. */
function recheck(proofs: readonly Proof.Proof[], transcript: Transcript.Transcript, root: Bytes.Hex) {
  const failed = proofs.find((proof) => !Verification.verifyPorBundle(proof).ok)
  if (failed !== undefined) throw new Error(`The proof ${failed.bundle.por_root} does not hold.`)
  return { proofs: proofs.length, leaves: Transcript.recheck(transcript, root) }
}
