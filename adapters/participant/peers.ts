import { Bytes, Hash } from '../../protocol/index.ts'
import { SourceError } from '../../protocol/source/index.ts'
import type { Transport } from '../../services/fetch/Transport.ts'
import type { Archive } from './Ports.ts'

/**
 * An archive that asks others for what it does not have: `<peer>/evidence/<hash>`. Nobody is believed; bytes of another hash are
 * as good as none. Only peers that the configuration names are asked, never one that a task names.
 *
 * @example
 * const archive = withPeers(Archive.inStore(store), ['https://worker.example.org'], live())
 */
export function withPeers(own: Archive, peers: readonly string[], fetch: Transport): Archive {
  return {
    put: own.put,
    async get(hash) {
      const kept = await own.get(hash)
      if (kept !== null) return kept
      for (const peer of peers) {
        const bytes = await ask(`${peer}/evidence/${hash}`, fetch)
        if (bytes !== null && Hash.ofBytes(bytes) === hash) return bytes
      }
      return null
    },
  }
}

async function ask(url: string, fetch: Transport): Promise<Uint8Array | null> {
  try {
    const { status, body } = await fetch({ method: 'GET', url })
    return status === 200 ? Bytes.fromText(body) : null
  } catch (error) {
    // A peer that can't be asked has nothing for us.
    if (error instanceof SourceError) return null
    throw error
  }
}
