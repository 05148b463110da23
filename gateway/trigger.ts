import { createHash, randomUUID } from 'node:crypto'
import type { PrivateKeyAccount } from 'viem/accounts'
import { Json } from '../protocol/index.ts'

/** A request to the HTTP trigger of a CRE workflow: JSON-RPC, and a token that the workflow's authorised key has signed. */
export type Trigger = { readonly body: string; readonly authorization: string | null }

/** The token's life; the engine takes no more than five minutes. */
const lifeSeconds = 300

export type TriggerOptions = {
  readonly workflowId?: string | undefined
  readonly key: Pick<PrivateKeyAccount, 'address' | 'signMessage'> | null
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export async function makeTrigger(input: Json.Json, options: TriggerOptions): Promise<Trigger> {
  const { workflowId, key, now } = options
  // Keys in order and no white space: the engine hashes the request in this spelling.
  const body = Json.canonical({
    jsonrpc: '2.0',
    id: randomUUID(),
    method: 'workflows.execute',
    params: { input, workflow: workflowId === undefined ? {} : { workflowID: workflowId } },
  })
  if (key === null) return { body, authorization: null }
  const iat = Math.floor(now() / 1_000)
  const payload = {
    digest: `0x${createHash('sha256').update(body).digest('hex')}`,
    iss: key.address,
    iat,
    exp: iat + lifeSeconds,
    jti: randomUUID(),
  }
  const message = `${encode({ alg: 'ETH', typ: 'JWT' })}.${encode(payload)}`
  return { body, authorization: `Bearer ${message}.${toJwtSignature(await key.signMessage({ message }))}` }
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** r, s, and 0 or 1 where wallets write 27 or 28. */
function toJwtSignature(signature: `0x${string}`): string {
  const bytes = Buffer.from(signature.slice(2), 'hex')
  if (bytes[64]! >= 27) bytes[64]! -= 27
  return bytes.toString('base64url')
}
