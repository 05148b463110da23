import { type Address, createPublicClient, http, type PublicClient } from 'viem'
import { z } from 'zod'
import { Bytes, Hash, Schema } from '../../protocol/index.ts'
import {
  createVerifiers,
  notaryOnChain,
  type Prove,
  proveBest,
  proveByNotary,
  proveBySignature,
  proveBySignedSample,
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
})

type Open<reader> = (client: PublicClient, chainId: number, address: Address) => reader

/**
 * What can prove where a reply came from, strongest first, and what checks it. Without keys and contracts that is nothing, and
 * every reply is plain: tier 3.
 */
export function makeProvenance(
  { sources, provenance, chainId }: Pick<Config, 'sources' | 'provenance' | 'chainId'>,
  rpcUrl: string | undefined,
  extensions: readonly Pick<Mounted, 'prove' | 'verifiers'>[] = [],
): { readonly prove: Prove; readonly verifiers: Verifiers } {
  const keys = sources.publicKeys
  const client =
    rpcUrl === undefined ? null : createPublicClient({ transport: http(rpcUrl, { timeout: 5_000 }) })
  const onChain = <reader>(open: Open<reader>, at: string | undefined): reader | undefined =>
    client === null || at === undefined ? undefined : open(client, chainId, at as Address)
  const sourceKeys = onChain(sourceKeysOnChain, provenance.sourceKeys)
  const notary = onChain(notaryOnChain, provenance.notary)
  const provers: Prove[] = []
  if (sourceKeys !== undefined) provers.push(proveBySignedSample(sourceKeys))
  if (keys.length > 0) provers.push(proveBySignature(keys))
  if (notary !== undefined)
    provers.push(({ reply }) => proveByNotary(notary, Hash.ofBytes(Bytes.fromText(reply.body))))
  provers.push(...extensions.map((extension) => extension.prove))
  const verifiers = createVerifiers({
    keys,
    ...(sourceKeys === undefined ? {} : { sourceKeys }),
    ...(notary === undefined ? {} : { notary }),
  })
  const added = extensions.map((extension) => extension.verifiers)
  return { prove: proveBest(...provers), verifiers: Object.assign({}, verifiers, ...added) }
}
