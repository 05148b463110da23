import type { Wire } from '../../protocol/index.ts'

/** Whether a challenge is, in every field, about this answer. Only such a challenge gets a signed defence. */
export const isAbout = (
  challenge: Wire.ChallengeRequest,
  answer: {
    readonly requestHash: string
    readonly request: Wire.ResolveRequest
    readonly determination: boolean
  },
): boolean =>
  challenge.request_id === answer.requestHash &&
  challenge.market_id === answer.request.market_id &&
  challenge.question === answer.request.question &&
  challenge.determination === answer.determination
