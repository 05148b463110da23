import { Page } from '../../protocol/index.ts'
import type { Checked } from './checkFact.ts'
import type { Fact } from './Fact.ts'
import * as Quantity from './Quantity.ts'

/** What two readers, each for itself, found of the same pages. */
export type Agreement = {
  readonly agreed: readonly Checked[]
  /** What only one of them found, in passages that they do not read alike. */
  readonly alone: readonly Checked[]
}

/** Facts of which both readers say the same: page, value, date, modality and bearing, in quotes that overlap. */
export function agree(first: readonly Checked[], second: readonly Checked[]): Agreement {
  const paired = new Set<Checked>()
  const agreed: Checked[] = []
  const alone: Checked[] = []
  for (const one of first) {
    const other = second.find((each) => saySame(one, each))
    if (other === undefined) alone.push(one)
    else {
      paired.add(other)
      agreed.push({ ...one, codes: [...new Set([...one.codes, ...other.codes])] })
    }
  }
  const rest = second.filter((each) => !paired.has(each) && !first.some((one) => saySame(one, each)))
  return { agreed, alone: [...alone, ...rest].filter((each) => !isSettled(each, agreed)) }
}

/** A passage that both read alike says what both read; what one of them adds to it has its own reading against it. */
const isSettled = (alone: Checked, agreed: readonly Checked[]): boolean =>
  agreed.some((each) => each.fact.url === alone.fact.url && each.page !== null && overlap(each, alone))

const saySame = (a: Checked, b: Checked): boolean =>
  a.fact.url === b.fact.url &&
  a.bears === b.bears &&
  a.fact.modality === b.fact.modality &&
  a.fact.date === b.fact.date &&
  sameValue(a.fact, b.fact) &&
  overlap(a, b)

function sameValue({ value: a }: Fact, { value: b }: Fact): boolean {
  if (a === null || b === null || a === b) return a === b
  const [left, right] = [Quantity.read(a), Quantity.read(b)]
  return left !== null && right !== null && Quantity.equals(left, right)
}

/** Whether two quotes share words of the page: one holds the other, or the end of one begins the other. */
function overlap(a: Checked, b: Checked): boolean {
  const [one, two] = [Page.collapse(a.fact.quote).trim(), Page.collapse(b.fact.quote).trim()]
  if (one.includes(two) || two.includes(one)) return true
  const text = a.page?.text ?? ''
  const [i, j] = [text.indexOf(one), text.indexOf(two)]
  return i !== -1 && j !== -1 && i < j + two.length && j < i + one.length
}
