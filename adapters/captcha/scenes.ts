import { decode, type Token } from './decode.ts'
import { readGlyphs } from './Glyph.ts'
import { retag } from './retag.ts'
import { type Scene, setScene } from './Scene.ts'
import { tidy } from './tidy.ts'

const most = 3

/** The likeliest way to read the letters, then those in which one word is another number. */
export function readScenes(text: string): Scene[] {
  const tokens = retag(tidy(decode(readGlyphs(text))))
  const others = tokens.flatMap(({ rival }, at) => (rival === null ? [] : [withRival(tokens, at)]))
  return [tokens, ...others].slice(0, most).map(setScene)
}

const withRival = (tokens: readonly Token[], at: number): Token[] =>
  tokens.map((token, i) => (i === at ? { ...token, entry: token.rival, word: token.rival!.word } : token))
