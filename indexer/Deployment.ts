import { readFileSync } from 'node:fs'
import * as z from 'zod'
import * as Catalog from '../protocol/Catalog.ts'
import { BaseError, Json, Schema } from '../protocol/index.ts'

/** What an indexer takes from a deployment's record, as `cresolver deploy` writes it: `deployments/<chainId>.json`. */
const schema = z.object({
  chainId: z.int(),
  network: z.string().default('unnamed'),
  contracts: z.record(
    z.string(),
    z.object({
      address: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
      block: z.int().nullable(),
      codeHash: z.string().nullable(),
    }),
  ),
  trust: Catalog.trust.optional(),
})
export type Deployment = z.infer<typeof schema>

export function readDeployment(file: string): Deployment {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    throw new NoDeploymentError(file, cause)
  }
  return Schema.read(schema, Json.parse(text))
}

export class NoDeploymentError extends BaseError {
  override readonly name = 'Config.NoDeploymentError'
  constructor(file: string, cause: unknown) {
    super(`The config names the record of a deployment, and ${file} cannot be read.`, {
      metaMessages: ['`cresolver deploy` writes it; `deployment` in the config says where it is.'],
      cause,
    })
  }
}
