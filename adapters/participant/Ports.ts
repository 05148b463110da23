import type { Address, Evidence, Hash } from '../../protocol/index.ts'
import type { Sample } from '../../protocol/source/index.ts'
import type { Reply, Request, Transport } from '../../services/fetch/Transport.ts'
import type { Specs } from './specs/Specs.ts'

/** All that a task may use. What is not named here it can't reach: no clock, no key, no environment. */
export type Ports = {
  /** Unix seconds. */
  readonly now: () => number
  /** An integer of at most 53 bits that was never given before. */
  readonly nonce: () => number
  readonly fetch: Transport
  readonly archive: Archive
  /** What names of source specs stand for; left out, no name stands for anything. */
  readonly specs?: Specs
  /** Who mines and verifies, by the address whose key a signer holds somewhere else. */
  readonly self: Address.Address
}

/** What came back when a source was asked, and how. */
export type Retrieval = {
  readonly responseHash: Hash.Hash
  readonly bytes: Uint8Array
  readonly headers: Readonly<Record<string, string>>
  readonly receipt: {
    readonly requestHash: Hash.Hash
    readonly url: string
    readonly method: string
    readonly status: number
    /** Unix seconds. */
    readonly retrievedAt: number
    /** How the bytes were packed on their way; they are kept unpacked. */
    readonly contentEncoding: string
  }
}

/** Keeps bytes by their hash. What it gives back is not believed: whoever asks hashes again. */
export type Archive = {
  put(retrieval: Retrieval): Promise<void>
  get(responseHash: Hash.Hash): Promise<Uint8Array | null>
}

/** Looks for a proof of where a reply came from. Null: there is none here. */
export type Prove = (found: {
  readonly request: Request
  readonly reply: Reply
  readonly sample: Sample | null
  /** The market and the round that the reply is collected for, where they are known. */
  readonly scope?: { readonly market_id: string; readonly round: number } | undefined
}) => Promise<Evidence.ProvenanceProof | null>

/** Checks such a proof. Null: it proves its item; otherwise a sentence why it does not. */
export type Verifier = (item: Evidence.EvidenceItem) => Promise<string | null>
