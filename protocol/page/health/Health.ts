import type { Reading } from '../Reading.ts'
import { type Portion, portionOf } from './Completeness.ts'
import { isExcerpt } from './Excerpt.ts'
import { languageOf } from './Language.ts'
import { lengthOf, type Part, plain, type Shown, shownOf } from './Shown.ts'
import { type Signals, signalsOf } from './Signals.ts'
import * as Wording from './Wording.ts'

/** What is wrong with a page; docs/pages.md says of each when it is given. */
export type Code =
  | 'empty'
  | 'not-text'
  | 'script-shell'
  | 'bot-wall'
  | 'consent-wall'
  | 'login-wall'
  | 'not-found'
  | 'error'
  | 'truncated'
  | 'not-archived'
  | 'wrong-language'
  /** Of the list, not of the page: it is healthy, and what it does not show may be elsewhere. */
  | 'partial-list'
  /** Of the record, not of the page: it leaves out parts of what it records. */
  | 'excerpt'

export type Health = {
  /** An unhealthy page says nothing, neither that something is so nor that it is not. */
  readonly healthy: boolean
  /** Nothing on the page says that its list goes on elsewhere, or that its record leaves something out. */
  readonly complete: boolean
  /** Which part of a list the page shows, where it says that it shows a part. */
  readonly portion: Portion | null
  /** The language of its text (ISO 639-1), `other` for other scripts than Latin; null where its words do not tell. */
  readonly language: string | null
  readonly codes: readonly Code[]
}

export type Fetched = {
  readonly status: number
  readonly contentType: string | null
  readonly content: string
  readonly page: Reading
  /** Whether the fetch stopped before the page's end. */
  readonly truncated: boolean
  /** The languages that the reader reads (ISO 639-1); English alone unless given. */
  readonly languages?: readonly string[] | 'any'
}

type Seen = Fetched & {
  readonly shown: Shown
  readonly signals: Signals
  readonly portion: Portion | null
  readonly language: string | null
}

/** Beside a wall no more stands than this, in characters. */
const littleBeside = 400
/** A page with less text than this and scripts may be made by them. */
const littleText = 200
/** What stands in a mount before scripts fill it. */
const nearlyNothing = 60
/** The beginning of an article that goes on behind a wall. */
const teaser = 1_500

export function healthOf(fetched: Fetched): Health {
  const isMarkup = fetched.page.kind === 'html' || fetched.page.kind === 'feed'
  const signals = signalsOf(isMarkup ? fetched.content : '')
  const shown = shownOf(fetched.page)
  const said = portionOf(fetched.page, shown.all)
  const portion = said ?? (signals.hasMore ? { from: null, to: null, of: null } : null)
  const language = languageOf(shown.main.map(({ text }) => text).join(' '))
  const seen: Seen = { ...fetched, shown, signals, portion, language }
  const found = rules.filter(([, holds]) => holds(seen)).map(([code]) => code)
  const healthy = found.every((code) => code === 'partial-list' || code === 'excerpt')
  // An unhealthy page says nothing, so it is an excerpt of nothing.
  const codes = healthy ? found : found.filter((code) => code !== 'excerpt')
  return { healthy, complete: codes.length === 0, portion, language, codes }
}

const rules: readonly (readonly [Code, (seen: Seen) => boolean])[] = [
  ['not-text', isNotText],
  ['empty', isEmpty],
  ['script-shell', isShell],
  ['bot-wall', isBotWall],
  ['consent-wall', isConsentWall],
  ['login-wall', isLoginWall],
  ['not-found', isNotFound],
  ['error', isError],
  ['truncated', isTruncated],
  ['not-archived', (seen) => isNotice(seen, Wording.isUnarchived)],
  ['wrong-language', ({ language, languages = ['en'] }) => isForeign(language, languages)],
  ['partial-list', ({ portion }) => portion !== null],
  ['excerpt', ({ page, shown }) => page.kind !== 'json' && isExcerpt(page.title, shown.all)],
]

const isForeign = (language: string | null, reads: readonly string[] | 'any'): boolean =>
  language !== null && reads !== 'any' && !reads.includes(language)

