import { Challenge, Vote, Wire } from '../../protocol/index.ts'

/** What the first challenge of a round says of the others, where some of them contradict. */
const contradicted = /^(\d{1,3}) of (\d{1,3}) .* says ([A-Z]+) \(answer (0x[0-9a-f]{64})\)/

/**
 * Whether these are, word for word, challenges that a round makes of this answer. Two counts, an outcome and a hash are free;
 * whatever else a caller writes would be answered in its words, and the round would get that.
 */
export function isExamination(challenges: readonly string[], reply: Wire.ResolveReply): boolean {
  const own = {
    outcome: Wire.outcomeOf(reply),
    confidenceBps: Wire.confidenceBps(reply),
    responseHash: Wire.responseHash(reply),
  }
  const made = Challenge.challengesFor([own, ...othersIn(challenges[0] ?? '', own)], 0)
  return made.length === challenges.length && made.every((one, i) => one === challenges[i])
}

/** Other workers of whom a round would say this; none where it says nothing of any. */
function othersIn(challenge: string, own: Challenge.Position): Challenge.Position[] {
  const [, against, all, said, responseHash] = contradicted.exec(challenge) ?? []
  const outcome = Vote.outcomes.find((one) => one === said)
  if (outcome === undefined || responseHash === undefined) return []
  return Array.from({ length: Number(all) }, (_, i) =>
    i < Number(against) ? { outcome, confidenceBps: 0, responseHash } : { ...own },
  )
}
