import { z } from 'zod'
import { Wire } from '../../../protocol/index.ts'
import { RefusedError } from '../../../services/http/Failure.ts'
import { readValue } from '../../../services/http/readRequest.ts'
import { RpcError } from './RpcError.ts'

/** What a message of A2A asks a worker for: the one `data` part of it is a request of the agent protocol. */
export type Asked =
  | { readonly phase: 'resolve'; readonly request: Wire.ResolveRequest }
  | { readonly phase: 'challenge'; readonly request: Wire.ChallengeRequest }

const id = z.string().min(1).max(256)
/** Empty texts are how the codecs of A2A leave a field out. */
const optionalId = z
  .string()
  .max(256)
  .transform((text) => (text === '' ? undefined : text))
  .optional()

export const sendParams = z.object({
  message: z.object({
    messageId: id,
    contextId: optionalId,
    taskId: optionalId,
    parts: z.array(z.record(z.string(), z.unknown())).min(1).max(64),
  }),
  configuration: z
    .object({ returnImmediately: z.boolean().default(false), taskPushNotificationConfig: z.unknown() })
    .partial()
    .optional(),
})
export type SendParams = z.output<typeof sendParams>

const wanted = 'Send one part with `data`: {market_id, question, …} to ask, {challenges, …} to challenge.'

/** The request in a message. */
export function readMessage({ parts }: SendParams['message']): Asked {
  const [part] = parts
  const type = part?.mediaType ?? ''
  if (parts.length !== 1 || part?.data === undefined)
    throw new RpcError('CONTENT_TYPE_NOT_SUPPORTED', wanted, 'message.parts')
  if (type !== '' && type !== 'application/json')
    throw new RpcError('CONTENT_TYPE_NOT_SUPPORTED', `Send the data as application/json.`, 'message.parts')
  const { data } = part
  const isChallenge = typeof data === 'object' && data !== null && 'challenges' in data
  try {
    return isChallenge
      ? // What is signed holds the hash of the request as it came.
        { phase: 'challenge', request: readValue(Wire.challengeRequest, data, { keepUnknown: true }) }
      : { phase: 'resolve', request: readValue(Wire.resolveRequest, data) }
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error
    throw new RpcError('INVALID_PARAMS', error.shortMessage, 'message.parts[0].data')
  }
}
