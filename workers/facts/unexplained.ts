import { Calendar } from '../../protocol/index.ts'
import { scan, type Word } from '../../reading/text/Words.ts'
import type { Entry, EntryList } from './Entries.ts'
import type { EventSpec, Named } from './EventSpec.ts'
import { hasName, isInstitution, namesIn } from './Names.ts'
import { compareWording } from './Verbs.ts'

/** What keeps a list from being silent. Where that is in doubt it is not silent, since all that costs is an answer. */

/** Beside the list only words of the event keep it open; names alone stand in many headings. */
export const isBeside = (spec: EventSpec, sentence: string): boolean =>
  isAccounted(spec, sentence) || !tellsOf(spec, sentence)

/** Nothing in an entry may name what is asked; the whole name may stand there with another event. */
export const isAccounted = (spec: EventSpec, sentence: string): boolean => {
  const named = spec.object ?? spec.subject
  if (named === null || !isTouched(sentence, named)) return true
  return named.cores.some((core) => hasName(sentence, core)) && !tellsOf(spec, sentence)
}

const tellsOf = ({ predicate }: EventSpec, text: string): boolean =>
  ['same', 'denied'].includes(compareWording(predicate.quote, text))

/** A word that begins like one of the name: "Sarrabian" and "Sarrabia" of "Sarrab", "Quellish" of "Quelland". */
function isTouched(text: string, { cores }: Named): boolean {
  const words = scan(text).filter(({ kind }) => kind === 'word')
  return cores.some((core) => {
    const own = core.filter((word) => !isInstitution(word))
    return (own.length > 0 ? own : core).some((part) => words.some((word) => beginsLike(word, part)))
  })
}

/** Of words with capitals, which may be names, the beginning alone is compared. */
function beginsLike({ text, isCapital }: Word, part: string): boolean {
  const length = isCapital ? 4 : Math.max(4, part.length - 2)
  return part.length < 4 ? text === part : text.slice(0, length) === part.slice(0, length)
}

/** An entry of the window that may be what is asked: it names it, tells of such an event and of no other name, or says too little. */
export const isOpenEntry = (spec: EventSpec, entry: Entry, list: EntryList): boolean =>
  !isAccounted(spec, entry.text) ||
  withheld.test(entry.text) ||
  (ownWords(entry, list).length < fewest && wordsOf(entry.text).length <= fewest) ||
  (tellsOf(spec, entry.text) && !hasOwnName(spec, entry, list))

const withheld =
  /\b(?:withheld|redacted|confidential|classified|undisclosed|sealed|embargoed|restricted|unpublished|not (?:yet )?(?:public|published|disclosed|available)|t\.?b\.?[acd]\b|pending)\b/i
const fewest = 2

/** The words of an entry that say what it is about: no days, and not what each of the others says, too. */
function ownWords(entry: Entry, list: EntryList): string[] {
  const others = list.filter((each) => each !== entry).map(({ text }) => new Set(wordsOf(text)))
  return wordsOf(entry.text).filter((word) => others.length === 0 || !others.every((each) => each.has(word)))
}
const wordsOf = (text: string): string[] =>
  scan(text).flatMap(({ text: word, kind }) =>
    kind === 'word' && word.length > 2 && Calendar.monthOf(word) === null && !small.has(word)
      ? [word.replace(/'s?$/, '')]
      : [],
  )
const small = new Set('the and for with from into its his her their was were has have been'.split(' '))

/** The entry has a name of its own, which is none of the market's. */
const hasOwnName = (spec: EventSpec, entry: Entry, list: EntryList): boolean => {
  const own = new Set(ownWords(entry, list))
  return namesIn(entry.text).some(
    ({ core }) =>
      core.some((word) => own.has(word)) &&
      !spec.names.some(({ cores }) => cores.some((one) => core.some((word) => one.includes(word)))),
  )
}
