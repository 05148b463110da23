import { z } from 'zod'
import {
  ExactJson,
  pickSample,
  type Sample,
  splitMetric,
  UnreadableReplyError,
} from '../../protocol/source/index.ts'
import * as JsonPath from '../../services/fetch/JsonPath.ts'
import { timeFormat } from '../../services/fetch/readTime.ts'
import * as Extractor from './Extractor.ts'
import type { Source } from './Source.ts'

const provider = 'http'

const path = z
  .string()
  .max(512)
  .refine(JsonPath.isPath, 'expected a JSONPath (RFC 9535) without match() and search()')

/** A JSON API by configuration. Its rule is `source:http:<id>`, `metric:<metric>`, and `_high` or `_low` of it. */
export const httpSource = z
  .strictObject({
    id: Extractor.sourceName,
    metric: Extractor.metricName,
    url: Extractor.urlTemplate,
    /** Where the values are. */
    value: path,
    /** Where their times are, as many as there are values; left out, the reply is of the time that the URL asks for. */
    time: path.optional(),
    timeFormat: timeFormat.default('seconds'),
  })
  .refine(({ url, time }) => time !== undefined || Extractor.asksForTime(url), {
    message: 'without `time`, the URL must ask for one by {from}, {from_ms} or {from_iso}',
  })
export type HttpSource = z.infer<typeof httpSource>

export function httpSources(entries: readonly HttpSource[]): Source {
  return {
    provider,
    plan(requirement) {
      const { url } = Extractor.entryFor(provider, entries, requirement, baseMetric)
      return { method: 'GET', url: Extractor.fillUrl(url, requirement.window) }
    },
    read(body, requirement) {
      const entry = Extractor.entryFor(provider, entries, requirement, baseMetric)
      const { choice } = splitMetric(requirement.metric)
      return pickSample(samplesOf(body, entry, requirement.window.from), requirement.window, choice)
    },
  }
}

const baseMetric = (metric: string): string => splitMetric(metric).name

function samplesOf(body: string, { value, time, timeFormat }: HttpSource, from: number): Sample[] {
  const document = parse(body)
  const values = find(document, value)
  if (time === undefined) {
    return present(values).map((text) => Extractor.toSample(provider, text, String(from), 'seconds'))
  }
  const times = find(document, time)
  if (times.length !== values.length)
    throw new UnreadableReplyError(provider, `it has ${values.length} values and ${times.length} times.`)
  return values.flatMap((text, i) => {
    const at = times[i]
    return text === null || at === null || at === undefined
      ? []
      : [Extractor.toSample(provider, text, at, timeFormat)]
  })
}

const present = (texts: readonly (string | null)[]): string[] => texts.filter((text) => text !== null)

function parse(body: string): JsonPath.Document {
  try {
    return JsonPath.parse(body)
  } catch (cause) {
    throw new UnreadableReplyError(provider, 'it is not JSON.', { cause })
  }
}

/** The texts of all strings and numbers that a path leads to; null stands for a gap. */
const find = (document: JsonPath.Document, expression: string): (string | null)[] =>
  JsonPath.find(document, expression).map((found) => {
    if (found instanceof ExactJson.NumberText) return found.source
    if (typeof found === 'string' || found === null) return found
    throw new UnreadableReplyError(provider, `${expression} leads to something that is no number.`)
  })
