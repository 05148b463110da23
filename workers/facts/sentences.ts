import { scan } from '../../reading/text/Words.ts'

/** The sentences of a text, as they stand in it. */
export function sentencesOf(text: string): string[] {
  const bounds: { start: number; end: number }[] = []
  let current = -1
  for (const { sentence, start, end } of scan(text)) {
    if (sentence === current) bounds.at(-1)!.end = end
    else bounds.push({ start, end })
    current = sentence
  }
  return bounds.map(({ start, end }) => text.slice(start, end))
}
