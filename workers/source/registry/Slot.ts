/**
 * What may be put into a place of a URL. A slot is filled with words of a question, which anyone may have written: each kind says
 * what it takes and how it is spelled in a URL, so that no value can leave its place.
 */
export const kinds = [
  'text',
  'phrase',
  'code',
  'ticker',
  'cik',
  'repo',
  'day',
  'compact_day',
  'year',
  'month',
  'seconds',
  'coordinate',
  'count',
] as const
export type Kind = (typeof kinds)[number]

/** Longer names are not names: what a search engine or an API is asked for has a few words. */
export const longestText = 128

/**
 * A value as it stands in a URL; null where it is not of the kind.
 *
 * @example
 * Slot.encode('phrase', 'Acme & Co') // '%22Acme%20%26%20Co%22'
 * Slot.encode('cik', '320193') // '0000320193'
 * Slot.encode('code', '../admin') // null
 */
export function encode(kind: Kind, value: string): string | null {
  const trimmed = value.trim()
  if (kind === 'text') return isText(trimmed) ? percent(trimmed) : null
  if (kind === 'phrase') return isText(trimmed) && !trimmed.includes('"') ? percent(`"${trimmed}"`) : null
  if (kind === 'day') return isDay(trimmed) ? trimmed : null
  if (kind === 'compact_day') return isDay(trimmed) ? trimmed.replaceAll('-', '') : null
  if (kind === 'cik') return /^[0-9]{1,10}$/.test(trimmed) ? trimmed.padStart(10, '0') : null
  return forms[kind].test(trimmed) && !trimmed.includes('..') ? trimmed : null
}

const forms: Readonly<Record<Exclude<Kind, 'text' | 'phrase' | 'day' | 'compact_day' | 'cik'>, RegExp>> = {
  code: /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/,
  ticker: /^[A-Z]{1,6}(?:[.-][A-Z]{1,2})?$/,
  repo: /^[A-Za-z0-9][A-Za-z0-9-]{0,38}\/[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$/,
  year: /^[12][0-9]{3}$/,
  month: /^(?:0[1-9]|1[0-2])$/,
  seconds: /^[0-9]{1,11}$/,
  coordinate: /^-?[0-9]{1,3}(?:\.[0-9]{1,6})?$/,
  count: /^[0-9]{1,5}$/,
}

/** Words a person could have written: no control or formatting characters, no half of a pair, and not dots alone. */
const isText = (value: string): boolean =>
  value.length > 0 &&
  value.length <= longestText &&
  value.isWellFormed() &&
  !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}]/u.test(value) &&
  /[\p{L}\p{N}]/u.test(value)

function isDay(value: string): boolean {
  if (!/^[12][0-9]{3}-[01][0-9]-[0-3][0-9]$/.test(value)) return false
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)
}

/** Also the marks that `encodeURIComponent` leaves, so that a URL parser has nothing to respell. */
const percent = (value: string): string =>
  encodeURIComponent(value).replace(
    /[!'()*~]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
