import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { Address } from 'viem'
import * as z from 'zod'
import * as Catalog from '../../protocol/Catalog.ts'
import { BaseError, Json, Schema } from '../../protocol/index.ts'
import { isLocal } from './networks.ts'

/** What stands on a chain: deployments/<chainId>.json. */
const hex = z.templateLiteral(['0x', z.string()])

const deployed = z.strictObject({
  address: hex,
  /** null while the transaction is on its way. */
  block: z.int().nullable(),
  transaction: hex.nullable(),
  constructorArguments: z.array(z.json()),
  /** keccak256 of the creation code with its libraries; null for what others deployed. */
  codeHash: hex.nullable(),
})
export type Deployed = z.infer<typeof deployed>

const record = z.strictObject({
  chainId: z.int(),
  network: z.string(),
  deployer: hex,
  /** The commit of the sources, with `-dirty` where contracts or bytecode were changed since; null outside a repository. */
  commit: z.string().nullable(),
  simulation: z.boolean(),
  contracts: z.record(z.string(), deployed),
  parameters: z.record(z.string(), z.string()),
  workflow: z.strictObject({ owner: hex, name: z.string(), ids: z.array(hex) }).nullable(),
  /** Whom those who check rounds of this deployment may believe; operators fill it in. */
  trust: Catalog.trust.optional(),
})
export type Deployment = z.infer<typeof record>

export const fileOf = (folder: string, chainId: number): string => `${folder}/${chainId}.json`

export function readDeployment(folder: string, chainId: number): Deployment | undefined {
  const file = fileOf(folder, chainId)
  if (!existsSync(file)) return undefined
  return Schema.read(record, Json.parse(readFileSync(file, 'utf8')))
}

/** Written whole or not at all: whoever stops half-way finds what was true last. */
export function writeDeployment(folder: string, deployment: Deployment): void {
  mkdirSync(folder, { recursive: true })
  const file = fileOf(folder, deployment.chainId)
  writeFileSync(`${file}.new`, `${JSON.stringify(deployment, null, 2)}\n`)
  renameSync(`${file}.new`, file)
}

/** Addresses of a deployment that is complete. */
export function addressIn(deployment: Deployment, name: string): Address {
  const found = deployment.contracts[name]
  if (found === undefined || found.block === null) throw new NotDeployedError(deployment.chainId, name)
  return found.address
}

export class NotDeployedError extends BaseError {
  override readonly name = 'Deploy.NotDeployedError'
  constructor(chainId: number, contract = 'CREsolverMarket') {
    super(`No ${contract} is known on chain ${chainId}.`, {
      metaMessages: [
        isLocal(chainId)
          ? 'Run `cresolver deploy --network localhost` first; a restarted local chain is empty.'
          : 'Run `cresolver deploy --network <name>` first, or copy the record of the deployment you mean.',
      ],
    })
  }
}
