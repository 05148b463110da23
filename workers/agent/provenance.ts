import { type Address, createPublicClient, type PublicClient } from 'viem'
import { z } from 'zod'
import { Bytes, Hash, Schema } from '../../protocol/index.ts'
import type { RpcUrl } from '../../services/chain/Node.ts'
import { openNodes } from '../../services/chain/openNodes.ts'
import type { KeyAccount } from '../../services/http/readKey.ts'
import { milliseconds, variable } from '../../services/http/ServiceConfig.ts'
import {
  createVerifiers,
  meansOf,
  notarizeOnChain,
  notaryOnChain,
  type Prove,
  proveBest,
  proveByNotarizing,
  proveByNotary,
  proveBySignature,
  proveBySignedSample,
  reclaimTrust,
  sourceKeysOnChain,
  type Verifiers,
} from '../source/index.ts'
import type { Config } from './Config.ts'
import type { Mounted } from './Extension.ts'

const address = z
  .string()
  .transform((text) => text.toLowerCase())
  .pipe(Schema.address)

/** The part of a config that says where proofs of origin can be looked up on the chain. */
export const provenanceConfig = z.strictObject({
  /** The `Notary` in whose log hashes of replies stand: tier 2. */
  notary: address.optional(),
  /** The `SourceKeys` with the keys of sources that sign their samples: tier 1. */
  sourceKeys: address.optional(),
  /** Logs hashes of replies in the `Notary` by itself, where nothing proves more. It pays for each with the key it names. */
  notarize: z
    .strictObject({
      /** The variable with the private key of an account of its own: who signs answers should not pay for logs. */
      keyEnv: variable,
      /** An answer waits so long for the block; what takes longer stays plain. */
      maxWaitMs: milliseconds.max(20_000).default(4_000),
    })
    .optional(),
  /** Attestors of the Reclaim protocol that are believed: tier 0. */
  reclaim: reclaimTrust.optional(),
})

type Options = {
  readonly extensions?: readonly Pick<Mounted, 'prove' | 'verifiers'>[]
  /** Pays for what is logged; null where nothing is. */
  readonly notaryKey?: KeyAccount | null | undefined
  /** Told of hashes that could not be logged in time. */
  readonly onFailure?: () => void
}

type Open<reader> = (client: PublicClient, chainId: number, address: Address) => reader

/**
 * What can prove where a reply came from, strongest first, and what checks it. Without keys and contracts that is nothing, and
 * every reply is plain: tier 3.
 */
export function makeProvenance(
  { sources, provenance, chainId }: Pick<Config, 'sources' | 'provenance' | 'chainId'>,
  rpcUrl: RpcUrl | undefined,
  { extensions = [], notaryKey = null, onFailure = () => {} }: Options = {},
): { readonly prove: Prove; readonly verifiers: Verifiers } {
  const keys = sources.publicKeys
  const client = rpcUrl === undefined ? null : createPublicClient({ transport: openNodes(rpcUrl) })
  const onChain = <reader>(open: Open<reader>, at: string | undefined): reader | undefined =>
    client === null || at === undefined ? undefined : open(client, chainId, at as Address)
  const sourceKeys = onChain(sourceKeysOnChain, provenance.sourceKeys)
  const notary = onChain(notaryOnChain, provenance.notary)
  const provers: Prove[] = []
  if (sourceKeys !== undefined) provers.push(proveBySignedSample(sourceKeys))
  if (keys.length > 0) provers.push(proveBySignature(keys))
  const { notarize } = provenance
  if (notary !== undefined && rpcUrl !== undefined && notarize !== undefined && notaryKey !== null) {
    const place = { rpcUrl, chainId, address: notary.address, account: notaryKey }
    const { maxWaitMs } = notarize
    provers.push(proveByNotarizing(notary, notarizeOnChain(place), { maxWaitMs, onFailure }))
  } else if (notary !== undefined) {
    provers.push(({ reply }) => proveByNotary(notary, Hash.ofBytes(Bytes.fromText(reply.body))))
  }
  provers.push(...extensions.map((extension) => extension.prove))
  const verifiers = createVerifiers({
    ...meansOf({ publicKeys: keys, reclaim: provenance.reclaim }),
    ...(sourceKeys === undefined ? {} : { sourceKeys }),
    ...(notary === undefined ? {} : { notary }),
  })
  const added = extensions.map((extension) => extension.verifiers)
  return { prove: proveBest(...provers), verifiers: Object.assign({}, verifiers, ...added) }
}
