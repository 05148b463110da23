import { Page, PageText } from '../../../protocol/index.ts'
import { ExactJson } from '../../../protocol/source/index.ts'
import * as JsonPath from '../../../services/fetch/JsonPath.ts'
import type { dateForms, Entry } from './Entry.ts'

/** One fact of a reply, as it is written there; the dates of feeds in ISO's form. */
export type Row = { readonly subject: string | null; readonly value: string; readonly date: string }

/** What is wrong with a reply: the source refused, or it answered in another layout than the registry says. */
export type ReplyFault = {
  readonly code: 'status' | 'refused' | 'schema-mismatch'
  readonly message: string
}

export type ReplyReading =
  /** `isFull` is set where the last page has as many rows as fit, so that there may be more. */
  | { readonly ok: true; readonly rows: readonly Row[]; readonly isFull: boolean }
  | { readonly ok: false; readonly fault: ReplyFault }

type Reply = { readonly status: number; readonly body: string; readonly contentType?: string }
type Reading = Pick<Entry, 'kind' | 'layout' | 'facts' | 'paging'>

/**
 * Reads a reply as its entry says. A reply in another layout is a fault, and never an empty list: only what has the layout of a
 * good reply and no rows is empty. Pure, and never throws.
 *
 * @example
 * const reading = readReply(entry, { status: 200, body })
 * if (reading.ok) reading.rows // [{ subject: 'v1.2.0', value: 'v1.2.0', date: '2026-03-01T10:00:00Z' }]
 */
export function readReply(entry: Reading, reply: Reply): ReplyReading {
  if (reply.status < 200 || reply.status > 299)
    return fault('status', `it answered with status ${reply.status}`)
  if (entry.kind === 'json') return readJson(entry, reply.body)
  if (entry.kind === 'feed') return readItems(reply.body)
  const visible = Page.visibleText(
    reply.body,
    reply.contentType ?? (entry.kind === 'html' ? 'text/html' : 'text/plain'),
  )
  const missing = entry.layout.says.find((words) => !visible.includes(words))
  if (missing !== undefined) return mismatch(`the words "${missing}" are not on the page`)
  return { ok: true, rows: [], isFull: false }
}

const fault = (code: ReplyFault['code'], message: string): ReplyReading => ({
  ok: false,
  fault: { code, message },
})
const mismatch = (message: string): ReplyReading => fault('schema-mismatch', message)

function readItems(body: string): ReplyReading {
  const { kind, blocks } = PageText.read(body, 'application/xml')
  if (kind !== 'feed') return mismatch('it is no feed')
  const items = blocks.flatMap((block) => (block.kind === 'entry' ? [block.entry] : []))
  const rows: Row[] = []
  for (const [i, { title, link, published, updated }] of items.entries()) {
    const date = published ?? updated
    if (title === null || date === null) return mismatch(`item ${i} has no title or no date`)
    rows.push({ subject: title, value: link ?? title, date })
  }
  return { ok: true, rows, isFull: false }
}

function readJson({ layout, facts, paging }: Reading, body: string): ReplyReading {
  let document: JsonPath.Document
  try {
    document = JsonPath.parse(body)
  } catch {
    return mismatch('it is no JSON')
  }
  const { refuses, succeeds } = layout
  const isThere = (path: string) =>
    JsonPath.find(document, path).some((one) => one !== undefined && one !== null)
  if (refuses !== undefined && isThere(refuses)) return fault('refused', `${refuses} tells of an error`)
  if (succeeds !== undefined) {
    const [said] = JsonPath.find(document, succeeds.at)
    if (typeof said !== 'string') return mismatch(`${succeeds.at} leads nowhere`)
    if (!succeeds.is.includes(said)) return fault('refused', `${succeeds.at} says ${said.slice(0, 64)}`)
  }
  const missing = layout.has.find((path) => !isThere(path))
  if (missing !== undefined) return mismatch(`${missing} leads nowhere`)
  if (facts === undefined) return { ok: true, rows: [], isFull: false }
  const rows = facts.rows === undefined ? columnsOf(document, facts) : rowsOf(document, facts, facts.rows)
  if (typeof rows === 'string') return mismatch(rows)
  return { ok: true, rows, isFull: paging !== undefined && rows.length >= paging.size }
}

