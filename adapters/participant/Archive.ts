import { Hash } from '../../protocol/index.ts'
import { RetryableError } from '../../services/RetryableError.ts'
import type { Store } from '../../services/store/Store.ts'
import type { Archive, Retrieval } from './Ports.ts'
import { TaskError } from './Reason.ts'

/** One reply at most, which is what a transport lets through. */
export const maxBytes = 1_048_576

/** An archive in memory: for one task, or one test. */
export function inMemory(): Archive & { readonly kept: ReadonlyMap<Hash.Hash, Retrieval> } {
  const kept = new Map<Hash.Hash, Retrieval>()
  return {
    kept,
    async put(retrieval) {
      checkRetrieval(retrieval)
      kept.set(retrieval.responseHash, retrieval)
    },
    get: async (hash) => kept.get(hash)?.bytes ?? null,
  }
}

/**
 * An archive in a store, which holds no more than `limit` bytes: whoever may have tasks done could fill it otherwise.
 *
 * @example
 * const archive = Archive.inStore(await openStore({ folder: 'data/participant', schema: 'participant' }))
 */
export function inStore(
  store: Pick<Store, 'query' | 'transaction'>,
  { limit = 1_073_741_824 }: { readonly limit?: number } = {},
): Archive {
  return {
    put: (retrieval) => orUnavailable(() => keep(store, retrieval, limit)),
    get: (hash) =>
      orUnavailable(async () => {
        const [row] = await store.query<{ bytes: Uint8Array }>(
          'select bytes from participant.blobs where hash = $1',
          [hash],
        )
        return row?.bytes ?? null
      }),
  }
}

async function keep(store: Pick<Store, 'transaction'>, retrieval: Retrieval, limit: number): Promise<void> {
  checkRetrieval(retrieval)
  const { responseHash, bytes, headers, receipt } = retrieval
  await store.transaction(async ({ query }) => {
    const known = await query('select 1 as one from participant.blobs where hash = $1', [responseHash])
    if (known.length === 0) {
      const [total] = await query<{ size: bigint }>(
        'select coalesce(sum(size), 0)::bigint as size from participant.blobs',
      )
      if (Number(total!.size) + bytes.length > limit)
        throw new TaskError('ARCHIVE_FULL', `The archive holds its ${limit} bytes already.`)
      await query(
        'insert into participant.blobs (hash, bytes, size) values ($1, $2, $3) on conflict do nothing',
        [responseHash, bytes, bytes.length],
      )
    }
    const { requestHash, retrievedAt, url, method, status, contentEncoding } = receipt
    await query(
      `insert into participant.retrievals
         (response_hash, request_hash, retrieved_at, url, method, status, content_encoding, headers)
       values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
      [responseHash, requestHash, retrievedAt, url, method, status, contentEncoding, JSON.stringify(headers)],
    )
  })
}

function checkRetrieval({ bytes, responseHash }: Retrieval): void {
  if (bytes.length > maxBytes) throw new TaskError('ARCHIVE_FULL', `One reply may have ${maxBytes} bytes.`)
  if (Hash.ofBytes(bytes) !== responseHash)
    throw new TaskError(
      'ARCHIVE_UNAVAILABLE',
      'The bytes do not have the hash under which they would be kept.',
    )
}

/** What the store can't give now it may give later: that is no verdict on anyone's claim. */
async function orUnavailable<result>(work: () => Promise<result>): Promise<result> {
  try {
    return await work()
  } catch (cause) {
    if (!(cause instanceof RetryableError)) throw cause
    throw new TaskError('ARCHIVE_UNAVAILABLE', 'The archive cannot be reached now.', { cause })
  }
}
