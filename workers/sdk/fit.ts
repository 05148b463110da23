import { BaseError, Bytes, Wire } from '../../protocol/index.ts'

/** Makes replies fit the sizes of the wire. */

/** Room in an answer for the signature that is added to it: the longest one, with its keys. */
const attestationBytes = 330

const sizeOf = (value: unknown): number => Bytes.fromText(JSON.stringify(value)).length
const textSize = (text: string): number => sizeOf(text) - 2

/** Shortens the evidence where text, sources, citations and signature together would be longer than an answer may be. */
export function fitEvidence<reply extends Omit<Wire.ResolveReply, 'attestation'>>(reply: reply): reply {
  const whole = sizeOf(reply) + attestationBytes - Wire.limits.answer
  const excess = Math.max(whole, textSize(reply.evidence) - Wire.limits.evidence)
  if (excess <= 0) return reply
  const bytes = Buffer.from(reply.evidence)
  // Cut in bytes; what remains of a character that was cut through is dropped. Escapes only make it shorter still.
  const kept = bytes.subarray(0, Math.max(0, bytes.length - excess - 4)).toString('utf8')
  return { ...reply, evidence: `${kept.replace(/\uFFFD+$/, '')}…` }
}

/** Whether a source is short enough to be sent. */
export const isSourceSize = (source: string): boolean => textSize(source) <= Wire.limits.source

/** Room in a defence for everything but the responses: keys, quotes, what was reproduced, and the signature. */
const overhead = 390

/** Shortens responses so that the defence is sent whole. Many challenges share the room there is; three have all they need. */
export function fitResponses(responses: readonly string[]): string[] {
  const room = Math.floor((Wire.limits.defence - overhead) / Math.max(1, responses.length)) - 3
  const most = Math.min(Wire.limits.response, room)
  return responses.map((response) => clip(response, most))
}

function clip(text: string, most: number): string {
  if (textSize(text) <= most) return text
  let kept = Array.from(text)
  while (textSize(`${kept.join('')}…`) > most) kept = kept.slice(0, -1 - Math.floor(kept.length / 64))
  return `${kept.join('')}…`
}

/** An answer that fits the wire, checked as its readers check it. */
export function fitAnswer<reply extends Omit<Wire.ResolveReply, 'attestation'>>(given: reply): reply {
  const reply = fitEvidence(given)
  const read = Wire.readAnswer({ value: reply })
  if (read.reason !== null) throw new UnwritableAnswerError(read.detail)
  return reply
}

/** Thrown when a resolver gives what cannot be sent. */
export class UnwritableAnswerError extends BaseError {
  override readonly name = 'Agent.UnwritableAnswerError'
  constructor(detail: string) {
    super(`The resolver gave an answer that the wire does not take: ${detail}.`)
  }
}
