/** Which language a text is in: by its script, and by the small words of languages. */

const languages: readonly (readonly [name: string, words: ReadonlySet<string>])[] = (
  [
    ['en', 'the of and to in is for that with was on by at from as it be are has not this which will'],
    ['de', 'der die das und ist nicht ein eine mit von für auf dem den des im zu sich wurde werden auch'],
    ['fr', 'le la les des et est une du dans que qui pour pas sur au avec par ce il sont été'],
    ['es', 'el la los las de y es una del en que por con para se no su al fue como más'],
    ['pt', 'o a os as de e é uma do da em que por com para não se ao foi dos mais'],
    ['it', 'il la le di e è una del della in che per con non si i gli al sono dei più'],
    ['nl', 'de het een en van is niet met op voor dat zijn aan door wordt ook werd naar bij'],
    ['sv', 'och det att är en ett som på för av med inte den till har om var från'],
    ['pl', 'w i na z do nie się że jest to o po dla przez od jak za oraz'],
    ['tr', 've bir bu için ile olarak da de olan daha çok en sonra kadar'],
  ] as const
).map(([name, words]) => [name, new Set(words.split(' '))])
const english = languages[0]![1]

/** What is looked at of a text, and how many words a judgement needs. */
const longest = 20_000
const fewest = 25

/** Different small words that a language must show. */
const fewestKinds = 4

/**
 * The language of a text by its small words, as ISO 639-1 names it; `other` for scripts other than Latin. Null where the words
 * do not tell: names and numbers are in no language.
 */
export function languageOf(text: string): string | null {
  const start = text.slice(0, longest)
  if (isOtherScript(start)) return 'other'
  const words = wordsOf(start)
  if (words.length < fewest) return null
  let best: string | null = null
  let most = 0
  for (const [name, set] of languages) {
    const found = words.filter((word) => set.has(word))
    const count = new Set(found).size < fewestKinds ? 0 : found.length
    if (count > most) [best, most] = [name, count]
  }
  if (best === null || most < words.length * leastShare) return null
  // Kindred languages share small words; English has to be clearly beaten.
  const ofEnglish = words.filter((word) => english.has(word)).length
  return best === 'en' || most > 2 * ofEnglish ? best : null
}

/** The share of its words that a language's small words have at least. */
const leastShare = 0.12

/** Words of letters alone: what stands between digits or in a name of a machine is none. */
function wordsOf(text: string): readonly string[] {
  const words: string[] = []
  for (const part of text.toLowerCase().split(/\s+/)) {
    const word = part.split(/[.,;:!?()"“”„«»]/).find((piece) => piece !== '') ?? ''
    if (/^[\p{L}'’]+$/u.test(word)) words.push(word)
  }
  return words
}

function isOtherScript(text: string): boolean {
  let latin = 0
  let other = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if ((code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)) latin++
    else if (isOtherLetter(code)) other++
  }
  return other > fewest && other > 2 * latin
}

/** Greek, Cyrillic and the scripts of Asia. */
const isOtherLetter = (code: number): boolean =>
  (code >= 0x370 && code <= 0x1fff) ||
  (code >= 0x3040 && code <= 0xd7af) ||
  (code >= 0xf900 && code <= 0xfaff)
