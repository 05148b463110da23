import { Bytes, Docket, Vote } from '../../protocol/index.ts'

/** Dockets as small as a contract takes them: a rule about a snapshot after the deadline, and checks that hold under it. */
const tolerance = 3_900

/** A rule whose samples count from the deadline on, and are all there at the end of the tolerance. */
export const ruleAt = (deadline: number, changes: Partial<Omit<Docket.Rule, 'op'>> = {}): Docket.Rule => ({
  sourceId: Bytes.zero32,
  op: 1,
  target: 0n,
  from: deadline,
  to: deadline + tolerance,
  readyAt: deadline + tolerance,
  maxTier: 3,
  ...changes,
})

/** The check of what a worker says, at the start of the rule's window; none where its vote does not count. */
export function checkOf(rule: Docket.Rule, saying: string): Docket.Check {
  if (!(Vote.outcomes as readonly string[]).includes(saying)) return Docket.noCheck
  const result = saying as Vote.Outcome
  if (result === 'INVALID') return { ...Docket.noCheck, result }
  // The rule asks for at least its target.
  const value = result === 'YES' ? rule.target : rule.target - 1n
  return { ...Docket.noCheck, observedAt: rule.from, value, result }
}

/** A docket in which every counted vote has its check. */
export function docketAt(
  deadline: number,
  sayings: readonly string[],
  changes: Partial<Omit<Docket.Rule, 'op'>> = {},
): Docket.Docket {
  const rule = ruleAt(deadline, changes)
  return { rule, checks: sayings.map((saying) => checkOf(rule, saying)) }
}
