import { Address, Admission, Payout, Round, type Vote, Wire } from '../../protocol/index.ts'
import { type Probe, replyOf, type Subject } from './Probe.ts'

/** What a worker's answers would come to in a round: decided by the protocol itself, paid as contracts usually are deployed. */
export type Prospect = {
  /** What decides the question. */
  readonly by: 'words' | 'a number'
  /** Who carries the answer to the DON. */
  readonly heard: 'through a gateway' | 'asked directly'
  readonly vote: Vote.Vote
  /** What it loses of its stake, in basis points, where the market ends Yes or No, and not as it said. */
  readonly lossBps: number
}

export async function prospectsOf(probe: Probe): Promise<Prospect[]> {
  const subjects = [
    ['words', probe.manual],
    ['a number', probe.auto],
  ] as const
  const votes = await Promise.all(
    subjects.map(async ([by, subject]) => {
      const through = await voteOf(probe, subject, true)
      const direct = await voteOf(probe, subject, false)
      return [
        { by, heard: 'through a gateway' as const, vote: through, lossBps: lossOf(through) },
        { by, heard: 'asked directly' as const, vote: direct, lossBps: lossOf(direct) },
      ]
    }),
  )
  return votes.flat()
}

async function voteOf(probe: Probe, subject: Subject, requireSignature: boolean): Promise<Vote.Vote> {
  const read = Wire.readAnswer(replyOf(await probe.resolve(subject.request)))
  const signer = probe.options.signer ?? read.reply?.attestation?.signer ?? Address.zero
  const worker = { agentId: (await probe.agentId()) ?? 0, signer: Address.of(signer) }
  const terms = { ...Round.termsOf({ ...subject.asked, createdAt: 0, workers: [] }, { requireSignature }) }
  return Admission.admit(read, worker, { ...terms, rule: subject.rule }).vote
}

/** Of a stake of 10,000: what is gone where the market ends with the other of Yes and No. */
function lossOf(vote: Vote.Vote): number {
  const stake = 10_000n
  const seat = { vote, answeredBefore: false, share: 1n, stake, cohort: 0 }
  const ending = vote.outcome === 'YES' ? 'NO' : 'YES'
  const ended = { ending, pool: 0n, appeals: [], decidedIn: 0, turnedBy: null, rulingCost: 0n } as const
  const { workers } = Payout.preview({ ...ended, workers: [seat] })
  return Number(stake - workers[0]!)
}

/** The prospects in one line. */
export function formatProspects(prospects: readonly Prospect[]): string {
  const clauses = prospects.map(({ by, heard, vote, lossBps }) => {
    const loss = `−${lossBps / 100} %`
    const what =
      vote.outcome === null
        ? `not counted (${vote.reason}), ${loss}`
        : vote.outcome === 'INVALID'
          ? `counts as doubt, ${loss} unless it ends Invalid`
          : `counts, ${loss} if wrong, a share of the reward if right`
    return [`${by} ${heard}`, what] as const
  })
  const whats = [...new Set(clauses.map(([, what]) => what))]
  const told = whats.map((what) => {
    const where = clauses.filter(([, other]) => other === what).map(([place]) => place)
    return `${where.join(', ')}: ${what}`
  })
  return `In a round that ends Yes or No, of its stake: ${told.join('; ')}.`
}
