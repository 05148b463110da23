import { lexicon } from '../../adapters/captcha/lexicon.ts'
import { small } from '../../adapters/captcha/plainWords.ts'
import { inWords, type Random } from './captchaProblems.ts'

/** How often, in percent: of numbers, of numbers, of gaps between words, of nouns and other words that decide nothing. */
export type Rates = {
  readonly saidAgain: number
  readonly takenBack: number
  readonly junk: number
  readonly unknown: number
}

export const fluent: Rates = { saidAgain: 0, takenBack: 0, junk: 0, unknown: 0 }

/** A problem as people say it: numbers said again or corrected, scraps between words, words that no lexicon has. */
export function disfluent(text: string, rates: Rates, random: Random): string {
  const happens = (percent: number) => random(100) < percent
  const renamed = new Map<string, string>()
  const out: string[] = []
  const all = pieces(text)
  for (const [at, piece] of all.entries()) {
    if (happens(rates.junk)) out.push(`${junkWord(random)}${random(3) === 0 ? ',' : ''}`)
    if (isNumber(piece)) out.push(...stumble(piece, unitIn(all[at + 1]), rates, random))
    else
      out.push(
        isFree(piece) && (renamed.has(piece) || happens(rates.unknown))
          ? rename(piece, renamed, random)
          : piece,
      )
  }
  return out.join(' ')
}

const isCounting = (word: string): boolean =>
  word !== 'one' && ['number', 'scale'].includes(lexicon.get(word)?.role ?? '')

/** Words, with those of one number together. */
function pieces(text: string): string[] {
  const found: string[] = []
  let isOpen = false
  for (const word of text.split(' ')) {
    const plain = word.replace(/[^a-z]/g, '')
    const isPart: boolean = isCounting(plain) || (isOpen && ['one', 'point'].includes(plain))
    if (isPart && isOpen) found.push(`${found.pop()} ${word}`)
    else found.push(word)
    isOpen = isPart && plain === word
  }
  return found
}

const isNumber = (piece: string): boolean => isCounting(piece.split(' ')[0]!.replace(/[^a-z]/g, ''))

function stumble(piece: string, unit: string, { saidAgain, takenBack }: Rates, random: Random): string[] {
  const number = piece.replace(/[^a-z ]/g, '')
  const end = piece.slice(number.length)
  const happens = (percent: number) => random(100) < percent
  if (happens(takenBack)) {
    const drawn = inWords(2 + random(60))
    const wrong = drawn === number ? 'ninety' : drawn
    return [fill(backs[random(backs.length)]!, number, wrong, unit) + end]
  }
  return happens(saidAgain) ? [fill(agains[random(agains.length)]!, number, number, unit) + end] : [piece]
}

const fill = (form: string, number: string, wrong: string, unit: string): string =>
  form.replace('OLD', wrong).replaceAll('NEW', number).replaceAll(' UNIT', unit)

const units: ReadonlySet<string> = new Set(['force', 'length', 'time', 'mass', 'thing', 'things'])

/** The unit that a word is, with a space before it, or nothing. */
const unitIn = (word = ''): string => (units.has(lexicon.get(word)?.role ?? '') ? ` ${word}` : '')

const backs = [
  'OLD, no, NEW',
  'OLD no NEW',
  'OLD, no wait, NEW',
  'OLD, wait, NEW',
  'OLD, sorry, NEW',
  'OLD, i mean NEW',
  'OLD or rather NEW',
  'OLD, make that NEW',
  'OLD, scratch that, NEW',
  'OLD, correction, NEW',
  'OLD, actually NEW',
  'OLD, er, no, NEW',
  'OLD? no: NEW',
  'OLD, oops, NEW',
  'not OLD but NEW',
  'OLD UNIT, no, NEW',
  'OLD UNIT, wait, NEW',
  'OLD UNIT, sorry, i mean NEW',
  'OLD UNIT and then, oh no, NEW',
  'OLD UNIT, make that NEW',
]
const agains = [
  'NEW, NEW,',
  'NEW, yes NEW',
  'NEW, um, NEW',
  'NEW, that is NEW,',
  'NEW, i say NEW,',
  'NEW (NEW)',
  'NEW, right, NEW',
  'NEW UNIT, NEW',
  'NEW UNIT, yes NEW',
  'NEW UNIT NEW',
  'NEW UNIT, by NEW',
]

const isFree = (piece: string): boolean => {
  const role = lexicon.get(piece)?.role
  return /^[a-z]{3,}$/.test(piece) && !smallWords.has(piece) && (role === undefined || free.has(role))
}

const smallWords: ReadonlySet<string> = new Set(small.split(' '))
const free: ReadonlySet<string> = new Set(['plain', 'thing', 'things', 'adjective'])

function rename(word: string, renamed: Map<string, string>, random: Random): string {
  const stem = word.replace(/s$/, '')
  const known = renamed.get(stem) ?? junkWord(random)
  renamed.set(stem, known)
  renamed.set(`${stem}s`, known)
  return word === stem ? known : `${known}s`
}

const starts = 'bl br cr dr fl fr gl gr kr pl pr sk sl sn spl str thr v w z tr'.split(' ')
const middles = 'a e i o u oo ee'.split(' ')
const ends = 'bble rk nt mp zz sh ck ft dge gg b d k m p v x'.split(' ')

function junkWord(random: Random): string {
  const pick = (list: readonly string[]) => list[random(list.length)]!
  return pick(starts) + pick(middles) + (random(3) === 0 ? pick(['da', 'lo', 'mi', 'bu']) : '') + pick(ends)
}
