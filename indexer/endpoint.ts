import type * as z from 'zod'
import type { endpoint } from '../protocol/Catalog.ts'
import type { GuardOptions } from '../services/fetch/guard.ts'
import type { Network } from '../services/fetch/Network.ts'
import { request } from '../services/fetch/request.ts'
import { TransportError } from '../services/fetch/Transport.ts'

type Endpoint = z.infer<typeof endpoint>

const timeoutMs = 3_000

/** Whether somebody answers where an agent says that it listens. Readers do not ask themselves: it would tell a stranger of them. */
export async function lookAtEndpoint(
  url: string | null,
  options: Pick<GuardOptions, 'allowPrivate'> & {
    readonly network?: Network | undefined
    readonly signal: AbortSignal
    readonly now: () => number
  },
): Promise<Endpoint> {
  const { allowPrivate = false, network, signal, now } = options
  const started = now()
  const told = (is_up: boolean | null, why: string | null): Endpoint => ({
    ...{ url, is_up, why },
    ms: is_up === null ? null : Math.max(0, Math.round(now() - started)),
    checked_at_ms: now(),
  })
  if (url === null) return told(null, 'it names no endpoint that can be read here')
  try {
    const { status } = await request(
      { method: 'GET', url: `${url}/.well-known/agent-card.json` },
      { ...network, ...(allowPrivate ? local : { anyPort: true }), signal, timeoutMs, maxBytes: null },
    )
    return status === 200 ? told(true, null) : told(false, `it answers with status ${status}`)
  } catch (error) {
    const code = error instanceof TransportError ? error.code : 'unknown'
    return code === 'forbidden' ? told(null, 'its address is not asked from here') : told(false, code)
  }
}

const local: GuardOptions = { allowHttp: true, allowLoopback: true, allowPrivate: true, anyPort: true }
