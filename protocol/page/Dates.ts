import type { Attributes } from './Attributes.ts'
import { JsonBlocks, type Value } from './JsonBlocks.ts'
import * as JsonText from './JsonText.ts'
import type { Tag } from './Markup.ts'
import { type Moment, momentOf } from './Moment.ts'
import { Offsets, type Span } from './Offsets.ts'
import { textOf } from './Segment.ts'

/** Where a page gives a date for machines, and of what. */
export type Where = 'time' | 'json-ld' | 'meta' | 'feed' | 'json' | 'filing'
export type Role = 'published' | 'modified' | 'event' | 'unknown'

/** A date that a page gives for machines; its place in the visible text if it has one. */
export type PageDate = Moment & {
  readonly where: Where
  readonly role: Role
  readonly start: number | null
  readonly end: number | null
}

const roles: readonly (readonly [Role, ReadonlySet<string>])[] = [
  ['modified', new Set('modified updated update revised lastmod edited lastupdated'.split(' '))],
  ['event', new Set('start end event expires expiry deadline effective valid'.split(' '))],
  [
    'published',
    new Set(
      'published publish pub pubdate publication issued created posted uploaded filed released'.split(' '),
    ),
  ],
]

/** What a key or a name such as `article:published_time` or `dateModified` says that its date is of. */
export function roleOf(name: string): Role {
  const words = wordsOf(name)
  return roles.find(([, set]) => words.some((word) => set.has(word)))?.[0] ?? 'unknown'
}

/** The words of a name, in lower case: parted by capitals and by whatever is no letter. */
export const wordsOf = (name: string): readonly string[] =>
  name
    .slice(0, 200)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)

export function dateOf(text: string, where: Where, role: Role, span: Span | null): PageDate | null {
  const moment = momentOf(text)
  return moment && { ...moment, where, role, start: span?.start ?? null, end: span?.end ?? null }
}

/** Collects the dates of HTML while its blocks are read. */
export class HtmlDates {
  readonly dates: PageDate[] = []
  private readonly raw: string
  private readonly text: string

  constructor(raw: string, text: string) {
    this.raw = raw
    this.text = text
  }

  /** `<meta>`, and elements that give a property's value in an attribute. */
  began(name: string, attributes: Attributes): void {
    const content = attributes.get('content')
    if (content === undefined) return
    const property = attributes.get('itemprop')
    const label =
      name === 'meta'
        ? (attributes.get('property') ?? attributes.get('name') ?? attributes.get('http-equiv'))
        : null
    const role = nameRole(property ?? label ?? '')
    if (role !== 'unknown') this.add(content, 'meta', role, null)
  }

  /** `<time>`, with the text that it shows; without an attribute the text itself, where a machine can read it. */
  ended(name: string, attributes: Attributes, span: Span | null): void {
    if (name !== 'time') return
    const given = attributes.get('datetime') ?? (span === null ? '' : this.text.slice(span.start, span.end))
    const label = `${attributes.get('itemprop') ?? ''} ${attributes.get('class') ?? ''}`
    this.add(given, 'time', attributes.has('pubdate') ? 'published' : roleOf(label), span)
  }

  /** JSON-LD. What it says of a comment or of another part is not the page's. */
  unseen(tag: Tag, attributes: Attributes, start: number, end: number): void {
    if (tag.name !== 'script' || attributes.get('type')?.toLowerCase() !== 'application/ld+json') return
    const json = this.raw.slice(start, end)
    eachValue(json, ({ path, key, isText }, text) => {
      const isDate = isText && wordsOf(key).includes('date')
      if (isDate) this.add(text, 'json-ld', isOfPart(path) ? 'unknown' : roleOf(key), null)
    })
  }

  private add(text: string, where: Where, role: Role, span: Span | null): void {
    const date = dateOf(text, where, role, span)
    if (date !== null) this.dates.push(date)
  }
}

/** A name such as `date` or `DC.date` without more means the day of publication. */
function nameRole(name: string): Role {
  const role = roleOf(name)
  if (role !== 'unknown') return role
  return wordsOf(name).at(-1) === 'date' ? 'published' : 'unknown'
}

/** Only what stands at the top or in a graph is of the page. */
const isOfPart = (path: string): boolean =>
  path
    .toLowerCase()
    .split('/')
    .some(
      (step) => step === 'comment' || step === 'review' || step === 'ispartof' || step === 'itemlistelement',
    )

/** The values of a JSON text, read without parsing it as a whole. */
export function eachValue(json: string, hear: (value: Value, text: string) => void): void {
  const segments = JsonText.segments(json)
  const text = textOf(segments)
  new JsonBlocks(json, new Offsets(segments, text), (value) =>
    hear(value, text.slice(value.span.start, value.span.end)),
  ).read()
}
