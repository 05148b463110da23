import type { Token } from './decode.ts'
import type { Role } from './lexicon.ts'
import { isThing, isUnit, roleAt, wordAt } from './units.ts'

/** Words that do something else beside some neighbours: `the left claw` is no remainder, `the second claw` no time. */
export function retag(tokens: readonly Token[]): Token[] {
  return tokens.map((token, at) => {
    const role = token.entry === null ? null : (roleHere[token.entry.word]?.(tokens, at) ?? null)
    return role === null ? token : { ...token, entry: { ...token.entry!, role } }
  })
}

type RoleHere = (tokens: readonly Token[], at: number) => Role | null

const follows = (tokens: readonly Token[], at: number, ...words: readonly string[]): boolean =>
  words.includes(wordAt(tokens, at - 1))
const precedes = (tokens: readonly Token[], at: number, ...words: readonly string[]): boolean =>
  words.includes(wordAt(tokens, at + 1))

const roleHere: Readonly<Record<string, RoleHere>> = {
  left: (tokens, at) =>
    isThing(roleAt(tokens, at + 1)) ||
    precedes(tokens, at, 'side', 'and', 'or') ||
    follows(
      tokens,
      at,
      'the',
      'its',
      'pulls',
      'pulling',
      'pushes',
      'pushing',
      'moves',
      'swims',
      'and',
      'from',
      'to',
    )
      ? 'plain'
      : null,
  second: (tokens, at) =>
    follows(tokens, at, 'the', 'its', 'and') || (follows(tokens, at, 'a') && isThing(roleAt(tokens, at + 1)))
      ? 'plain'
      : null,
  // Speeds of two lobsters, but a lobster that speeds up.
  speeds: (tokens, at) =>
    precedes(tokens, at, 'up', 'by', 'to') || roleAt(tokens, at + 1) === 'number' ? null : 'asSpeed',
  // They approach each other: nothing is told of each.
  each: (tokens, at) => (precedes(tokens, at, 'other', 'others') ? 'plain' : null),
  times: (tokens, at) => (follows(tokens, at, 'several', 'at', 'some', 'all', 'few') ? 'plain' : null),
  // Thirty, I mean twenty; but the mean force.
  mean: (tokens, at) => {
    if (isUnit(roleAt(tokens, at - 1)) || roleAt(tokens, at - 1) === 'number') return 'no'
    return ['asForce', 'asSpeed', 'measure', 'of'].includes(roleAt(tokens, at + 1) ?? '') ? null : 'plain'
  },
  // Thirty, make that twenty; hold on.
  make: (tokens, at) => (precedes(tokens, at, 'that') ? 'no' : null),
  strike: (tokens, at) => (precedes(tokens, at, 'that') ? 'no' : null),
  hold: (tokens, at) => (precedes(tokens, at, 'on') ? 'no' : null),
  hang: (tokens, at) => (precedes(tokens, at, 'on') ? 'no' : null),
  net: (tokens, at) => (follows(tokens, at, 'a') && roleAt(tokens, at + 1) !== 'asForce' ? 'plain' : null),
}
