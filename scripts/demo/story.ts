import { privateKeyToAccount } from 'viem/accounts'
import {
  type Bytes,
  Hash,
  type Payout,
  Payout as Payouts,
  Question,
  Round,
  type RoundFile,
} from '../../protocol/index.ts'
import { inspectRound } from '../../workers/pipeline/sentinel.ts'
import { created, deadline, sampleMarket } from '../samples/proof.ts'
import { playRound, type Saying } from '../samples/round.ts'
import { randomFrom } from '../local/random.ts'

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

  const { file, rebuilt } = await playRound(
    round,
    agents.map((agent) => sayingOf(agent, observed, target)),
    { keyOf: (i) => agents[i]!.key },
  )
  const { admissions, entries } = rebuilt
  say(`  ${admissions.filter(({ answer }) => answer !== null).length} of ${agents.length} answers count`)
  const conclusion = Round.conclude(round, entries, { expiresAt: deadline + 600 })
  const { tally, report, weights, bytes } = conclusion
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
    rechecked: await recheck(file),
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

/** What an agent says; the wrong one looked at a sample from the other side of the target, and proves that just as neatly. */
function sayingOf({ character }: Agent, observed: number, target: number): Saying {
  if (character === 'silent' || character === 'malformed') return character
  const value = String(character === 'wrong' ? 2 * target - observed - 1 : observed)
  const outcome = Number(value) >= target ? 'YES' : 'NO'
  return {
    value,
    reply: {
      confidence: 0.98,
      evidence:
        `CoinGecko's first sample at or after the deadline of 2026-02-20 23:59 UTC has bitcoin at $${value}. ` +
        `The rule asks for $${target} or more, so the comparison gives ${outcome}. ` +
        'A correction of that sample by CoinGecko would change the answer; no other source is named.',
    },
    responses: [
      `The sample of $${observed} is the first at or after the deadline, and the rule names no other source.`,
      'A sample nearer to the deadline, or a correction of this one at CoinGecko, would make me give it up.',
      'It rests on a single source; but it is the one that the rule of this market names.',
    ],
  }
}

/** Does the whole round again, with every proof, as a stranger would. */
async function recheck(file: RoundFile.RoundFile) {
  const { result } = await inspectRound(file)
  if (!result.ok) throw new Error(`The round does not hold: ${result.findings[0]!.message}`)
  return { proofs: file.proofs.length, leaves: file.leaves!.length }
}
