import { isOfGrammar } from './grammar.ts'
import type { Word } from './Words.ts'

/** Verbs and the like that English sentences are held together by, besides the words of its grammar. */
const helpers = new Set(
  'will is are was be been has have does can would should if not resolve resolves market yes up who what'.split(
    ' ',
  ),
)
/**
 * Small words of the other languages that are most written in Latin letters, of which none is an English word. "Die" is German
 * beside other German words only.
 */
const foreign = new Set(
  `der die das den dem des und oder ist wird nicht ein eine einer einem zum zur bis von vom mit für wenn werden auf bei dieser
  de y le la les un une des du et est dans pour par que qui avec sur ce cette avant sera seront si au aux
  el los las una del que se con por para como este esta antes si según será
  o os um uma do da dos das em no na ao com por não até se ou
  il lo gli di che per non entro sarà della dei nel alla
  het een van voor niet wordt op te bij als
  och att det som på av til på ikke
  w na się do nie jest przez lub`.split(/\s+/),
)
/** A text of this many words has its share of small ones. */
const longEnough = 16
const leastShare = 0.15

/**
 * Whether a text can be read as English: by its script, by the small words that no English sentence of some length is without, and by
 * those of other languages. Short texts, such as a list of names, are taken for English unless they speak for another language.
 */
export function isEnglish(words: readonly Word[], leastForeign = 2): boolean {
  const spoken = words.filter(({ kind }) => kind === 'word')
  if (spoken.length === 0) return true
  const count = (holds: (word: Word) => boolean) => spoken.filter(holds).length
  if (count(isOtherScript) * 2 > spoken.length) return false
  const english = count(({ text }) => isOfGrammar(text) || helpers.has(text))
  // A club may have one of them in its name, twice.
  const others = new Set(
    spoken.map(({ text }) => text).filter((text) => foreign.has(text) && !isOfGrammar(text)),
  ).size
  if (others >= leastForeign && others > english) return false
  return spoken.length < longEnough || english / spoken.length >= leastShare
}

/** Greek and all that follows it; Latin letters with marks come before. */
const isOtherScript = ({ text }: Word): boolean =>
  text.charCodeAt(0) >= 0x370 && !isLatinBeyond(text.charCodeAt(0))
const isLatinBeyond = (code: number): boolean => code >= 0x1e00 && code <= 0x1eff
