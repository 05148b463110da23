import { Bytes, Publication, RoundFile, Tally, Vote, Wire } from '../protocol/index.ts'
import type { Reported, RoundStanding, RoundView } from '../services/chain/Chain.ts'
import { admissionsOf } from './admissions.ts'

/** All that a round's file is made of, beside what only the DON knows. */
export type Material = {
  readonly view: RoundView
  /** As collected, and as given again by those whom the DON asked itself. */
  readonly answers: readonly RoundFile.Item[]
  readonly direct: readonly number[]
  readonly defences: readonly RoundFile.Item[]
  readonly reported: Reported
  readonly standing: RoundStanding
  readonly minMarginBps: number
  readonly minWorkers: number
  readonly proofs: RoundFile.RoundFile['proofs']
}

export type Built = { readonly file: RoundFile.RoundFile; readonly rebuilds: boolean }

/** Reasons with which the DON takes a vote back that the source's own sample is against. */
const vetoes: ReadonlySet<string> = new Set(['contradicted', 'doubt-refuted'])

/** Reasons with which a worker is reported that was heard; with all others the transcript has no answer of it. */
const heard: ReadonlySet<string> = new Set(['no-check', 'false-check', ...vetoes])

export const reportOf = ({ view, reported }: Pick<Material, 'view' | 'reported'>) =>
  RoundFile.decodeReport(
    {
      chainId: view.chainId,
      market: view.market,
      marketId: BigInt(view.marketId),
      round: view.round,
      roundRoot: reported.roundRoot,
      n: view.workers.length,
    },
    reported.outcome,
    Bytes.fromHex(reported.recordsAndDocket),
  )

/** Workers of whom the DON has an answer that the gateway has not: it asked them itself. */
export function askedDirectly(material: Pick<Material, 'view' | 'reported' | 'answers'>): number[] {
  const { records } = reportOf(material)
  const admissions = admissionsOf(material.view, material.answers)
  return records.flatMap(({ vote }, i) => (wasHeard(vote) && admissions[i]!.answer === null ? [i] : []))
}

const wasHeard = ({ outcome, reason }: Vote.Vote): boolean => outcome !== null || heard.has(reason ?? '')

/**
 * Makes the file whose transcript has the reported root, out of what is known and what the DON may have added; failing that, the file
 * as far as it is known, without leaves.
 */
export function buildFile(material: Material, publications: readonly Publication.Publication[]): Built {
  const { direct } = material
  const votes = reportOf(material).records.map(({ vote }) => vote)
  const quorum = Tally.quorumOf(material.standing, votes, material.minWorkers)
  // Without a vote taken back, what the source said makes no difference.
  const isVetoed = votes.some(({ reason }) => vetoes.has(reason ?? ''))
  const guesses = (isVetoed ? Vote.outcomes : [null]).map((reference) => ({
    ...Publication.nothing,
    reference,
  }))
  for (const guess of [...publications, ...guesses]) {
    const probed = [...new Set([...guess.probed, ...direct])].sort((a, b) => a - b)
    const file = tryFile(material, { ...guess, probed }, quorum)
    if (file !== null) return { file, rebuilds: true }
  }
  const file = fileOf(material, { ...Publication.nothing, probed: [...direct] }, quorum, null)
  return { file, rebuilds: false }
}

/** Null where the result is another root, or what was said does not fit the round. */
function tryFile(
  material: Material,
  publication: Publication.Publication,
  quorum: number,
): RoundFile.RoundFile | null {
  try {
    const file = fileOf(material, publication, quorum, null)
    const { leaves, report } = RoundFile.rebuild(file)
    if (report.roundRoot !== material.reported.roundRoot) return null
    return { ...file, leaves: leaves.map(Bytes.toHex) }
  } catch {
    return null
  }
}

function fileOf(
  material: Material,
  { reference, probed, evaluations }: Publication.Publication,
  quorum: number,
  leaves: readonly Uint8Array[] | null,
): RoundFile.RoundFile {
  const { view, defences, standing, minMarginBps, proofs } = material
  const { isAsked, isRepeat, requestedAt, now, ...round } = view
  return RoundFile.create({
    round,
    answers: reportedAnswers(material),
    defences,
    report: reportOf(material),
    leaves,
    quorum,
    standing: standing.totals,
    cohort_start: standing.cohortStart,
    min_margin_bps: minMarginBps,
    reference,
    probed,
    evaluations,
    proofs,
  })
}

/** Where the DON did not hear a worker, the file says why in the report's own word, unless the reply itself shows it. */
function reportedAnswers(material: Material): RoundFile.Item[] {
  const { view, answers } = material
  const { records } = reportOf(material)
  const admissions = admissionsOf(view, answers)
  return answers.map((item, i) => {
    const { vote } = records[i]!
    if (vote.reason === null || wasHeard(vote) || admissions[i]!.vote.reason === vote.reason) return item
    return { ...item, reply: null, status: vote.reason as RoundFile.Item['status'] }
  })
}

export const requestBody = (view: RoundView): string => JSON.stringify(Wire.toResolveRequest(view))