type Facts = NonNullable<Entry['facts']>

/** The facts of each row, or what is wrong with one. */
function rowsOf(document: JsonPath.Document, facts: Facts, path: string): Row[] | string {
  const found = elementsOf(document, path)
  if (typeof found === 'string') return found
  const rows: Row[] = []
  for (const [i, row] of found.entries()) {
    const one = (at: string) => textOf(JsonPath.find(row, at)[0])
    const value = one(facts.value)
    if (value === null) return `row ${i} of ${path} has nothing at ${facts.value}`
    const date = toDate(datePaths(facts).map(one), facts)
    if (date === null) return `row ${i} of ${path} has no date at ${datePaths(facts).join(' and ')}`
    rows.push({ subject: facts.subject === undefined ? null : one(facts.subject), value, date })
  }
  return rows
}

/** Walks from list to list, so that a list that has gone is noticed wherever it was: a path alone would just find nothing. */
function elementsOf(document: JsonPath.Document, path: string): JsonPath.Document[] | string {
  let nodes: JsonPath.Document[] = [document]
  for (const part of path.slice(1).split('[*]').slice(0, -1)) {
    const lists = nodes.map((node) => JsonPath.find(node, `$${part}`)[0])
    if (lists.some((list) => !Array.isArray(list))) return `$${part} of ${path} is no list`
    nodes = (lists as unknown[][]).flatMap((list) =>
      list.map((exact) => ({ exact, plain: plainOf(exact) }) as JsonPath.Document),
    )
  }
  return nodes
}

/** Parallel lists: as many dates as values. */
function columnsOf(document: JsonPath.Document, facts: Facts): Row[] | string {
  const list = (at: string) => JsonPath.find(document, at).map(textOf)
  const values = list(facts.value)
  const dates = datePaths(facts).map(list)
  const subject = facts.subject === undefined ? null : (list(facts.subject)[0] ?? null)
  if (dates.some((column) => column.length !== values.length))
    return `there are ${values.length} values at ${facts.value}, and another number of dates`
  const rows: Row[] = []
  for (const [i, value] of values.entries()) {
    const date = toDate(
      dates.map((column) => column[i] ?? null),
      facts,
    )
    if (date === null) return `value ${i} has no date at ${datePaths(facts).join(' and ')}`
    // A gap in a series is no value, and no fault.
    if (value !== null) rows.push({ subject, value, date })
  }
  return rows
}

const datePaths = ({ date }: Facts): readonly string[] => (typeof date === 'string' ? [date] : date)

function toDate(parts: readonly (string | null)[], { date_form }: Facts): string | null {
  if (parts.includes(null)) return null
  const date = parts.join('-')
  return isDate[date_form](date) ? date : null
}

const isDate: Readonly<Record<(typeof dateForms)[number], (text: string) => boolean>> = {
  iso: (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) && !Number.isNaN(Date.parse(text)),
  day: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)),
  period: (text) => /^\d{4}(?:-[MQSAW]?\d{1,2})?$/.test(text),
  seconds: (text) => /^\d{9,11}(?:\.\d+)?$/.test(text),
  milliseconds: (text) => /^\d{12,14}$/.test(text),
}

/** A string or a number as it is written; anything else is not a fact. */
function textOf(found: unknown): string | null {
  if (found instanceof ExactJson.NumberText) return found.source
  if (typeof found === 'boolean') return String(found)
  return typeof found === 'string' ? found : null
}

/** The same part of a document, as a path must see it. */
function plainOf(exact: unknown): unknown {
  if (exact instanceof ExactJson.NumberText) return Number(exact.source)
  if (Array.isArray(exact)) return exact.map(plainOf)
  if (typeof exact !== 'object' || exact === null) return exact
  return Object.fromEntries(Object.entries(exact).map(([key, value]) => [key, plainOf(value)]))
}
