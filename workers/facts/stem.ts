/** The base forms of words, so that "acquired", "acquires" and "acquiring" are one word. */

const irregular = new Map(
  `was be were be been be is be are be am be has have had have did do done do went go gone go won win lost lose beat beat beaten beat
  bought buy sold sell took take taken take gave give given give came come became become began begin begun begin left leave
  said say paid pay made make met meet held hold hit hit cut cut put put quit quit shut shut split split let let set set
  rose rise risen rise fell fall fallen fall grew grow grown grow drew draw drawn draw threw throw thrown throw
  broke break broken break spoke speak spoken speak wrote write written write ran run sank sink sunk sink stole steal
  stolen steal struck strike swore swear sworn swear withdrew withdraw withdrawn withdraw led lead kept keep built build sent send
  spent spend found find lay lie stood stand told tell brought bring thought think caught catch fought fight sought seek
  chose choose chosen choose froze freeze frozen freeze flew fly flown fly drove drive driven drive shot shoot shown show
  saw see seen see knew know known know got get died die dying die lying lie tied tie tying tie overtook overtake torn tear
  outlasted outlast champions champion bid bid overcame overcome upheld uphold`
    .trim()
    .split(/\s+/)
    .flatMap((word, i, all) => (i % 2 === 0 ? [[word, all[i + 1]!] as const] : [])),
)

const vowel = /[aeiouy]/

/**
 * @example
 * stem('acquired') // 'acquir'
 * stem('acquisition') // 'acquisition'
 * stem('won') // 'win'
 */
export function stem(word: string): string {
  const known = irregular.get(word)
  if (known !== undefined) return cutE(known)
  if (word.length < 4 || !vowel.test(word)) return word
  if (word.endsWith('ies') || word.endsWith('ied')) return `${word.slice(0, -3)}y`
  if (word.endsWith('ing') && word.length > 5) return undouble(word.slice(0, -3))
  if (word.endsWith('ed') && word.length > 4) return undouble(word.slice(0, -2))
  if (/(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2)
  if (word.endsWith('s') && !word.endsWith('ss') && !word.endsWith('us') && !word.endsWith('is'))
    return cutE(word.slice(0, -1))
  return cutE(word)
}

const cutE = (word: string): string => (word.length > 3 && word.endsWith('e') ? word.slice(0, -1) : word)

/** "cancelled" and "canceled" are both of "cancel", "planned" of "plan"; "passed" keeps its two s. */
function undouble(word: string): string {
  const last = word.at(-1)!
  const isDouble = word.length > 3 && last === word.at(-2) && !'aeious'.includes(last)
  return cutE(isDouble ? word.slice(0, -1) : word)
}
