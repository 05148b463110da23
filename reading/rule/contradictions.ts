import type { Contradiction, ContradictionCode } from '../ParsedRule.ts'
import type { Word } from '../text/Words.ts'
import { namedOutcomes } from './clauses.ts'
import type { Condition } from './condition.ts'
import type { Deadline } from './deadline.ts'

export type FoundContradiction = Contradiction & {
  readonly span: { readonly in: 'question' | 'rules'; readonly start: number; readonly end: number } | null
}

type Facts = {
  readonly outcomes: readonly string[]
  readonly rules: readonly Word[]
  readonly deadline: Deadline | null
  /** The deadline that the title alone gives. */
  readonly titled: Deadline | null
  readonly end: number | null
  readonly condition: Condition
  readonly ruleThreshold: {
    readonly value: string
    readonly unit: string | null
    readonly start: number
    readonly end: number
  } | null
}

const day = 86_400

/** Where title, rules and dates do not say the same. */
export function findContradictions(facts: Facts): FoundContradiction[] {
  const found: FoundContradiction[] = []
  const note = (code: ContradictionCode, message: string, span: FoundContradiction['span']) => {
    found.push({ code, message, span })
  }
  const { deadline, titled, end, condition, ruleThreshold } = facts
  const place =
    deadline === null
      ? null
      : { in: deadline.from.in, start: deadline.from.mention.start, end: deadline.from.mention.end }
  // A title rounds to the day and leaves out the zone, so that a day more or less is no contradiction.
  if (
    deadline !== null &&
    titled !== null &&
    !deadline.isFallback &&
    Math.abs(deadline.at - titled.at) > 1.5 * day
  )
    note('deadline_differs', 'The title and the rules end on different days.', place)
  if (
    deadline !== null &&
    end !== null &&
    !deadline.isFallback &&
    deadline.at - end > 2 * day &&
    deadline.from.in === 'rules'
  )
    note('deadline_after_end', 'The rules end after the date at which the market is to close.', place)
  if (deadline?.isReversed) note('window_reversed', 'The window ends before it begins.', place)
  const { amount } = condition
  if (
    amount?.in === 'question' &&
    ruleThreshold !== null &&
    amount.unit !== null &&
    amount.unit === ruleThreshold.unit
  ) {
    if (isFar(amount.value, ruleThreshold.value))
      note('threshold_differs', 'The title and the rules compare with different numbers.', {
        in: 'rules',
        start: ruleThreshold.start,
        end: ruleThreshold.end,
      })
  }
  outcomes(facts, note)
  return found
}

/** 270 and 271, or 160 and 160.01, are the same bound written twice; 200 and 160 are not. */
function isFar(a: string, b: string): boolean {
  const [x, y] = [Number(a), Number(b)]
  return Math.abs(x - y) > Math.max(1, Math.abs(x) * 0.01)
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
  const named = namedOutcomes(rules, outcomes)
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
