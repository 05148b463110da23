import { lexicon, sentencesWith } from '../text/Phrases.ts'
import type { Word } from '../text/Words.ts'

/** Words by which a sentence says outright who decides. */
export const deciding = lexicon([
  'resolution source',
  'resolution sources',
  'source of resolution',
  'source of truth',
])
/** Words by which it says where the answer is to be read. */
const naming = lexicon([
  'source',
  'sources',
  'resolve according to',
  'resolved according to',
  'according to',
  'resolve based on',
  'resolved based on',
  'based on',
  'reported by',
  'reported on',
  'published by',
  'published on',
  'published at',
  'listed by',
  'listed on',
  'listed at',
  'displayed on',
  'shown on',
  'as per',
  'verified by',
  'verified on',
  'verified via',
  'tracked by',
  'measured by',
  'recorded by',
  'available at',
  'available on',
  'will be used to resolve',
  'official information from',
  'official announcement',
  'official announcements',
  'official statement',
  'official statements',
  'official results',
  'press release',
  'data from',
  'close price',
  'closing price',
  'information from',
])
/** Words that make a whole sentence background. */
export const background = lexicon([
  'read more',
  'more about',
  'more information',
  'for context',
  'for reference',
  'learn more',
  'you can see',
  'as can be seen',
  'background',
])
/** Words that make background of the addresses beside them; the sentence around them may still say what is asked. */
const pointing = lexicon(['see also', 'see :', 'see here', 'see http', 'for details see'])
/** Words that say who does not decide. */
const refusing = lexicon([
  'not a resolution source',
  'not resolution sources',
  'not a source',
  'not the resolution source',
  'no resolution source',
])
/** What a sentence does with those it names: it lets them decide, cites them, speaks of them, or sends the reader to them. */
export type Role = 'decides' | 'cites' | 'speaks' | 'aside'

/** What each sentence of a text does. */
export function rolesIn(words: readonly Word[]): (word: Word) => Role {
  const [decides, cites, aside, points] = [deciding, naming, background, pointing].map((each) =>
    sentencesWith(words, each),
  )
  const refused = sentencesWith(words, refusing)
  return ({ sentence }) =>
    refused.has(sentence)
      ? 'aside'
      : decides!.has(sentence)
        ? 'decides'
        : cites!.has(sentence)
          ? 'cites'
          : aside!.has(sentence) || points!.has(sentence)
            ? 'aside'
            : 'speaks'
}
