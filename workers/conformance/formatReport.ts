import { formatProspects } from './prospects.ts'
import type { Report, Result } from './Report.ts'
import type { Status } from './RuleResult.ts'
import { rules } from './rules/index.ts'

const colours: Readonly<Record<Status, number>> = { pass: 32, warn: 33, fail: 31, skip: 90 }

type Look = { readonly colour: boolean }

const width = Math.max(...rules.map(({ id }) => id.length))

/** One rule on a line; what is not well gets a second one that says what to do. */
export function formatResult(result: Result, { colour }: Look): string {
  const { status, id, severity, seen, todo, requirement, seed } = result
  const word = colour ? `\x1b[${colours[status]}m${status}\x1b[0m` : status
  const line = `${word}  ${severity.padEnd(6)}  ${id.padEnd(width)}  ${seen} [${seed == null ? requirement : `seed 001: ${seed.replaceAll('**', '')}`}]`
  return todo === null ? line : `${line}\n${' '.repeat(6 + 8 + width + 2)}→ ${todo}`
}

/** The verdict in a line, and what it means in a round in another. */
export function formatSummary(
  { url, ok, profile, strict, counts, rules, prospects }: Report,
  { colour }: Look,
): string {
  const { pass, warn, fail, skip } = counts
  const verdict = `${ok ? 'conforms' : 'does not conform'}${profile === 'seed' ? ' to seed 001' : ''}`
  const word = colour ? `\x1b[${colours[ok ? 'pass' : 'fail']}m${verdict}\x1b[0m` : verdict
  const numbers = `${pass} passed, ${warn} warned, ${fail} failed, ${skip} skipped`
  const line = `${url} ${word}${strict ? ' (strict)' : ''}: of ${rules.length} rules ${numbers}.`
  return prospects.length === 0 ? line : `${line}\n${formatProspects(prospects)}`
}

/** The whole table. */
export const formatReport = (report: Report, look: Look): string =>
  [...report.rules.map((result) => formatResult(result, look)), formatSummary(report, look)].join('\n')
