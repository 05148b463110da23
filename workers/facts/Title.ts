import { scan, type Word } from '../../reading/text/Words.ts'
import { daysIn } from './Days.ts'
import { isVerb } from './Verbs.ts'

/** A market's title in its parts: "Will <subject> <predicate> by <day>?" */
export type Title = {
  readonly subject: string
  readonly predicate: string
  /** What the verb is done to: the words behind it, without the day. */
  readonly rest: string
}

const openers = new Set(['will', 'does', 'did', 'do', 'is', 'are', 'has', 'have', 'can', 'was', 'were'])
const auxiliaries = new Set(['be', 'have', 'get', 'not', 'been', 'officially', 'publicly', 'formally'])
/** Base forms that titles use beyond the verbs of events. */
const bases = new Set(
  `be have get go make take give put set offer report say mention use record post score exceed top stay remain burn cost weigh
  support run own serve appear vote call hold keep become carry include measure rank trade total average show need want lead host
  receive face reach hit win beat enter touch lay plead ship bring send add change exit complete deliver allow`
    .trim()
    .split(/\s+/),
)
const closers = new Set(
  'by before on in at during until till within from between through this after'.split(' '),
)

/** Cuts a title; one that does not ask in a whole sentence is all subject, its event words the predicate. */
export function readTitle(text: string): Title {
  const asked = behindColon(text)
  const words = scan(asked).filter(({ text }) => text !== '?')
  const first = words[0]?.text ?? ''
  const start = openers.has(first) ? 1 : 0
  const verb = verbFrom(words, start)
  const end = endOfEvent(asked, words, verb ?? start)
  const slice = (from: number, to: number) =>
    from < to ? asked.slice(words[from]!.start, words[to - 1]!.end) : ''
  if (verb === null || start === 0) {
    const happening = words.findIndex((word, i) => i > 0 && !word.isCapital && isVerb(word.text))
    const cut = happening === -1 ? end : happening
    return { subject: slice(0, Math.min(cut, end)), predicate: slice(Math.min(cut, end), end), rest: '' }
  }
  const main = auxiliaries.has(words[verb]!.text) && verb + 1 < end ? verb + 1 : verb
  return { subject: slice(start, verb), predicate: slice(verb, end), rest: slice(main + 1, end) }
}

/** "Gulls vs. Iron: Will the Gulls win?" asks behind its colon. */
function behindColon(text: string): string {
  const at = text.indexOf(':')
  const rest = at === -1 ? '' : text.slice(at + 1).trim()
  return openers.has(scan(rest)[0]?.text ?? '') ? rest : text
}

function verbFrom(words: readonly Word[], start: number): number | null {
  let depth = false
  let fallback: number | null = null
  let governed: number | null = null
  for (let at = start; at < words.length; at++) {
    const word = words[at]!
    if (word.text === '"') depth = !depth
    if (depth || at === start || word.kind !== 'word' || word.isCapital) continue
    const before = words[at - 1]!
    if (closers.has(before.text) || before.text === 'the' || before.text === 'a' || before.text === 'of')
      continue
    if (word.text.endsWith("'s") || words[at + 1]?.text === "'") continue
    if (
      bases.has(word.text) ||
      (!particles.has(word.text) &&
        isVerb(word.text) &&
        isBase(word.text) &&
        !bases.has(words[at + 1]?.text ?? ''))
    )
      return at
    if (
      fallback === null &&
      (before.isCapital || before.text === '"') &&
      !closers.has(word.text) &&
      !linking.has(word.text)
    )
      fallback = at
    // "Rovers knock out": a particle behind it makes it a verb.
    if (fallback === at && particles.has(words[at + 1]?.text ?? '')) return at
    if (governed === null && !closers.has(word.text) && opensObject(words[at + 1], before)) governed = at
  }
  return fallback ?? governed
}

/** "the court overturn the ban": a word right before an article, where none stands before it. */
const opensObject = (next: Word | undefined, before: Word): boolean =>
  next !== undefined && articles.has(next.text) && !articles.has(before.text)
const articles = new Set('the a an its his her their any at'.split(' '))
const linking = new Set('of and or for the to with v vs x'.split(' '))
const particles = new Set('out up down off over in on away back through'.split(' '))

/** "by", "by the end of": nothing but small words between a closing word and its day. */
const leadsTo = (between: string): boolean =>
  scan(between).every(({ text }) => closers.has(text) || /^(?:the|end|of|noon|midnight|,|close)$/.test(text))

const isBase = (word: string): boolean => !/(?:ed|ing|tion|ment|[^s]s)$/.test(word)

/** Where the event ends: at the day that bounds it. */
function endOfEvent(text: string, words: readonly Word[], verb: number): number {
  const days = daysIn(text)
  for (let at = verb + 1; at < words.length; at++) {
    if (!closers.has(words[at]!.text)) continue
    const start = words[at]!.start
    const isDay = days.some((day) => day.start >= start && leadsTo(text.slice(start, day.start)))
    const next = words[at + 1]?.text ?? ''
    if (
      isDay ||
      /^(?:year|20[0-9]{2}|q[1-4]|end|the|summer|spring|autumn|fall|winter|early|late)$/.test(next)
    ) {
      if (
        next === 'the' &&
        !isDay &&
        !/^(?:end|close|year|first|second|third|fourth|summer|spring)$/.test(words[at + 2]?.text ?? '')
      )
        continue
      return at
    }
  }
  return words.length
}
