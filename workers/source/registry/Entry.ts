import { RE2JS } from 're2js'
import { z } from 'zod'
import { isSameSite } from '../../../services/fetch/isSameSite.ts'
import * as JsonPath from '../../../services/fetch/JsonPath.ts'
import { isPublicName } from './publicAddress.ts'
import * as Slot from './Slot.ts'
import * as Template from './template.ts'

/** Who decides or keeps the record, who reports under its own name, everyone else. */
export const classes = ['primary', 'wire', 'secondary'] as const

/** Slots that every question fills: who it is about, and the window in which it must happen. */
export const commonSlots: Readonly<Record<string, Slot.Kind>> = {
  subject: 'text',
  quoted_subject: 'phrase',
  date: 'day',
  compact_date: 'compact_day',
  year: 'year',
  month: 'month',
  from: 'day',
  to: 'day',
  from_year: 'year',
  to_year: 'year',
  from_seconds: 'seconds',
  to_seconds: 'seconds',
  page: 'count',
}

const line = z.string().min(1).max(512)
const slotName = z.string().regex(/^[a-z][a-z0-9_]{0,31}$/, 'expected a name in lower case')
const words = z.array(z.string().min(1).max(64)).max(64)

const path = z
  .string()
  .max(512)
  .refine(JsonPath.isPath, 'expected a JSONPath (RFC 9535) without match() and search()')

const pattern = z
  .string()
  .max(512)
  .refine(isPattern, 'expected an RE2 pattern with a group named `value`, like (?P<value>[0-9]+)')

const slot = z.strictObject({
  kind: z.enum(Slot.kinds),
  /** Looked for in question and rules, in this order; the first that is found fills the slot. */
  find: z.array(pattern).max(8).default([]),
  /** What is taken where nothing is found. */
  otherwise: z.string().min(1).max(128).optional(),
})

/** Names that questions use, and what they mean to this source, such as a company and its number. */
const subject = z.strictObject({
  names: z.array(z.string().min(2).max(128)).min(1).max(32),
  slots: z.record(slotName, z.string().min(1).max(128)),
})

export const dateForms = ['iso', 'day', 'period', 'seconds', 'milliseconds'] as const

/** Where the facts of a JSON reply stand. With `rows`, the other paths start at a row; without, they are parallel lists. */
const facts = z.strictObject({
  rows: path.refine(isRowPath, 'expected lists by name, such as $.days[*].games[*]').optional(),
  subject: path.optional(),
  value: path,
  /** Several parts, such as a year and a month, are joined by a hyphen. */
  date: z.union([path, z.array(path).min(1).max(3)]),
  date_form: z.enum(dateForms),
})

/** What every reply of this source has, so that another layout is noticed. */
const layout = z.strictObject({
  /** JSON: paths that lead to something in every good reply, also in an empty one. */
  has: z.array(path).max(8).default([]),
  /** HTML and text: words that stand on every good page. */
  says: z.array(z.string().min(1).max(128)).max(8).default([]),
  /** JSON: a path that leads to something in error replies alone. */
  refuses: path.optional(),
  /** JSON: where the reply says that it succeeded, and in which words. */
  succeeds: z.strictObject({ at: path, is: words.min(1) }).optional(),
})

const completeFor = z.strictObject({
  /** In words: what is on this list without exception. */
  what: line,
  /** The slot that names the subject; left out where the source is complete for everyone. */
  subject: slotName.optional(),
  /** The slots that bound the window in time; left out where the list reaches back to its beginning. */
  window: z.tuple([slotName, slotName]).optional(),
})

const paging = z.strictObject({
  /** The first value of `{page}`, and by how much it grows. */
  first: z.int().min(0).max(1_000).default(1),
  step: z.int().min(1).max(1_000).default(1),
  /** How many pages are planned. */
  pages: z.int().min(1).max(8).default(1),
  /** Rows of a full page: where the last page is full, there may be more, and the list is not complete. */
  size: z.int().min(1).max(10_000),
})

// Keys are the transport's, and what a connection needs is no config's.
const forbiddenHeaders = [
  'authorization',
  'cookie',
  'host',
  'connection',
  'content-length',
  'proxy-authorization',
]
const headers = z.record(
  z.string().regex(/^[a-z][a-z0-9-]{0,63}$/, 'expected a name in lower case'),
  z.string().regex(/^[\x20-\x7e]{1,256}$/, 'expected one line of ASCII'),
)

