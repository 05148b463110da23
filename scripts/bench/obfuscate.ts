import type { Random } from './captchaProblems.ts'

/** How often each kind of damage is done, in percent: of letters, of words, of gaps. */
export type Damage = {
  readonly doubled: number
  readonly signInWord: number
  readonly split: number
  readonly signBetween: number
  readonly filler: number
  readonly joined: number
  readonly misspelt: number
}

export const damages: Readonly<Record<'none' | 'usual' | 'heavy' | 'misspelt', Damage>> = {
  none: { doubled: 0, signInWord: 0, split: 0, signBetween: 0, filler: 0, joined: 0, misspelt: 0 },
  usual: { doubled: 15, signInWord: 5, split: 4, signBetween: 25, filler: 4, joined: 0, misspelt: 0 },
  heavy: { doubled: 60, signInWord: 12, split: 20, signBetween: 50, filler: 8, joined: 2, misspelt: 0 },
  misspelt: { doubled: 30, signInWord: 6, split: 8, signBetween: 30, filler: 4, joined: 1, misspelt: 12 },
}

const signs = [']', '[', '^', '~', '|', '{', '}', '<', '>', '/', '\\', '-', '.']
const fillers = ['um', 'umm,', 'uh', 'lxq', 'errr', 'like um']

/** A text as a challenge shows it: mixed case, letters doubled, signs strewn, words split, run together or misspelt. */
export function obfuscate(text: string, damage: Damage, random: Random): string {
  const happens = (percent: number) => random(100) < percent
  const words = text.split(' ')
  let out = ''
  words.forEach((word, i) => {
    if (happens(damage.filler)) out += `${fillers[random(fillers.length)]} `
    out += spoil(happens(damage.misspelt) ? misspell(word, random) : word, damage, random)
    if (i === words.length - 1) return
    if (happens(damage.signBetween)) out += `${random(3) === 0 ? ' ' : ''}${pickSign(random)}`
    out += happens(damage.joined) ? '' : ' '
  })
  return out
}

function spoil(word: string, damage: Damage, random: Random): string {
  const happens = (percent: number) => random(100) < percent
  let out = ''
  let isUpper = random(2) === 0
  for (const [i, letter] of [...word].entries()) {
    const isLetter = letter >= 'a' && letter <= 'z'
    if (i > 0 && isLetter && happens(damage.signInWord)) out += pickSign(random)
    if (i > 0 && isLetter && happens(damage.split)) out += ' '
    for (let times = isLetter && happens(damage.doubled) ? 2 + random(2) : 1; times > 0; times--) {
      out += isUpper ? letter.toUpperCase() : letter
      isUpper = !isUpper
    }
  }
  return out
}

const pickSign = (random: Random): string => signs[random(signs.length)]!
const vowels = 'aeiou'

/** One letter left out, taken for another, put in, or swapped with the next; never the first. */
function misspell(word: string, random: Random): string {
  if (word.length < 4) return word
  const at = 1 + random(word.length - 2)
  const [before, letter, after] = [word.slice(0, at), word[at]!, word.slice(at + 1)]
  const isVowel = vowels.includes(letter)
  switch (random(4)) {
    case 0:
      return before + after
    case 1:
      return before + (isVowel ? vowels[random(5)]! : 'bcdghklmnprstw'[random(14)]!) + after
    case 2:
      return `${before}${letter}${'aehrw'[random(5)]}${after}`
    default:
      return before + (after[0] ?? '') + letter + after.slice(1)
  }
}
