import { createHash, randomUUID } from 'node:crypto'
import { bytesToHex, type LocalAccount, recoverMessageAddress, toBytes } from 'viem'
import { z } from 'zod'
import { BaseError } from '../../protocol/core.ts'

/** The request that starts a workflow by HTTP, as CRE's gateway takes it. */
export type ExecuteRequest = {
  readonly jsonrpc: '2.0'
  readonly id: string
  readonly method: 'workflows.execute'
  readonly params: {
    readonly input: unknown
    readonly workflow?: { readonly workflowID?: string | undefined } | undefined
  }
}

export const maxLifetimeSeconds = 300

const header = z.object({ alg: z.literal('ETH'), typ: z.literal('JWT') })
const claims = z.object({
  digest: z.string().regex(/^0x[0-9a-f]{64}$/, 'expected 32 bytes in hex'),
  iss: z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'expected an address'),
  iat: z.int(),
  exp: z.int(),
  jti: z.string().min(1).max(128),
})
export type Claims = z.infer<typeof claims>

/** What a token vouches for: the request with its keys in order, at every level. */
export const digestOf = (request: unknown): string =>
  `0x${createHash('sha256').update(sortedJson(request)).digest('hex')}`

function sortedJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(',')}]`
  const entries = Object.entries(value).filter(([, field]) => field !== undefined)
  const fields = entries.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${sortedJson(field)}`).join(',')}}`
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token for one request: header, claims, and an Ethereum signature of both. */
export async function signRequest(
  request: ExecuteRequest,
  account: Pick<LocalAccount, 'address' | 'signMessage'>,
  nowSeconds: number = Math.floor(Date.now() / 1_000),
): Promise<string> {
  const said: Claims = {
    digest: digestOf(request),
    iss: account.address,
    iat: nowSeconds,
    exp: nowSeconds + maxLifetimeSeconds,
    jti: randomUUID(),
  }
  const message = `${encode({ alg: 'ETH', typ: 'JWT' })}.${encode(said)}`
  const signature = toBytes(await account.signMessage({ message }))
  // The last byte is 0 or 1 here, as the gateway's own tokens have it.
  signature[64]! -= 27
  return `${message}.${Buffer.from(signature).toString('base64url')}`
}

/** Who signed the token, if it is for this request and now. */
export async function verifyRequest(token: string, request: unknown, nowSeconds: number): Promise<Claims> {
  const parts = token.split('.')
  if (parts.length !== 3 || token.length > 4_096) throw new TokenError('it has not three parts')
  read(header, parts[0]!)
  const said = read(claims, parts[1]!)
  const signature = Buffer.from(parts[2]!, 'base64url')
  if (signature.length !== 65) throw new TokenError('its signature has not 65 bytes')
  if (signature[64]! < 27) signature[64]! += 27
  if (signature[64] !== 27 && signature[64] !== 28) throw new TokenError('its signature is off')
  const signer = await recoverMessageAddress({
    message: `${parts[0]}.${parts[1]}`,
    signature: bytesToHex(signature),
  }).catch((cause) => {
    throw new TokenError('its signature is off', { cause })
  })
  if (signer.toLowerCase() !== said.iss.toLowerCase()) throw new TokenError('its issuer did not sign it')
  if (said.exp <= nowSeconds) throw new TokenError('it has expired')
  if (said.iat > nowSeconds + maxLifetimeSeconds) throw new TokenError('it was issued in the future')
  if (said.exp - said.iat > maxLifetimeSeconds)
    throw new TokenError(`it lives longer than ${maxLifetimeSeconds} seconds`)
  if (said.digest !== digestOf(request)) throw new TokenError('its digest is of another request')
  return said
}

function read<schema extends z.ZodType>(schema: schema, part: string): z.infer<schema> {
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(part, 'base64url').toString())
  } catch (cause) {
    throw new TokenError('a part of it is not JSON in base64url', { cause })
  }
  const found = schema.safeParse(value)
  if (found.success) return found.data
  const [issue] = found.error.issues
  throw new TokenError(`${issue!.path.join('.') || 'it'}: ${issue!.message}`)
}

export class TokenError extends BaseError {
  override readonly name = 'Trigger.TokenError'
  constructor(why: string, options: { cause?: unknown } = {}) {
    super(`The token is refused: ${why}`, options)
  }
}
