import { Citation, Hash, Page, Reproduction } from '../../../protocol/index.ts'

type Read = { readonly raw: string; readonly contentType: string | null }
/** Signatures and hashes too long to spell out stand for themselves by their hash; null for a worker without an answer. */
type Answers = readonly ({ readonly says: string; readonly citations: readonly Citation.Citation[] } | null)[]

const cited = (answers: Answers): (Reproduction.Cited | null)[] =>
  answers.map((answer) =>
    answer === null
      ? null
      : { citations: answer.citations, signature: null, responseHash: Hash.ofText(answer.says) },
  )

export const run = {
  visible: ({ raw, contentType }: Read) => Page.visibleText(raw, contentType),
  pieces: ({ raw, contentType }: Read) => Page.pieces(raw, contentType),
  kind: ({ raw, contentType }: Read) => Page.kindOf(raw, contentType),
  // Pages too long to spell out in the file.
  repeated: ({ text, times, contentType }: { text: string; times: number; contentType: string }) => {
    const visible = Page.visibleText(text.repeat(times), contentType)
    return { length: visible.length, hash: Hash.ofText(visible.slice(0, 10_000)) }
  },
  contains: ({ visible, quote }: { visible: string; quote: string }) => Page.contains(visible, quote),
  item: (input: Citation.Citation) => Citation.itemHash(input),
  fault: ({ citations, sources }: { citations: Citation.Citation[]; sources: string[] }) =>
    Citation.fault(citations, sources),
  echo: (input: Citation.Citation) => Citation.isEcho(input),
  domain: (url: string) => Citation.domainOf(url),
  reach: ({ url, question }: { url: string; question: string }) => Citation.reach(url, question),
  draw: (answers: Answers) => Reproduction.draw(cited(answers)),
  signed: (answers: readonly (Reproduction.Cited | null)[]) => ({
    seed: Reproduction.seedOf(answers),
    lot: Reproduction.draw(answers).map(({ hash, checkers }) => ({ hash, checkers })),
  }),
  judge: ({ answers, said }: { answers: Answers; said: (string | null)[] }) => {
    const given = cited(answers)
    return Reproduction.judge(given, Reproduction.draw(given), said)
  },
}
