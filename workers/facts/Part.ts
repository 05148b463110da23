import { scan, type Word } from '../../reading/text/Words.ts'
import { clausesOf } from './Clauses.ts'
import type { EventSpec } from './EventSpec.ts'
import { deniesAnything } from './Statement.ts'
import { familiesIn, stems } from './Verbs.ts'

/**
 * Whether the asked verb acts on something that only has to do with what is asked: "acquired a stake in", "signed a letter on", "refused
 * to end", "resigned from the board of". What stands between a verb and the name, and is closed by a preposition, is what it acts on.
 */
export function isOfPart(spec: EventSpec, text: string): boolean {
  if (spec.mention !== null || spec.comparison !== null) return false
  const known = knownOf(spec)
  const found = sentencesOf(text).flatMap((words) => readSentence(words, known))
  return found.includes('part') && !found.includes('whole')
}

/** What "a motion to reject" would do is done no more than the motion is carried. */
function readSentence(words: readonly Told[], known: Known): Finding[] {
  const found: Finding[] = []
  for (const hit of hitsIn(words, known.families)) {
    const isHeld = words[hit.at - 1]?.text === 'to' && found.at(-1) === 'part'
    found.push(isHeld ? 'part' : readHit(words, hit, known))
  }
  return found
}

type Known = {
  readonly families: ReadonlySet<string>
  /** The words of the question and of what its rules let count. */
  readonly words: ReadonlySet<string>
  /** The words that the verb is asked to act on. */
  readonly targets: ReadonlySet<string>
  /** Whether the question has its verb act on something. */
  readonly isTransitive: boolean
}

function knownOf({ question, rules, predicate, subject, object, names }: EventSpec): Known {
  const words = wordsOf(predicate.quote)
  const families = new Set(familiesIn(words.map(({ stem }) => stem)).map(({ name }) => name))
  const verb = hitsIn(words, families)[0]
  const behind = verb === undefined ? [] : words.slice(verb.end)
  // "be appointed": whom the title begins with is whom it befalls.
  const isPassive = isDoneTo(predicate.quote)
  const named = (isPassive ? subject : object)?.cores.flat() ?? []
  const targets = [...named, ...(isPassive ? [] : behind.filter(isContent).map(({ stem }) => stem))]
  // "sign with" may be one phrase of the family, and is still no verb that acts on something by itself.
  const first = (verb === undefined ? [] : words.slice(verb.at + 1)).find(
    (word) => !determiners.has(word.text) && !isAdverb(word) && !particles.has(word.text),
  )
  const all = [`${question} ${clausesOf(rules).yes.join(' ')}`, ...names.flatMap(({ cores }) => cores.flat())]
  return {
    families,
    words: new Set(all.flatMap(stems)),
    targets: new Set(targets.flatMap(stems)),
    isTransitive: isPassive || (first !== undefined && !prepositions.has(first.text)),
  }
}

/** "be appointed", and not "be out". */
const isDoneTo = (predicate: string): boolean => {
  const [, word] = /^(?:be|get) (?:[a-z]+ly )?([a-z]+)/i.exec(predicate) ?? []
  return word !== undefined && (word.endsWith('ed') || !word.startsWith(stems(word)[0] ?? word))
}

type Told = Word & { readonly stem: string }
type Hit = { readonly at: number; readonly end: number; readonly families: readonly string[] }

const wordsOf = (text: string): Told[] =>
  scan(text).map((word) => ({
    ...word,
    stem: word.kind === 'word' ? (stems(word.text)[0] ?? '') : word.text,
  }))

function sentencesOf(text: string): Told[][] {
  const all: Told[][] = []
  for (const word of wordsOf(text)) {
    const last = all.at(-1)
    if (last === undefined || last[0]!.sentence !== word.sentence) all.push([word])
    else last.push(word)
  }
  return all
}

/** The places of the asked families; a noun that the verb before it acts on belongs to that verb. */
const hitsIn = (words: readonly Told[], families: ReadonlySet<string>): Hit[] => {
  const hits = familiesIn(words.map(({ stem }) => stem)).filter(({ name }) => families.has(name))
  return [...new Set(hits.map(({ at }) => at))].map((at) => {
    const here = hits.filter((hit) => hit.at === at)
    return {
      at,
      end: at + Math.max(...here.map(({ length }) => length)),
      families: here.map(({ name }) => name),
    }
  })
}

type Finding = 'part' | 'whole' | 'open'

function readHit(words: readonly Told[], hit: Hit, known: Known): Finding {
  if (isGoverned(words, hit)) return 'part'
  if (hit.families.some((name) => leaving.has(name)) && isLeftElse(words.slice(hit.end), known)) return 'part'
  if (!known.isTransitive) return 'open'
  const before = words[hit.at - 1]?.text ?? ''
  if (passive.has(before) && words.slice(0, hit.at).some((word) => known.targets.has(word.stem)))
    return 'whole'
  return readObject(words.slice(hit.end), known)
}

/** "refused to end", "withdrew its recall": a word that turns down stands before it in the same clause. */
function isGoverned(words: readonly Told[], { at }: Hit): boolean {
  const start = words.findLastIndex((word, i) => i < at && isBorder(word)) + 1
  const lead = words.slice(start, at)
  const last = lead.findLastIndex(
    (word) => word.kind === 'word' && deniesAnything(word.text) && !negations.has(word.text),
  )
  if (last === -1) return false
  return lead.slice(last + 1).every((word) => linking.has(word.text) || isAdverb(word))
}
const negations = new Set('not no never neither nor none without cannot'.split(' '))
const linking = new Set(
  'to its their his her the a an of any plans plan efforts effort attempts attempt bid'.split(' '),
)

