/**
 * What a sentence plainly says the answer is: true for yes, false for no, null when it says neither, or only under a
 * condition ("if …, the market resolves to No").
 */
export function of(words: readonly string[]): boolean | null {
  let said: boolean | null = null
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!
    if (conditions.has(word)) return null
    if ((word === 'yes' || word === 'no') && isStated(words, i)) said = word === 'yes'
  }
  return said
}

/** "resolve to no", "the answer is yes", "the resolution should be no": and nothing behind it that "no" could belong to. */
function isStated(words: readonly string[], at: number): boolean {
  const link = words[at - 1]
  if (link === undefined || !links.has(link)) return false
  const next = words[at + 1]
  if (next !== undefined && !followers.has(next)) return false
  for (let i = Math.max(0, at - 4); i < at - 1; i++) if (subjects.has(words[i]!)) return true
  return false
}

const conditions = new Set([
  'if',
  'otherwise',
  'unless',
  'would',
  'whether',
  'when',
  'will',
  'not',
  'or',
  'either',
  'could',
])
const links = new Set(['to', 'is', 'be', 'as', 'a'])
const subjects = new Set([
  'resolve',
  'resolves',
  'resolved',
  'resolution',
  'answer',
  'determination',
  'verdict',
])
const followers = new Set([
  'p1',
  'p2',
  'because',
  'since',
  'as',
  'based',
  'for',
  'and',
  'given',
  'with',
  'due',
  'corresponding',
  'which',
  'so',
])
