import { attributesOf, decoded } from '../Attributes.ts'
import { isFeed } from '../Feed.ts'
import { scan, type Tag } from '../Markup.ts'
import { plain } from './Shown.ts'

/** What the markup of a page shows beside its text. */
export type Signals = {
  readonly hasScript: boolean
  /** An element that scripts fill, such as `<div id="root">`. */
  readonly hasMount: boolean
  readonly hasPassword: boolean
  /** A script, frame or field of a challenge. */
  readonly hasChallenge: boolean
  /** It says that it may not be read by everybody (`isAccessibleForFree`). */
  readonly isPaid: boolean
  /** An element that is named a paywall. */
  readonly hasPaywall: boolean
  /** Search engines are asked to leave the page out. */
  readonly isUnlisted: boolean
  /** A link to the next part, or a button that loads more. */
  readonly hasMore: boolean
  /** The text of links and buttons that go on with what was cut off. */
  readonly readMore: number
  /** It ends within a tag, a comment or a script, or with elements open that its end should have closed. */
  readonly isCut: boolean
}

const mounts = new Set([
  'root',
  'app',
  '__next',
  '__nuxt',
  'app-root',
  'react-root',
  'svelte',
  'ember-app',
  'gatsby',
])
const challenges = ['captcha', 'challenge-platform', 'turnstile', 'cf-challenge', 'px-block', 'datadome']

const mores =
  /^(load|show|view|see) (more|all|older)( (results|items|entries|posts|stories|news|filings))?$|^(next|older|more results|next page|older posts|older entries|nächste|nächste seite|weitere laden|suivant|page suivante|siguiente|cargar más|próxima)$/
const readsOn =
  /^(read more|continue reading|keep reading|read the full (story|article)|show full text|weiterlesen|lire la suite|leer más|seguir leyendo|continua a leggere)$/

/** Elements that authors close themselves. */
const closed = new Set(['div', 'main', 'article', 'section', 'table', 'ul', 'ol', 'channel', 'item', 'entry'])
/** XML has an end; of HTML it may be left out. */
const xmlRoots = new Set(['rss', 'feed', 'rdf:rdf'])

export function signalsOf(raw: string): Signals {
  const reader = new SignalReader(raw)
  scan(raw, reader, { isFeed: isFeed(raw) })
  return reader.signals
}

class SignalReader {
  private readonly raw: string
  private readonly found = {
    hasScript: false,
    hasMount: false,
    hasPassword: false,
    hasChallenge: false,
    isPaid: false,
    hasPaywall: false,
    isUnlisted: false,
    hasMore: false,
    readMore: 0,
  }
  private open = 0
  private hasRoot = false
  private isXml = false
  private hasEnd = false
  private isWithin = false
  /** Where the text of a link or button begins. */
  private label = -1

  constructor(raw: string) {
    this.raw = raw
  }

  get signals(): Signals {
    const isOpen = this.hasRoot && !this.hasEnd && (this.open > 0 || this.isXml)
    return { ...this.found, isCut: this.isWithin || isOpen }
  }

  readonly tag = (tag: Tag): void => {
    const { name, isEnd } = tag
    this.isWithin = tag.end >= this.raw.length && !this.isEnded(tag)
    const isXml = xmlRoots.has(name)
    if (name === 'html' || name === 'body' || isXml) {
      if (isEnd) this.hasEnd = true
      else this.hasRoot = true
      if (isXml) this.isXml = true
    }
    if (closed.has(name)) this.open += isEnd ? -1 : 1
    if (name === 'a' || name === 'button') this.readLabel(tag)
    if (!isEnd) this.look(tag)
  }

  readonly text = (): void => {
    this.isWithin = false
  }

  readonly unseen = ({ name }: Tag, start: number, end: number): void => {
    this.isWithin = end >= this.raw.length
    if (name !== 'script') return
    const [, free] = this.raw.slice(start, end).split('"isAccessibleForFree"', 2)
    if (free !== undefined && /^\s{0,9}:\s{0,9}"?false/i.test(free)) this.found.isPaid = true
  }

  private isEnded({ start, name }: Tag): boolean {
    const isComment = name === '' && this.raw.startsWith('<!--', start)
    return isComment ? this.raw.endsWith('-->') || this.raw.endsWith('--!>') : this.raw.endsWith('>')
  }

  private look(tag: Tag): void {
    const { found } = this
    const { name } = tag
    if (name === 'script') found.hasScript = true
    if (tag.end - tag.nameEnd < 4) return
    const attributes = attributesOf(this.raw, tag)
    const id = attributes.get('id')?.toLowerCase() ?? ''
    if (name === 'div' && mounts.has(id)) found.hasMount = true
    if (name === 'input' && attributes.get('type')?.toLowerCase() === 'password') found.hasPassword = true
    if ((name === 'a' || name === 'link') && attributes.get('rel')?.toLowerCase() === 'next')
      found.hasMore = true
    const isRobots = name === 'meta' && attributes.get('name')?.toLowerCase() === 'robots'
    if (isRobots && /noindex/i.test(attributes.get('content') ?? '')) found.isUnlisted = true
    const places = [id, attributes.get('class'), attributes.get('src'), attributes.get('name')]
    const said = places
      .map((place) => (place ?? '').slice(0, 300))
      .join(' ')
      .toLowerCase()
    if (name !== 'body' && name !== 'html' && /paywall|regwall/.test(said)) found.hasPaywall = true
    if (challenges.some((word) => said.includes(word))) found.hasChallenge = true
  }

  private readLabel({ isEnd, start, end }: Tag): void {
    if (!isEnd) {
      this.label = end
      return
    }
    if (this.label === -1 || start - this.label > longestLabel) return
    const label = plain(wordsOnly(decoded(this.raw, this.label, start)))
    if (mores.test(label)) this.found.hasMore = true
    if (readsOn.test(label)) this.found.readMore++
    this.label = -1
  }
}

const longestLabel = 200

/** A label without tags, arrows and dots. */
const wordsOnly = (label: string): string =>
  label
    .split('<')
    .map((part, i) => (i === 0 ? part : part.slice(part.indexOf('>') + 1)))
    .join('')
    .split(/[›»→>….]/)
    .join(' ')
    .trim()
