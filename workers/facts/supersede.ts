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

/** Agreed facts without those that the same page corrects later, or that a later act of the same page overtakes. */
export const withoutCorrected = (deciding: readonly Checked[]): Checked[] =>
  deciding.filter((one) => !deciding.some((each) => overtakes(each, one)))

function overtakes(later: Checked, earlier: Checked): boolean {
  if (later.page === null || later.fact.url !== earlier.fact.url || later.bears === earlier.bears)
    return false
  if (later.bears === null || earlier.bears === null || !isLater(later, earlier)) return false
  const block = blockOf(later)
  if (correcting.test(block)) return true
  // What was turned down may still come about; what came about is undone only by what says so.
  return later.bears === 'YES' && later.direction?.side === 'YES' && repeating.test(block)
}

/** A correction from behind the window corrects what was in it, and what it corrects decides nothing. */
export const correctionsOf = (deciding: readonly Checked[], agreed: readonly Checked[]): Checked[] =>
  agreed.filter(
    (each) =>
      each.codes.includes('AFTER_WINDOW') &&
      deciding.length > 0 &&
      deciding.every((one) => overtakes(each, one)),
  )

/** By day, and on one day by the time of day, which both must have. */
function isLater({ span: a }: Checked, { span: b }: Checked): boolean {
  if (a === null || b === null) return false
  if (a.instant !== null && b.instant !== null) return a.instant > b.instant
  return a.first > b.last
}

const correcting =
  /\b(?:correct(?:s|ed|ion|ing)|recount(?:ed)?|in error|erroneous(?:ly)?|mistaken(?:ly)?|was wrong|retract(?:s|ed|ion)|overturn(?:s|ed)|annul(?:s|led|ment)|rescind(?:s|ed)|revers(?:es|ed|al)|revok(?:es|ed)|withdr[ae]wn?)\b/i
const repeating =
  /\b(?:again|(?:second|third|new|fresh|another|repeat|final) (?:vote|ballot|attempt|try|reading|round|bid|hearing|application)|re-?vote|on appeal|this time|after all|finally|eventually)\b/i

/** The parts of the page that hold a fact's passage. */
function blockOf({ fact, page }: Checked): string {
  const { text, blocks } = page!
  const start = text.indexOf(fact.quote)
  const end = start + fact.quote.length
  const parts = blocks.filter((each) => start !== -1 && each.start < end && each.end > start)
  return [fact.quote, ...parts.map((each) => text.slice(each.start, each.end))].join(' ')
}

const hasSameWords = (a: Checked, b: Checked): boolean => a.fact.quote === b.fact.quote
