/** Words of English that are not of a subject but of its grammar; there are no new ones. */
const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

export const determiners = set(
  'a an the its his her their our my this that these those any all each every both some no another more less fewer most',
)
export const prepositions = set(
  `in on at by before after to from with for into onto over under above below between during until till through against within out
  up down off as about across around near past since without than per via beyond toward towards despite`,
)
export const pronouns = set('it him her them itself himself herself themselves us me you there')
export const conjunctions = set('and or but nor if when while because that which who')
/** Verbs that stand with what comes after them, whatever that is. */
export const copulas = set('be become go get stay remain keep have do fail continue')

export const isOfGrammar = (text: string): boolean =>
  determiners.has(text) ||
  prepositions.has(text) ||
  pronouns.has(text) ||
  conjunctions.has(text) ||
  text === 'of' ||
  text === 'not'
