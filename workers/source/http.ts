import { exec, type JsonValue } from 'jsonpath-rfc9535'
import { z } from 'zod'
import { ExactJson, pickSample, splitMetric } from '../../protocol/source/index.ts'
import * as Extractor from './Extractor.ts'
import { type Sample, type Source, UnreadableReplyError } from './Source.ts'

const provider = 'http'

const path = z.string().max(512).refine(isPath, 'expected a JSONPath (RFC 9535) without match() and search()')

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
    timeFormat: Extractor.timeFormat.default('seconds'),
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

/** The document twice: as a path must see it, and with the digits as they were written. */
type Document = { readonly plain: JsonValue; readonly exact: ExactJson.ExactJson }

function parse(body: string): Document {
  try {
    return { exact: ExactJson.parse(body), plain: JSON.parse(body) as JsonValue }
  } catch (cause) {
    throw new UnreadableReplyError(provider, 'it is not JSON.', { cause })
  }
}

/** The texts of all strings and numbers that a path leads to; null stands for a gap. */
function find({ plain, exact }: Document, expression: string): (string | null)[] {
  const texts: (string | null)[] = []
  exec(plain, expression, (_value, path) => {
    const found = follow(exact, path as readonly (string | number)[])
    if (found instanceof ExactJson.NumberText) texts.push(found.source)
    else if (typeof found === 'string' || found === null) texts.push(found)
    else throw new UnreadableReplyError(provider, `${expression} leads to something that is no number.`)
  })
  return texts
}

function follow(exact: ExactJson.ExactJson, path: readonly (string | number)[]): unknown {
  let here: unknown = exact
  for (const key of path) {
    const name = typeof key === 'string' ? unescaped(key) : key
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, name)) return undefined
    here = (here as Record<string | number, unknown>)[name]
  }
  return here
}

const escapes: Readonly<Record<string, string>> = { b: '\b', t: '\t', n: '\n', f: '\f', r: '\r' }

/** The library gives keys as a normalized path spells them. */
const unescaped = (key: string): string =>
  key.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/gs, (_all, code: string | undefined, char: string) =>
    code === undefined ? (escapes[char] ?? char) : String.fromCharCode(Number.parseInt(code, 16)),
  )

// The two functions of RFC 9535 that run regular expressions would run them on foreign text, with backtracking.
function isPath(text: string): boolean {
  if (/\b(?:match|search)\s*\(/.test(text)) return false
  try {
    exec(null, text, () => undefined)
    return true
  } catch {
    return false
  }
}
