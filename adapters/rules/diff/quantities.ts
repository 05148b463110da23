import { numberAt, scaled } from '../../../reading/rule/amounts.ts'
import { after, afterPhrases, comparing, comparingPhrases } from '../../../reading/rule/measures.ts'
import { lexicon, matchAt } from '../../../reading/text/Phrases.ts'
import type { Word } from '../../../reading/text/Words.ts'
import type { Read, Reading } from './tokens.ts'

const halves = lexicon(['50-50', '50/50', '50:50', 'fifty-fifty'])
const dollars = new Set(['dollars', 'usd'])

/** A number with its currency and what compares it, however they are written: "≥ $1.5M", "at least 1,500,000 dollars". */
export function readQuantity({ words, days }: Reading, at: number): Read | null {
  const half = matchAt(words, at, halves)
  if (half !== null) return { keys: ['50-50'], next: at + half.count }
  const lead = matchAt(words, at, comparingPhrases)
  if (lead !== null && numberAt(words, at + lead.count) !== null)
    return { keys: [comparing[lead.phrase]!], next: at + lead.count }
  return amountAt(words, at) ?? ordinalAt(words, at) ?? (days.has(at + 1) ? null : joinAt(words, at))
}

function amountAt(words: readonly Word[], at: number): Read | null {
  const read = numberAt(words, at)
  if (read === null) return null
  const trail = matchAt(words, read.next, afterPhrases)
  const isDollars = read.unit === null && dollars.has(words[read.next]?.text ?? '')
  const unit = isDollars ? 'usd' : read.unit
  const keys = [
    ...(trail === null ? [] : [after[trail.phrase]!]),
    ...(unit === null || unit === 'percent' ? [] : [unit]),
    scaled(read.digits, read.scale),
    ...(unit === 'percent' ? ['%'] : []),
  ]
  return { keys, next: read.next + (trail?.count ?? 0) + (isDollars ? 1 : 0) }
}

/** The 5th; 05am and the like, which no other reader took. */
function ordinalAt(words: readonly Word[], at: number): Read | null {
  const word = words[at]
  if (word?.kind !== 'number') return null
  const [, digits] = /^([0-9]{1,4})(?:st|nd|rd|th)$/.exec(word.text) ?? []
  return { keys: [digits === undefined ? word.text : `${Number(digits)}th`], next: at + 1 }
}

/** A dash or slash right between two numbers joins them; one right before a number is its sign. */
function joinAt(words: readonly Word[], at: number): Read | null {
  const [before, mark, number] = [words[at - 1], words[at]!, words[at + 1]]
  if ((mark.text !== '-' && mark.text !== '/') || number?.kind !== 'number') return null
  if (before?.kind === 'number') return { keys: [mark.text], next: at + 1 }
  const isFree =
    before === undefined || before.end !== mark.start || before.text === '(' || before.text === '"'
  return mark.text === '-' && number.start === mark.end && isFree ? { keys: ['minus'], next: at + 1 } : null
}
