import { type Address, createPublicClient } from 'viem'
import { z } from 'zod'
import { type Bytes, Claim, Schema } from '../../protocol/index.ts'
import type { RpcUrl } from '../../services/chain/Node.ts'
import { openNodes } from '../../services/chain/openNodes.ts'
import type { Transport } from '../../services/fetch/Transport.ts'
import { days } from '../../services/store/retention.ts'
import type { Store } from '../../services/store/Store.ts'
import * as Archive from './Archive.ts'
import * as Book from './attested/Book.ts'
import type { AttestationPolicy } from './attested/provenance.ts'
import type { WeightOf } from './attested/weigh.ts'
import * as Weights from './attested/weights.ts'
import { randomNonce } from './nonce.ts'
import type { Ports } from './Ports.ts'
import { withPeers } from './peers.ts'
import * as Specs from './specs/Specs.ts'

/** A participant that serves others. Its key is with a signer, somewhere else. */
export type Participant = {
  readonly ports: Ports
  readonly book: Book.Book
  readonly policy: AttestationPolicy
  /** Tasks at a time. */
  readonly running: number
}

const address = z
  .string()
  .transform((text) => text.toLowerCase())
  .pipe(Schema.address)

/** The part `participant` of a worker's config. */
export const participantConfig = z.strictObject({
  /** Whose signer attests what is verified here. */
  address,
  /** Who is asked for evidence that is not here. */
  peers: z
    .array(z.string().regex(/^https?:\/\/[^\s?#]+[^\s?#/]$/))
    .max(16)
    .default([]),
  archiveBytes: z.int().min(1_048_576).default(1_073_741_824),
  /** How long replies are kept that no attested claim names; null: for ever. */
  archiveDays: days.default(365),
  running: z.int().min(1).max(64).default(4),
  /** What names of source specs stand for, beside those that come with this software; the same name here goes first. */
  specs: Specs.registry.default([]),
  /** What the attestations of a claim must count together to make it tier 2, in ten-thousandths. */
  threshold: z.int().min(1).default(10_000),
  weights: z
    .array(z.strictObject({ verifier: address, weight: z.int().min(1) }))
    .max(1_024)
    .default([]),
  /** Where the reputation of agents is looked up, on the worker's chain. */
  reputation: z
    .strictObject({
      identityRegistry: address,
      reputationRegistry: address,
      newcomer: z.int().min(0).default(0),
    })
    .optional(),
})
export type ParticipantConfig = z.output<typeof participantConfig>

export type Environment = {
  readonly store: Store
  /** Without any key of ours: a task names the address that is asked. */
  readonly fetch: Transport
  readonly chainId: number
  readonly market: Bytes.Hex
  readonly rpcUrl: RpcUrl | undefined
}

export function makeParticipant(config: ParticipantConfig, surroundings: Environment): Participant {
  const { store, fetch, chainId, market, rpcUrl } = surroundings
  const archive = Archive.inStore(store, { limit: config.archiveBytes })
  return {
    ports: {
      now: () => Math.floor(Date.now() / 1_000),
      nonce: randomNonce,
      fetch,
      archive: withPeers(archive, config.peers, fetch),
      specs: Specs.specsOf(config.specs, Specs.known().all),
      self: config.address,
    },
    book: Book.inStore(store),
    policy: {
      fundId: Claim.fundOf(chainId, market),
      threshold: config.threshold,
      weightOf: weightsOf(config, rpcUrl),
    },
    running: config.running,
  }
}

function weightsOf({ weights, reputation }: ParticipantConfig, rpcUrl: RpcUrl | undefined): WeightOf {
  const byName = Weights.listed(weights)
  if (reputation === undefined || rpcUrl === undefined) return byName
  const client = createPublicClient({ transport: openNodes(rpcUrl) })
  const { identityRegistry, reputationRegistry, newcomer } = reputation
  const onChain = Weights.onChain(client, {
    identity: identityRegistry as Address,
    reputation: reputationRegistry as Address,
    newcomer,
  })
  return Weights.anyOf(byName, onChain)
}