/** A source that a question may be looked up at: what it knows, how it is asked, and how its reply is read. */
export const schema = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'expected a name in lower case'),
    name: z.string().min(1).max(256),
    /** Whose word it is: rules that name this domain name this source. */
    domain: z.string().max(253).refine(isPublicName, 'expected a public domain'),
    class: z.enum(classes),
    /** Whether anyone may publish on the domain: then its other pages are secondary, whatever this source is. */
    shared: z.boolean().default(false),
    /** Words of a question or its rules; without any, the source is asked only where the rules name its domain. */
    topics: words.default([]),
    url: z
      .string()
      .max(2_048)
      .superRefine((url, context) => {
        const fault = Template.faultOf(url)
        if (fault !== null) context.addIssue({ code: 'custom', message: fault })
      }),
    slots: z.record(slotName, slot).default({}),
    subjects: z.array(subject).max(512).default([]),
    kind: z.enum(['html', 'json', 'feed', 'text']),
    complete_for: completeFor.optional(),
    paging: paging.optional(),
    /** So many requests in so many seconds, as the source asks for. */
    rate: z
      .strictObject({ requests: z.int().min(1).max(1_000), seconds: z.int().min(1).max(86_400) })
      .optional(),
    /** Licence and terms, for the operator. */
    terms: line,
    /** `{contact}` stands for the contact of the worker's config. */
    headers: headers.default({}),
    layout: layout.prefault({}),
    facts: facts.optional(),
  })
  .superRefine((entry, context) => {
    for (const { at, message } of faults(entry)) context.addIssue({ code: 'custom', path: at, message })
  })
export type Entry = z.output<typeof schema>

type Fault = { readonly at: string[]; readonly message: string }

function faults(entry: {
  url: string
  domain: string
  kind: string
  slots: Record<string, unknown>
  subjects: readonly z.output<typeof subject>[]
  complete_for?: z.output<typeof completeFor> | undefined
  paging?: unknown
  facts?: unknown
  layout: z.output<typeof layout>
  headers: Record<string, string>
}): Fault[] {
  if (Template.faultOf(entry.url) !== null) return []
  const found: Fault[] = []
  const add = (at: string, message: string) => found.push({ at: at.split('.'), message })
  const used = Template.slotsIn(entry.url)
  const own = Object.keys(entry.slots)
  for (const name of used)
    if (!own.includes(name) && !Object.hasOwn(commonSlots, name))
      add('url', `{${name}} is not declared in slots`)
  for (const name of own) {
    if (Object.hasOwn(commonSlots, name))
      add(`slots.${name}`, 'every question fills this one: give it another name')
    if (!used.includes(name)) add(`slots.${name}`, 'the URL has no such slot')
  }
  for (const [i, { slots }] of entry.subjects.entries())
    for (const name of Object.keys(slots))
      if (!own.includes(name)) add(`subjects.${i}.slots.${name}`, 'it is not declared in slots')
  for (const name of [entry.complete_for?.subject, ...(entry.complete_for?.window ?? [])])
    if (name !== undefined && !used.includes(name)) add('complete_for', `the URL does not ask for {${name}}`)
  if (!isSameSite(new URL(entry.url.replace(/\{[^}]*\}/g, 'x')).hostname, entry.domain))
    add('url', `its host does not belong to ${entry.domain}`)
  if ((entry.paging === undefined) === used.includes('page'))
    add('paging', '{page} and paging need each other')
  for (const name of Object.keys(entry.headers))
    if (forbiddenHeaders.includes(name)) add(`headers.${name}`, 'keys belong in `sources.keys`')
  const { layout } = entry
  if (entry.kind === 'json' && layout.has.length === 0) add('layout.has', 'say what every reply has')
  if (entry.kind !== 'json' && entry.facts !== undefined) add('facts', 'only JSON has facts at paths')
  if ((entry.kind === 'html' || entry.kind === 'text') && layout.says.length === 0)
    add('layout.says', 'say which words stand on every good page')
  return found
}

/** The kinds of all slots of an entry. */
export const kindsOf = ({ slots }: Entry): Record<string, Slot.Kind> => ({
  ...commonSlots,
  ...Object.fromEntries(Object.entries(slots).map(([name, { kind }]) => [name, kind])),
})

/** Only plain steps from list to list: a filter or a descent finds nothing where a name has changed, and nothing looks like silence. */
function isRowPath(text: string): boolean {
  const parts = text.slice(1).split('[*]')
  return parts.length > 1 && parts.at(-1) === '' && parts.every((part) => !/[*?:,]|\.\./.test(part))
}

function isPattern(text: string): boolean {
  try {
    return Object.hasOwn(RE2JS.compile(text).namedGroups(), 'value')
  } catch {
    return false
  }
}
