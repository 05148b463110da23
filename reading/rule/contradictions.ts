import type { Contradiction, ContradictionCode } from '../ParsedRule.ts'
import { differenceOf, isComparable } from './bounds.ts'
import { namedOutcomes } from './clauses.ts'
import type { Condition } from './condition.ts'
import type { Deadline, Text } from './deadline.ts'
import { endsElsewhere } from './endsElsewhere.ts'

export type FoundContradiction = Contradiction & {
  readonly span: { readonly in: 'question' | 'rules'; readonly start: number; readonly end: number } | null
}

type Facts = {
  readonly outcomes: readonly string[]
  readonly rules: Text
  readonly deadline: Deadline | null
  /** The deadline that the title alone gives. */
  readonly titled: Deadline | null
  readonly end: number | null
  readonly condition: Condition
}

const day = 86_400

/** Where title, rules and dates do not say the same. */
export function findContradictions(facts: Facts): FoundContradiction[] {
  const found: FoundContradiction[] = []
  const note = (code: ContradictionCode, message: string, span: FoundContradiction['span']) => {
    found.push({ code, message, span })
  }
  const { deadline, titled, end, condition, rules } = facts
  const place =
    deadline === null
      ? null
      : { in: deadline.from.in, start: deadline.from.mention.start, end: deadline.from.mention.end }
  if (deadline !== null && titled !== null && endsElsewhere(titled, deadline, rules))
    note('deadline_differs', 'The title and the rules end at different times.', place)
  if (
    deadline !== null &&
    end !== null &&
    !deadline.isFallback &&
    deadline.at - end > 2 * day &&
    deadline.from.in === 'rules'
  )
    note('deadline_after_end', 'The rules end after the date at which the market is to close.', place)
  if (deadline?.isReversed) note('window_reversed', 'The window ends before it begins.', place)
  const differs = boundsDiffer(condition)
  if (differs !== null)
    note(differs.code, messages[differs.code]!, { in: 'rules', start: differs.start, end: differs.end })
  outcomes(facts, note)
  return found
}

/** A rule often counts one thing of another's size; the title contradicts it where they agree in no number. */
function boundsDiffer({
  titled,
  ruled,
}: Condition): { code: ContradictionCode; start: number; end: number } | null {
  const pairs = titled.flatMap((title) =>
    ruled
      .filter((rule) => isComparable(title, rule))
      .map((rule) => ({ rule, code: differenceOf(title, rule) })),
  )
  const [first] = pairs
  const isAgreed = pairs.some(({ code }) => code === null)
  return first === undefined || isAgreed
    ? null
    : { code: first.code!, start: first.rule.start, end: first.rule.end }
}

const messages: Partial<Record<ContradictionCode, string>> = {
  threshold_differs: 'The title and the rules compare with different numbers.',
  direction_differs: 'The title and the rules compare in opposite directions.',
  bound_differs: 'The bound itself counts by the title or by the rules, not by both.',
}

function outcomes(
  { outcomes, rules }: Facts,
  note: (code: ContradictionCode, message: string, span: FoundContradiction['span']) => void,
): void {
  if (outcomes.length === 0) return
  const known = new Set([
    ...outcomes.map((label) => label.toLowerCase()),
    'yes',
    'no',
    'other',
    '50-50',
    '50 - 50',
  ])
  const named = namedOutcomes(rules.words, outcomes)
  const isBinary = outcomes.every((label) => ['yes', 'no'].includes(label.toLowerCase()))
  const stranger = named.find(({ label }) => !known.has(label.toLowerCase()) && !/[0-9]/.test(label))
  // Brackets of a group name their siblings' labels, which is no contradiction.
  if (stranger !== undefined && !isBinary && named.every(({ label }) => !outcomes.includes(label)))
    note('outcome_unknown', 'The rules name outcomes that the market does not have.', {
      in: 'rules',
      start: stranger.start,
      end: stranger.end,
    })
}
