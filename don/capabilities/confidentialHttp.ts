import { create, fromBinary } from '@bufbuild/protobuf'
import type { CONFIDENTIAL_HTTP_CLIENT_PB } from '@chainlink/cre-sdk/pb'
import { CapabilityError } from '../capability.ts'
import type { EngineLimits } from '../limits.ts'
import { ConfidentialHttp } from '../sdk.ts'
import { millisecondsOf, readUpTo, reasonOf, webAddress } from './http.ts'
import type { Secrets } from './secrets.ts'

/**
 * One request of the whole DON, with secrets filled in where the workflow never sees them. The real one runs in an enclave; here
 * the secrets are as safe as this process.
 */
export async function sendConfidentially(
  bytes: Uint8Array,
  limits: EngineLimits['ConfidentialHTTP'],
  secrets: Secrets,
): Promise<CONFIDENTIAL_HTTP_CLIENT_PB.HTTPResponse> {
  const { request, vaultDonSecrets } = fromBinary(ConfidentialHttp.ConfidentialHTTPRequestSchema, bytes)
  if (request === undefined) throw new CapabilityError('there is no request')
  const known = Object.fromEntries(
    vaultDonSecrets.map(({ key }) => {
      const value = secrets[key]
      if (value === undefined) throw new CapabilityError(`secret ${key} is not there`, { code: 'NotFound' })
      return [key, value]
    }),
  )
  const fill = (text: string) =>
    text.replace(/\{\{\s*\.(\w+)\s*\}\}/g, (whole, name: string) =>
      Object.hasOwn(known, name) ? known[name]! : (request.templatePublicValues[name] ?? whole),
    )
  const body = request.body.case === 'bodyString' ? fill(request.body.value) : request.body.value
  if ((body?.length ?? 0) > limits.RequestSizeLimit) {
    throw new CapabilityError(`request is over ${limits.RequestSizeLimit} bytes`, { code: 'LimitExceeded' })
  }
  const headers = Object.entries(request.multiHeaders).map(([name, { values }]) => [
    name,
    values.map(fill).join(', '),
  ])
  const timeout = Math.min(
    millisecondsOf(request.timeout) || limits.ConnectionTimeout,
    limits.ConnectionTimeout,
  )
  try {
    const reply = await fetch(webAddress(fill(request.url)), {
      method: request.method,
      headers: Object.fromEntries(headers),
      ...(body === undefined || body.length === 0 ? {} : { body: Buffer.from(body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
    })
    return create(ConfidentialHttp.HTTPResponseSchema, {
      statusCode: reply.status,
      body: await readUpTo(reply, limits.ResponseSizeLimit),
    })
  } catch (error) {
    if (error instanceof CapabilityError) throw error
    throw new CapabilityError(`request failed, ${reasonOf(error)}`, { code: 'Unavailable', cause: error })
  }
}
