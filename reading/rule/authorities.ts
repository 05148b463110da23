import { Calendar } from '../../protocol/index.ts'
import { find, lexicon } from '../text/Phrases.ts'
import type { Word } from '../text/Words.ts'

/** Words after which a rule names whose word it takes. */
const leads = lexicon(
  [
    'information',
    'announcement',
    'announcements',
    'statement',
    'statements',
    'results',
    'data',
    'confirmation',
  ]
    .flatMap((what) => [`${what} from`, `${what} by`])
    .concat(['reported by', 'published by', 'announced by', 'certified by', 'confirmed by']),
)
/** Small words inside a name: "the Government of South Korea", "Taylor Swift and/or Travis Kelce". */
const joining = new Set(['of', 'the', 'and', 'or', 'for', 'in', '/', '&', '-', '.', 'de', "'"])
/** Words that may end one: "the Trump administration", "Norway's government". */
const closing = new Set(
  `government governments administration authorities parliament ministry military court police committee commission organizers
  organisers officials federation campaign account website`.split(/\s+/),
)
const months = new Set(Calendar.monthNames)
const longest = 12

/** Those whose word a rule takes, by the names it gives them. */
export function readAuthorities(words: readonly Word[]): { at: number; count: number }[] {
  return find(words, leads).flatMap(({ at, count }) => {
    let first = at + count
    if (words[first]?.text === 'the') first++
    const end = endOfName(words, first)
    // "announced by December 31" names no one.
    const isName = end > first && words[first]!.kind !== 'number' && !months.has(words[first]!.text)
    return !isName ? [] : [{ at: first, count: end - first }]
  })
}

/** The place after the last capitalised word of a name. */
function endOfName(words: readonly Word[], first: number): number {
  let end = first
  for (let at = first; at < Math.min(words.length, first + longest); at++) {
    const word = words[at]!
    if (word.sentence !== words[first]!.sentence) break
    if (word.isCapital) end = at + 1
    else if (closing.has(word.text) && end === at && at > first) end = at + 1
    else if (!joining.has(word.text) && word.kind !== 'number') {
      // "the government of Norland": a name may begin small, if a capital follows its first "of".
      const isOpening = at === first && words[at + 1]?.text === 'of'
      if (!isOpening) break
    }
  }
  return end
}
