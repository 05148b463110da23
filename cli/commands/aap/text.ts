import { BaseError, type Json } from '../../../protocol/index.ts'

/** The § text of one `{id, text}` line. */
export function textOf(input: Json.Json): string {
  const text = input !== null && typeof input === 'object' && 'text' in input ? input.text : undefined
  if (typeof text !== 'string') throw new NoTextError()
  return text
}

/** One line feed at the end of a file belongs to the file, not to the question. */
export const withoutFinalBreak = (text: string): string => text.replace(/\r?\n$/, '')

export class NoTextError extends BaseError {
  override readonly name = 'Cli.NoTextError'
  constructor() {
    super('Each line must be JSON with the § text in `text`.', {
      metaMessages: ['Like {"id": 1, "text": "§question Will it rain?\\n§rule\\nsource:manual"}.'],
    })
  }
}
