import { z } from 'zod'
import type { Address } from '../../protocol/index.ts'

/** The registration file of ERC-8004: what the agentURI of an agent leads to. */

const type = 'https://eips.ethereum.org/EIPS/eip-8004#registration-v1'

/** Where a worker serves its own. Domains show there, too, which agents are theirs. */
export const registrationPath = '/.well-known/agent-registration.json'

/** The fields that ERC-8004 asks for, with the services and trust of a worker. */
export const registrationFile = z.strictObject({
  type: z.literal(type),
  name: z.string().min(1),
  description: z.string().min(1),
  image: z.string().min(1),
  services: z.array(
    z.strictObject({ name: z.string().min(1), endpoint: z.string().min(1), version: z.string().min(1) }),
  ),
  x402Support: z.boolean(),
  active: z.boolean(),
  registrations: z.array(z.strictObject({ agentId: z.int().min(0), agentRegistry: z.string() })),
  supportedTrust: z.array(z.string()),
})
export type RegistrationFile = z.infer<typeof registrationFile>

export type RegistrationOptions = {
  readonly agentId: number
  /** The base URL of the worker. */
  readonly endpoint: string
  readonly chainId: number
  /** The ERC-8004 registry that knows the agent; null: the file names none. */
  readonly registry: Address.Address | null
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly image?: string | undefined
}

/** A check mark on a disc, for those who show agents as pictures. */
const mark =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"%3E%3Cpath d="M2 5l2 2 4-5"/%3E%3C/svg%3E'

/**
 * The file of one worker. Its endpoint is the base URL, which every reader we know of takes: they put the path of a card, or of the
 * agent protocol, behind it.
 */
export function makeRegistrationFile(options: RegistrationOptions): RegistrationFile {
  const { agentId, endpoint, chainId, registry } = options
  return {
    type,
    name: options.name ?? `CREsolver worker ${agentId}`,
    description:
      options.description ??
      'Investigates questions of prediction markets, and defends what it found under challenge.',
    image: options.image ?? mark,
    services: [{ name: 'A2A', endpoint, version: '1.0' }],
    x402Support: false,
    active: true,
    registrations: registry === null ? [] : [{ agentId, agentRegistry: `eip155:${chainId}:${registry}` }],
    supportedTrust: ['reputation', 'crypto-economic'],
  }
}

/** The file as an agentURI that lies on-chain as a whole. */
export const toDataUri = (file: RegistrationFile): string =>
  `data:application/json;base64,${Buffer.from(JSON.stringify(file)).toString('base64')}`