function isNotText({ page, content }: Seen): boolean {
  if (page.kind === 'none') return true
  const start = content.slice(0, 4_096)
  let odd = 0
  for (let i = 0; i < start.length; i++) {
    const code = start.charCodeAt(i)
    if (code === 0xfffd || code < 0x09 || (code > 0x0d && code < 0x20)) odd++
  }
  return odd * 20 > start.length
}

const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

function isEmpty({ status, page, shown, signals }: Seen): boolean {
  if (status === 204 || status === 205) return true
  if (page.kind === 'none') return false
  if (page.kind !== 'html') return !hasWords(page.text)
  return !signals.hasScript && !shown.marked.some(({ text }) => hasWords(text)) && !hasDialog(shown)
}

const hasDialog = ({ all }: Shown): boolean => all.some(({ block }) => block.marks.includes('dialog'))

/** Little text, and the page says that scripts make the rest: in its words to readers without scripts, or by an empty mount. */
function isShell({ page, shown, signals }: Seen): boolean {
  if (page.kind !== 'html' || !signals.hasScript) return false
  const length = lengthOf(shown.marked)
  if (!shown.marked.some(({ text }) => hasWords(text)) && !hasDialog(shown)) return true
  const asks =
    shown.noscript.includes('javascript') || shown.main.some(({ text }) => asksForScript(plain(text)))
  const isLoading = shown.main.some(({ text }) =>
    /^(loading|please wait|wird geladen|chargement|cargando)\b/i.test(text),
  )
  return (length < littleText && (asks || isLoading)) || (length < nearlyNothing && signals.hasMount)
}

const asksForScript = (text: string): boolean =>
  text.includes('javascript') &&
  ['enable', 'requires', 'required', 'turn on', 'disabled'].some((word) => text.includes(word))

/** A page that says in its own voice what it is, and says little else; or one that says nothing else at all. */
function isNotice({ page, shown }: Seen, speaks: (text: string) => boolean): boolean {
  if (page.kind === 'json' || page.kind === 'feed') return false
  const rest = restOf(shown.main, speaks)
  // A number alone may be what the page is there to tell.
  const opens = /[a-z]/.test(shown.opening) && speaks(shown.opening)
  return (shown.voice.some(speaks) && rest <= littleBeside) || (opens && rest <= nearlyNothing)
}

/** Characters of the main text that are neither headings nor the wording itself. */
const restOf = (parts: readonly Part[], speaks: (text: string) => boolean): number =>
  lengthOf(parts.filter(({ text, level }) => level === 0 && !speaks(plain(text))))

function isBotWall(seen: Seen): boolean {
  const { status, signals, shown } = seen
  if (status === 403 || status === 429 || status === 451 || status === 999) return true
  if (isNotice(seen, Wording.isBotCheck)) return true
  const asks = shown.all.some(({ text }) => Wording.isBotCheck(plain(text)))
  return signals.hasChallenge && asks && restOf(shown.main, Wording.isBotCheck) <= littleText
}

/** Consent is asked for, and there is nothing else: what lies in dialogs and banners is not what the page is about. */
function isConsentWall(seen: Seen): boolean {
  const { shown, page } = seen
  if (page.kind !== 'html') return false
  const asking = shown.all.filter(({ text }) => Wording.isConsent(plain(text)))
  if (asking.length === 0) return false
  const others = shown.main.filter((part) => !asking.includes(part) && part.level === 0)
  return lengthOf(others) < littleText && (shown.voice.some(Wording.isConsent) || lengthOf(others) === 0)
}

function isLoginWall(seen: Seen): boolean {
  const { status, shown, signals } = seen
  if (status === 401 || status === 402 || status === 407) return true
  const asking = shown.all.filter(({ text }) => text.length <= 300 && Wording.isLogin(plain(text)))
  const rest = restOf(shown.main, (text) => Wording.isLogin(text))
  // Many pages have a login box beside their text.
  const isDoor = asking.length > 0 || shown.voice.some(Wording.isDoor) || rest <= nearlyNothing
  if (signals.hasPassword && isDoor && rest <= littleBeside) return true
  if (breaksOffBefore(shown, Wording.isOffer)) return true
  const isWalled = signals.hasPaywall && shown.all.some(({ text }) => Wording.isOffer(plain(text)))
  if (isWalled && rest <= teaser) return true
  if (asking.length === 0) return false
  const last = shown.main.filter((part) => !asking.includes(part)).at(-1)?.text ?? ''
  const isBroken = isEllipsis(last)
  return rest <= littleText || ((isBroken || signals.isPaid) && rest <= teaser)
}

