import type { Price } from './AncillaryData.ts'

type Resolution = {
  /** The text before it. */
  readonly before: string
  readonly prices: readonly Price[]
  /** Sentences that follow it. */
  readonly said: readonly string[]
}

/** Where the prices begin: with a key of their own, or with the first of them. */
const keyed = /[\s,.]res_data\s{0,8}:/g
const bare = /[\s,]p1\s{0,8}:\s{0,8}-?\d/g

/** The last place where a pattern stands. */
function lastOf(text: string, pattern: RegExp): RegExpMatchArray | null {
  let last: RegExpMatchArray | null = null
  for (const match of text.matchAll(pattern)) last = match
  return last
}

/**
 * Reads which price stands for what: `res_data: p1: 0, p2: 1, p3: 0.5. Where p1 corresponds to No, p2 to Yes, p3 to unknown/50-50.`
 * Of several such passages the last one counts: whatever looks like one before it is part of the description.
 */
export function readPrices(text: string): Resolution {
  const key = lastOf(text, keyed) ?? lastOf(text, bare)
  if (key === null) return { before: text, prices: [], said: [] }
  const rest = text.slice(key.index! + 1)
  const meanings = meaningsIn(rest)
  const listed = rest.slice(0, meanings?.start ?? rest.length)
  const prices = [...listed.matchAll(/\b(p\d{1,2})\s{0,8}:\s{0,8}(-?\d{1,80}(?:\.\d{1,80})?)/g)]
    .slice(0, mostPrices)
    .map(([, name, price]) => ({ name: name!, price: price!, means: meanings?.byName.get(name!) ?? null }))
  const after = meanings?.after ?? ''
  return { before: text.slice(0, key.index), prices, said: after === '' ? [] : [after] }
}

const mostPrices = 16
const marker = /(?:^|[\s,])(?:and\s{1,8})?(p\d{1,2})\s{1,8}(?:corresponds\s{1,8})?to\s{1,8}/g

/** Where the last label ends and other sentences begin; labels may have points of their own. */
const ending = /\.\s{0,8}(?:\n|(?:This|If|Note|The|Please)\b)|\n/

function meaningsIn(text: string): { start: number; byName: Map<string, string>; after: string } | null {
  const start = text.search(/\bwhere\s{1,8}p\d/i)
  if (start === -1) return null
  const words = text.slice(start + 'where'.length)
  const marks = [...words.matchAll(marker)].slice(0, mostPrices)
  const byName = new Map<string, string>()
  let after = ''
  for (const [i, mark] of marks.entries()) {
    const next = marks[i + 1]
    const label = words.slice(mark.index + mark[0].length, next?.index ?? words.length)
    const end = next === undefined ? label.search(ending) : -1
    byName.set(mark[1]!, plain(end === -1 ? label : label.slice(0, end)))
    if (end !== -1) after = label.slice(end + 1).trim()
  }
  return { start, byName, after }
}

/** A label without the commas and points around it, and without the article that some templates put before it. */
const plain = (label: string): string =>
  label
    .trim()
    .replace(/[\s,.]{1,64}$/, '')
    .replace(/^an?\s{1,8}(?=(?:yes|no)$)/i, '')