/** What a verb acts on, read from behind it. */
function readObject(behind: readonly Told[], known: Known): Finding {
  const phrase: Told[] = []
  for (let at = 0; at < behind.length; at++) {
    const word = behind[at]!
    if (quotes.has(word.text)) continue
    if (known.targets.has(word.stem)) return readOwner(behind.slice(at), known)
    if (isBorder(word)) return 'open'
    if (!prepositions.has(word.text)) phrase.push(word)
    else if (phrase.filter(isContent).length > 0 || !leading.has(word.text)) {
      // "an agreement to buy": whether an agreement is enough is another check's matter.
      if (word.text === 'to' && isAgreement(phrase)) return 'open'
      const reachesTarget = behind.slice(at).some(({ stem }) => known.targets.has(stem))
      return reachesTarget && isOther(phrase, known) ? 'part' : 'open'
    }
  }
  return 'open'
}

/** "confirmed Aram Pell's withdrawal": the name only owns what is acted on. */
function readOwner(from: readonly Told[], known: Known): Finding {
  const run = from.findIndex((word) => !known.targets.has(word.stem) && !quotes.has(word.text))
  const owner = from.slice(0, run === -1 ? from.length : run + 1).findIndex(isOwning)
  if (owner === -1) return 'whole'
  const rest = from.slice(owner + 1)
  const end = rest.findIndex((word) => isBorder(word) || prepositions.has(word.text))
  return isOther(rest.slice(0, end === -1 ? rest.length : end), known) ? 'part' : 'whole'
}

const isAgreement = (phrase: readonly Told[]): boolean => {
  const head = phrase.filter(isContent).at(-1)
  return head !== undefined && familiesIn([head.stem]).some(({ name }) => name === 'agree')
}

const isOwning = ({ text }: Told): boolean => text === "'" || text.endsWith("'s") || text.endsWith("s'")

/** A phrase whose last word of its own is none of the market's. */
function isOther(phrase: readonly Told[], known: Known): boolean {
  if (phrase.some(({ text }) => wholes.has(text))) return false
  const head = phrase.filter(isContent).at(-1)
  return head !== undefined && !isKnown(head, known)
}

const isKnown = ({ stem }: Told, { words, families }: Known): boolean =>
  words.has(stem) ||
  offices.has(stem) ||
  familiesIn([stem]).some(({ name }) => families.has(name)) ||
  (stem.length > 4 && [...words].some((word) => word.slice(0, 5) === stem.slice(0, 5)))

/** Who leaves something leaves it as or from what is asked, or simply leaves. */
function isLeftElse(behind: readonly Told[], known: Known): boolean {
  const [first] = behind.filter((word) => !isAdverb(word) && !particles.has(word.text))
  if (first === undefined || (first.text !== 'from' && first.text !== 'as')) return false
  const start = behind.indexOf(first) + 1
  const end = behind.findIndex((word, i) => i >= start && isBorder(word))
  const phrase = behind.slice(start, end === -1 ? behind.length : end).filter(isContent)
  const isCalled = phrase.some((word) => isKnown(word, known))
  return phrase.length > 0 && !isCalled && !initials(phrase).some((each) => known.words.has(each))
}
const leaving = new Set(['resign', 'leave', 'withdraw'])
const offices = new Set(stems('office post position role job seat duties'))
const initials = (phrase: readonly Told[]): string[] => {
  const letters = phrase.map(({ text }) => text[0]).join('')
  return [letters, letters.slice(0, 3)].filter(({ length }) => length > 2)
}

const determiners = new Set('the a an its his her their our this that these those any some'.split(' '))
const prepositions = new Set(
  'of in on for from to into with over about at near regarding concerning toward towards under within'.split(
    ' ',
  ),
)
/** What may stand between a verb and its object: "approval of", "took over". */
const leading = new Set('of over off up out down back away'.split(' '))
const particles = new Set('over off up out down back away'.split(' '))
const borders = new Set(
  'and or but that which who whom whose when while as after before because since than if by although though'.split(
    ' ',
  ),
)
const quotes = new Set(['"', '“', '”', '«', '»', '(', ')', '-', '‘'])
const wholes = new Set('all entire whole full every 100 outright entirety remaining rest'.split(' '))
const passive = new Set('was were been be being is are get got'.split(' '))
const isBorder = ({ text, kind }: Told): boolean =>
  borders.has(text) || (kind === 'mark' && !quotes.has(text) && text !== "'" && text !== '’')
const times = new Set(
  `today yesterday tomorrow tonight monday tuesday wednesday thursday friday saturday sunday january february march april may june july
  august september october november december morning evening afternoon week month year now then just also`
    .trim()
    .split(/\s+/),
)
const isAdverb = ({ text }: Told): boolean => /^[a-z]{2,}ly$/.test(text) || times.has(text)
const isContent = (word: Told): boolean =>
  word.kind === 'word' &&
  word.text.length > 2 &&
  !determiners.has(word.text) &&
  !prepositions.has(word.text) &&
  !borders.has(word.text) &&
  !isAdverb(word)
