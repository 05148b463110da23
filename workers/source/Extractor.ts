import { z } from 'zod'
import { Instant } from '../../protocol/index.ts'
import {
  ExactJson,
  type Sample,
  UnreadableReplyError,
  UnsupportedRequirementError,
} from '../../protocol/source/index.ts'
import { parseTime, type TimeFormat } from '../../services/fetch/readTime.ts'
import type { Requirement } from './Source.ts'

/** What is asked: `{from}` and `{to}` stand for Unix seconds, `{from_ms}` and `{to_ms}` for milliseconds, `{from_iso}` and so on. */
export const urlTemplate = z
  .string()
  .max(2_048)
  .refine((text) => /^https?:\/\/[^{}]+(?:[{}]|$)/.test(text), 'expected an absolute URL, with a fixed host')

/** The metrics that a configured source has, one word each. */
export const metricName = z.string().regex(/^[a-z0-9][a-z0-9_.-]{0,63}$/)
export const sourceName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.:/-]{0,127}$/)

export function fillUrl(template: string, { from, to }: Requirement['window']): string {
  const fields: Readonly<Record<string, string>> = {
    from: String(from),
    to: String(to),
    from_ms: `${from}000`,
    to_ms: `${to}000`,
    from_iso: Instant.format(from),
    to_iso: Instant.format(to),
  }
  return template.replace(/\{([a-z_]+)\}/g, (whole, name: string) => fields[name] ?? whole)
}

/** Whether a URL says for which time it asks, so that the reply is of that time. */
export const asksForTime = (template: string): boolean => /\{from(?:_ms|_iso)?\}/.test(template)

/** The entry of a list of configured sources that a requirement means. */
export function entryFor<entry extends { readonly id: string; readonly metric: string }>(
  provider: string,
  entries: readonly entry[],
  { asset, metric }: Requirement,
  metricOf: (metric: string) => string,
): entry {
  const name = metricOf(metric)
  const found = entries.find((one) => one.id.toLowerCase() === asset.toLowerCase() && one.metric === name)
  if (found === undefined)
    throw new NotConfiguredError(
      provider,
      `no source ${asset.slice(0, 64)} with metric ${name.slice(0, 64)} is configured.`,
    )
  return found
}

/** A source that others may have configured, and nobody here. */
export class NotConfiguredError extends UnsupportedRequirementError {}

/** A value and its time, as they were written, as a sample. */
export function toSample(provider: string, value: string, time: string, format: TimeFormat): Sample {
  try {
    return { observedAt: parseTime(time, format), value: ExactJson.toDecimal(plainNumber(value)) }
  } catch (cause) {
    throw new UnreadableReplyError(provider, (cause as Error).message, { cause })
  }
}

/** People write `1,234.5`, and put blanks around. */
function plainNumber(text: string): string {
  const trimmed = text.trim()
  return /^-?[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?$/.test(trimmed) ? trimmed.replaceAll(',', '') : trimmed
}
