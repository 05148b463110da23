import type { Token } from './decode.ts'

/**
 * Leaves out hesitation and scraps of letters, and joins the gaps around them. A comma after an `um` belongs to the `um`:
 * only one before it ends a clause.
 */
export function tidy(tokens: readonly Token[]): Token[] {
  const kept: Token[] = []
  let noise: Token[] = []
  for (const token of tokens) {
    if (isNoise(token)) {
      noise.push(token)
      continue
    }
    const before = [...noise, token].map((each) => each.before).join('')
    kept.push({ ...token, gap: noise[0]?.gap ?? token.gap, before })
    noise = []
  }
  return kept
}

const longestScrap = 3

function isNoise({ entry, digits, letters, rival }: Token): boolean {
  if (entry !== null)
    return entry.role === 'filler' || (entry.role === 'plain' && letters === 1 && entry.word !== 'a')
  return digits === '' && letters <= longestScrap && rival === null
}
