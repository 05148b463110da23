import { Bytes, Wire } from '../../protocol/index.ts'

/** What an answer says to its reader, sentence by sentence, before it is fitted into the wire's limits. */
export type Account = {
  /** What was asked, in our words: those of a question are anyone's. */
  readonly asked: string
  /** What was seen, where and when. */
  readonly observed: readonly string[]
  /** How it was held against the rule. */
  readonly reasoning: readonly string[]
  /** What was looked for on the other side, and what was found. */
  readonly against: readonly string[]
  /** What the evidence can't show. */
  readonly limits: readonly string[]
  readonly conclusion: string
  /** For whoever holds the opposite. */
  readonly decisive: string
  readonly wouldChange: string
  readonly weakest: string
}

/** Bytes as the wire counts them: JSON-encoded, without the quotes. */
export const encodedBytes = (text: string): number => Bytes.fromText(JSON.stringify(text)).length - 2

/** The sentences as one text; what does not fit is left out from the end of the least needed part, never cut in two. */
export function write(account: Account, limit: number = Wire.limits.evidence): string {
  const parts = [account.observed, account.reasoning, account.against, account.limits].map((part) => [
    ...part,
  ])
  const render = () =>
    [
      account.asked,
      ...parts.filter((part) => part.length > 0).map((part) => part.join(' ')),
      account.conclusion,
    ].join('\n')
  for (const part of [parts[3]!, parts[2]!, parts[0]!, parts[1]!]) {
    while (part.length > 1 && encodedBytes(render()) > limit) part.pop()
  }
  return clip(render(), limit)
}

/** The beginning of a text that has at most so many bytes, ending at a sentence where it can. */
export function clip(text: string, limit: number): string {
  if (encodedBytes(text) <= limit) return text
  const marks = [...text]
  let kept = ''
  let bytes = 0
  for (const mark of marks) {
    bytes += encodedBytes(mark)
    if (bytes > limit - 3) break
    kept += mark
  }
  const end = kept.lastIndexOf('. ')
  return end > kept.length / 2 ? kept.slice(0, end + 1) : `${kept}…`
}

/** Addresses of sources as the wire takes them: those that are too long without their query, or not at all. */
export function toSources(uris: readonly string[]): string[] {
  const short = uris.flatMap((uri) => {
    if (!/^https?:\/\//.test(uri)) return []
    const candidates = [uri, uri.split(/[?#]/, 1)[0]!]
    const fitting = candidates.find((one) => encodedBytes(one) <= Wire.limits.source)
    return fitting === undefined ? [] : [fitting]
  })
  return [...new Set(short)].slice(0, Wire.limits.sources)
}
