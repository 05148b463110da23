import { Instant } from '../../../protocol/index.ts'
import * as Amounts from '../../facts/Amounts.ts'
import type { EventSpec } from '../../facts/index.ts'
import { coreOfText, isShortOf } from '../../facts/Names.ts'
import * as Quantity from '../../facts/Quantity.ts'
import type { Proposal } from './ModelReply.ts'

const daySeconds = 86_400

/**
 * Where a model reads the question otherwise than code does: about whom it is, the number that decides, the last day. One of them is
 * wrong then, and no answer rests on either.
 */
export function disagreements(spec: EventSpec, { subject, threshold, last_day }: Proposal): string[] {
  const found: string[] = []
  if (subject !== null && !isSameSubject(spec, subject)) found.push('subject')
  if (!isSameThreshold(spec, threshold)) found.push('threshold')
  if (last_day !== null && !isSameDay(spec, last_day)) found.push('deadline')
  return found.map((one) => `disagreement:${one}`)
}

/** Words of the market that are the subject, or hold one of its names or are held by one. Where code finds no name, any is right. */
function isSameSubject({ question, rules, subject, agent }: EventSpec, given: string): boolean {
  if (!`${question}\n${rules}`.includes(given)) return false
  const known = [subject, agent].filter((one) => one !== null)
  if (known.length === 0) return true
  const core = coreOfText(given)
  return known.some(({ cores }) =>
    cores.some((one) => isShortOf(core, one) || isShortOf(one, core) || holds(core, one)),
  )
}

const holds = (words: readonly string[], core: readonly string[]): boolean =>
  core.every((word) => words.includes(word))

function isSameThreshold({ comparison, mention }: EventSpec, given: string | null): boolean {
  const own =
    comparison !== null
      ? [comparison.value, ...(comparison.upper === null ? [] : [comparison.upper])]
      : mention !== null && mention.count > 1
        ? [Quantity.of(mention.count)]
        : []
  // That it must be said once at all may be read as a number or as none.
  if (given === null) return own.length === 0
  const read = Quantity.read(given)
  const values = [...(read === null ? [] : [read]), ...Amounts.amountsIn(given).map(({ value }) => value)]
  const isOnce = mention?.count === 1 && values.some((value) => Quantity.equals(value, Quantity.of(1)))
  return isOnce || own.some((one) => values.some((value) => Quantity.equals(one, value)))
}

/** "Before" and zones move the last day by one. */
function isSameDay({ window }: EventSpec, given: string): boolean {
  const at = `${given}T00:00:00Z`
  if (!Instant.isInstant(at)) return false
  if (window.to === null) return true
  const day = Instant.parse(at) / daySeconds
  return Math.abs(day - Math.floor(window.to / daySeconds)) <= 1
}