const isEllipsis = (text: string): boolean => text.endsWith('…') || text.endsWith('...')

/** A long text that ends within a sentence. */
const isUnfinished = (text: string): boolean => text.length >= nearlyNothing && /[\p{Ll},]$/u.test(text)

/** Whether the last paragraph breaks off, and what comes next offers how to read on. */
function breaksOffBefore({ all, main }: Shown, offers: (text: string) => boolean): boolean {
  const last = main.filter(({ text, level }) => level === 0 && !offers(plain(text))).at(-1)
  if (last?.kind !== 'paragraph' || !(isEllipsis(last.text) || isUnfinished(last.text))) return false
  const next = all.filter(({ block }) => block.start >= last.block.end).slice(0, 3)
  return next.some(({ text }) => text.length <= 300 && offers(plain(text)))
}

function isNotFound(seen: Seen): boolean {
  const { status, page, shown, signals } = seen
  if (status === 404 || status === 410 || isNotice(seen, Wording.isMissing)) return true
  if (page.kind !== 'html') return false
  // Hosts ask search engines to leave such pages out.
  const most = signals.isUnlisted ? littleBeside : littleText
  const says = shown.main.some(({ text }) => text.length <= littleText && Wording.isMissing(plain(text)))
  return says && restOf(shown.main, Wording.isMissing) <= most
}

function isError(seen: Seen): boolean {
  const { status, page, shown } = seen
  if (status >= 500 || (status >= 300 && status < 400)) return true
  if (status >= 400 && ![401, 402, 403, 404, 407, 410, 429, 451].includes(status)) return true
  if (page.kind === 'json') return isErrorEnvelope(page)
  const isDump = Wording.isDump(plain(page.text.slice(0, 500))) && shown.length <= 2 * teaser
  // Failures that are reported have a date; those that are met have none.
  const isDated = shown.main.some(({ text }) => /\b20[0-9]{2}\b/.test(text))
  return isDump || (!isDated && isNotice(seen, Wording.isFailure))
}

const errorKeys = new Set(['error', 'errors', 'fault', 'exception'])
const envelope = new Set(
  'message detail status code statuscode status_code type title path instance timestamp request_id requestid success ok reason documentation_url trace_id'.split(
    ' ',
  ),
)

/** JSON that holds an error and nothing else: one that is named so, or a message beside the number of an error. */
function isErrorEnvelope({ blocks, text }: Reading): boolean {
  let isNamed = false
  let isNumbered = false
  for (const block of blocks) {
    if (block.kind !== 'value') continue
    const key = block.path.split('/')[1]?.toLowerCase() ?? ''
    const value = text.slice(block.start, Math.min(block.end, block.start + 10))
    if (!errorKeys.has(key) && !envelope.has(key)) return false
    if (errorKeys.has(key) && !['null', 'false', '0'].includes(value)) isNamed = true
    if (['status', 'code', 'statuscode', 'status_code'].includes(key) && /^[45][0-9]{2}$/.test(value))
      isNumbered = true
  }
  return isNamed || isNumbered
}

function isTruncated({ truncated, page, content, signals, shown }: Seen): boolean {
  if (truncated || signals.isCut) return true
  if (page.kind === 'json') return isCutJson(content)
  // One link that goes on is of this text; several are of a list of others.
  const isBroken = shown.main.some(({ text }) =>
    /(…|\.\.\.)( ?\[?(read more|continue reading)\]?)?$/i.test(text),
  )
  return signals.readMore === 1 && isBroken
}

/** Brackets that stay open, or a string. */
function isCutJson(content: string): boolean {
  let depth = 0
  for (let i = 0; i < content.length; i++) {
    const code = content.charCodeAt(i)
    if (code === quote) {
      i++
      while (i < content.length && content.charCodeAt(i) !== quote)
        i += content.charCodeAt(i) === backslash ? 2 : 1
      if (i >= content.length) return true
    } else if (code === openBrace || code === openBracket) depth++
    else if (code === closeBrace || code === closeBracket) depth--
  }
  return depth > 0
}

const quote = 0x22
const backslash = 0x5c
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d
