import { Calendar } from '../../protocol/index.ts'
import { toInstant } from '../../reading/rule/zones.ts'
import { hasAddressed } from './addressed.ts'
import type { Agreement } from './agree.ts'
import type { EventSpec } from './EventSpec.ts'
import { hasName } from './Names.ts'
import type { PageView } from './PageView.ts'
import { sentencesOf } from './sentences.ts'
import { compareWording } from './Verbs.ts'

/** The page whose silence says No: of a source declared complete, with items from before and after the window, and nothing unexplained. */
export function silentPage(
  spec: EventSpec,
  pages: readonly PageView[],
  { agreed, alone }: Agreement,
): PageView | null {
  if (spec.window.to === null || spec.negative || spec.comparison !== null) return null
  const isOpen = [...agreed, ...alone].some(({ bears }) => bears !== null)
  if (isOpen) return null
  return pages.find((page) => isComplete(page) && hasCanary(spec, page) && isUnnamed(spec, page)) ?? null
}

const isComplete = ({ source, fault, isForeign }: PageView): boolean =>
  source.complete_for !== null && fault === null && !isForeign

/** Items from before the window opened and from after it closed. */
function hasCanary({ window, created }: EventSpec, page: PageView): boolean {
  const days = page.days.flatMap(({ year, month, day }) =>
    year === null || day === null ? [] : [toInstant(Calendar.daysOf(year, month, day), 0, window.zone)],
  )
  const opens = window.from ?? created
  return opens !== null && days.some((at) => at < opens) && days.some((at) => at > window.to!)
}

/** No sentence names subject or object together with words of the event, and none speaks to the readers. */
function isUnnamed(spec: EventSpec, page: PageView): boolean {
  const names = [spec.subject, spec.object].filter((named) => named !== null)
  return sentencesOf(page.text).every((sentence) => {
    if (hasAddressed(sentence)) return false
    const isNamed =
      spec.object === null ? names.some((named) => isIn(sentence, named)) : isIn(sentence, spec.object)
    return !isNamed || compareWording(spec.predicate.quote, sentence) === 'other'
  })
}

const isIn = (text: string, { cores }: { readonly cores: readonly (readonly string[])[] }): boolean =>
  cores.some((core) => hasName(text, core) || (core.length > 1 && hasName(text, [core.at(-1)!])))
