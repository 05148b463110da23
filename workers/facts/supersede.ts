import type { Checked } from './checkFact.ts'
import type { EventSpec } from './EventSpec.ts'

/** Whether later statements of the same source stand against a fact that only one reader found. */
export function isSuperseded(spec: EventSpec, fact: Checked, deciding: readonly Checked[]): boolean {
  const { span, page, bears, direction } = fact
  // Code itself reads it the other way: only its reader's bearing is wrong.
  if (direction !== null && direction.side !== bears) return true
  // Without a day, and without code's own word for it, it can be placed nowhere.
  if (span === null || page === null) return direction === null && spec.window.to !== null
  const isSecond = page.source.role === 'secondary'
  if (
    isSecond &&
    deciding.some(
      (each) => each.page!.source.role === 'primary' && each.span !== null && each.span.first >= span.first,
    )
  )
    return true
  return deciding.some(
    (each) =>
      each.span !== null &&
      each.page!.url === page.url &&
      each.span.first > span.last &&
      !hasSameWords(each, fact),
  )
}

const hasSameWords = (a: Checked, b: Checked): boolean => a.fact.quote === b.fact.quote
