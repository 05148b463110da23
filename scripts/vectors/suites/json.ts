import { Hash, Json } from '../../../protocol/index.ts'

type Text = { readonly text: string }

export const run = {
  /** JSON text to its one spelling. */
  canonical: ({ text }: Text) => Json.canonical(Json.parse(text)),
  hash: ({ text }: Text) => Hash.ofJson(Json.parse(text)),
  nesting: ({ text, limit }: Text & { readonly limit?: number }) => Json.nesting(text, limit),
  /** What the engine's own parser does, unguarded. */
  rawParse: ({ text }: Text) => JSON.parse(text),
}
