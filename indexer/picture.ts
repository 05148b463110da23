import type { GuardOptions } from '../services/fetch/guard.ts'
import type { Network } from '../services/fetch/Network.ts'
import { request } from '../services/fetch/request.ts'

/** What a picture may weigh, and how long it may take. */
export const pictureLimits = { bytes: 524_288, milliseconds: 8_000 } as const

export type Picture = { readonly type: 'image/png' | 'image/jpeg' | 'image/webp'; readonly bytes: Uint8Array }

const starts = (bytes: Uint8Array, at: number, expected: readonly number[]): boolean =>
  expected.every((byte, i) => bytes[at + i] === byte)

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const jpeg = [0xff, 0xd8, 0xff]
const riff = [0x52, 0x49, 0x46, 0x46]
const webp = [0x57, 0x45, 0x42, 0x50]

/** What bytes are by their own beginning, whatever their host calls them; null for all that is no plain picture. */
export function typeOf(bytes: Uint8Array): Picture['type'] | null {
  if (starts(bytes, 0, png)) return 'image/png'
  if (starts(bytes, 0, jpeg)) return 'image/jpeg'
  return starts(bytes, 0, riff) && starts(bytes, 8, webp) ? 'image/webp' : null
}

/**
 * A picture that a question names, asked for here so that the reader's browser need not ask a stranger. By https at a public address,
 * without redirects, small, and a picture by its own bytes; null for anything else.
 */
export async function fetchPicture(
  url: string,
  options: Pick<GuardOptions, 'allowLoopback'> & {
    readonly network?: Network | undefined
    readonly signal: AbortSignal
  },
): Promise<Picture | null> {
  const { allowLoopback = false, network, signal } = options
  try {
    const { status, body } = await request(
      { method: 'GET', url, headers: { accept: 'image/png, image/jpeg, image/webp' } },
      {
        ...network,
        allowLoopback,
        signal,
        timeoutMs: pictureLimits.milliseconds,
        maxBytes: (head) => (head.status === 200 ? pictureLimits.bytes : null),
      },
    )
    const type = status === 200 ? typeOf(body) : null
    return type === null ? null : { type, bytes: body }
  } catch {
    return null
  }
}
