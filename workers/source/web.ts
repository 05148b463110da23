import { RE2JS } from 're2js'
import { z } from 'zod'
import { pickSample, UnreadableReplyError } from '../../protocol/source/index.ts'
import * as Html from '../../services/fetch/Html.ts'
import { timeFormat } from '../../services/fetch/readTime.ts'
import * as Extractor from './Extractor.ts'
import type { Source } from './Source.ts'

const provider = 'web'

const pattern = z
  .string()
  .max(512)
  .refine(isPattern, 'expected an RE2 pattern with a group named `value`, like (?P<value>[0-9.]+)')

const place = z.strictObject({
  /** CSS: only the text of what it finds is looked at. */
  selector: z.string().max(256).optional(),
  /** RE2, with a group named `value`; its first match counts. Left out, the whole text is the value. */
  pattern: pattern.optional(),
})

/** A page by configuration. Its rule is `source:web:<id>`, `metric:<metric>`. */
export const webSource = z
  .strictObject({
    id: Extractor.sourceName,
    metric: Extractor.metricName,
    url: Extractor.urlTemplate,
    value: place,
    /** Where the page says of when it is; left out, the page is of the time that the URL asks for. */
    time: place.optional(),
    timeFormat: timeFormat.default('iso'),
  })
  .refine(({ url, time }) => time !== undefined || Extractor.asksForTime(url), {
    message: 'without `time`, the URL must ask for one by {from}, {from_ms} or {from_iso}',
  })
export type WebSource = z.infer<typeof webSource>

export function webSources(entries: readonly WebSource[]): Source {
  return {
    provider,
    plan(requirement) {
      const { url } = Extractor.entryFor(provider, entries, requirement, lower)
      return { method: 'GET', url: Extractor.fillUrl(url, requirement.window) }
    },
    read(body, requirement) {
      const entry = Extractor.entryFor(provider, entries, requirement, lower)
      const value = find(body, entry.value)
      if (value === null) return null
      const { from } = requirement.window
      const time = entry.time === undefined ? String(from) : find(body, entry.time)
      if (time === null) return null
      const format = entry.time === undefined ? 'seconds' : entry.timeFormat
      return pickSample([Extractor.toSample(provider, value, time, format)], requirement.window, 'first')
    },
  }
}

const lower = (metric: string): string => metric.toLowerCase()

function find(body: string, { selector, pattern }: z.infer<typeof place>): string | null {
  const text = textOf(body, selector)
  if (text === '') return null
  if (pattern === undefined) return text
  const matcher = RE2JS.compile(pattern).matcher(text)
  return matcher.find() ? (matcher.group('value') ?? null) : null
}

function textOf(body: string, selector: string | undefined): string {
  try {
    return Html.toText(body, selector)
  } catch (cause) {
    throw new UnreadableReplyError(provider, (cause as Error).message, { cause })
  }
}

function isPattern(text: string): boolean {
  try {
    return Object.hasOwn(RE2JS.compile(text).namedGroups(), 'value')
  } catch {
    return false
  }
}
