/** Words one letter apart that say different things. */
const distinct = new Set(
  `million billion trillion above about county country first fifth sixth lower power rise raise through though whole while
  january february march april june july august september october november december adopt adapt statute statue elect eject
  monday tuesday wednesday thursday friday saturday sunday winner winter include exclude increase decrease contest context
  content seventh seventy eighth eighty thirteen thirty fourteen forty fifteen fifty sixteen sixty ninety ninth confirm conform
  casual causal marital martial there these where after alter points prints`.split(/\s+/),
)

/** Whether one word is the other with a letter wrong, missing, doubled or swapped with its neighbour. */
export function isMisspelling(a: string, b: string): boolean {
  if (a.length < 5 || b.length < 5 || (distinct.has(a) && distinct.has(b))) return false
  return isLetters(a) && isLetters(b) && a[0] === b[0] && isOneApart(a, b)
}

/** Whether two words are forms of one: plural, tense, possessive. */
export function isSameStem(a: string, b: string): boolean {
  const [x, y] = [stem(a), stem(b)]
  return x.length >= 3 && x === y && isLetters(x)
}

const endings = [
  ["'s", ''],
  ['ing', ''],
  ['ied', 'y'],
  ['ies', 'y'],
  ['ed', ''],
  ['es', ''],
  ['s', ''],
] as const

function stem(word: string): string {
  const found = endings.find(([ending]) => word.length > ending.length + 2 && word.endsWith(ending))
  const base = found === undefined ? word : `${word.slice(0, -found[0].length)}${found[1]}`
  // "close" and "closing" are one word; "for" and "fore" are two.
  return base.length > 4 && base.endsWith('e') ? base.slice(0, -1) : base
}

/** Whether two neighbouring letters have only changed places. */
export const isSlip = (a: string, b: string): boolean =>
  a.length === b.length && isMisspelling(a, b) && [...a].sort().join('') === [...b].sort().join('')

function isOneApart(a: string, b: string): boolean {
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let [endA, endB] = [a.length, b.length]
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--
    endB--
  }
  const [leftA, leftB] = [endA - start, endB - start]
  if (leftA <= 1 && leftB <= 1) return true
  return leftA === 2 && leftB === 2 && a[start] === b[start + 1] && a[start + 1] === b[start]
}

const isLetters = (text: string): boolean => /^[\p{L}\p{M}']+$/u.test(text)
