import { type Lexicon, lexicon } from '../text/Phrases.ts'

export type Known = { readonly domain: string; readonly name: string }
export type KnownNames = { readonly phrases: Lexicon; readonly byPhrase: ReadonlyMap<string, Known> }

/** Names by which somebody is known, read from lines like `sec.gov: edgar | the sec`. */
export function knownNames(table: string): KnownNames {
  const byPhrase = new Map<string, Known>()
  for (const line of table.trim().split('\n')) {
    const colon = line.indexOf(': ')
    const domain = line.slice(0, colon)
    for (const name of line.slice(colon + 2).split(' | ')) {
      for (const written of spellings(name))
        if (!byPhrase.has(written)) byPhrase.set(written, { domain, name })
    }
  }
  return { phrases: lexicon([...byPhrase.keys()]), byPhrase }
}

/** As it is, as an owner, in one word ("SeekingAlpha"), and with the points of "U.S.". */
function spellings(name: string): string[] {
  const joined = name.replaceAll(' ', '')
  const pointed = name.startsWith('us ') ? [name.replace('us ', 'u.s. ')] : []
  return [name, `${name}'s`, ...pointed, ...(joined.length >= shortestJoined ? [joined] : [])]
}
const shortestJoined = 8
