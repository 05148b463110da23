import type { z } from 'zod'
import type { Bytes } from '../../protocol/index.ts'
import type { RpcUrl } from '../../services/chain/Node.ts'
import type { Transport } from '../../services/fetch/Transport.ts'
import type { Base } from '../../services/http/baseApp.ts'
import type { Routes } from '../../services/http/Routes.ts'
import type { Kept } from '../../services/store/retention.ts'
import type { Store } from '../../services/store/Store.ts'
import type { Prove, Verifiers } from '../source/index.ts'

/**
 * Something that a worker serves beside the agent protocol. The worker imports none: the program that starts the worker passes
 * them to `readConfig`.
 */
export type Extension = {
  /** The key of its section in the worker's config. Without the section, the extension is off. */
  readonly key: string
  readonly config: z.ZodType
  /** `section` is what `config` made of the section. */
  open(section: unknown, environment: Environment): Mounted
}

/** What a worker lends to an extension. */
export type Environment = {
  readonly store: Store
  /** Sends none of the worker's keys, because others choose what is fetched. */
  readonly fetch: Transport
  readonly chainId: number
  readonly market: Bytes.Hex
  readonly rpcUrl: RpcUrl | undefined
}

/** An extension at work. */
export type Mounted = {
  /** What it serves, and the schemas that this names. */
  readonly served: Served
  addRoutes(base: Base): void
  /** Looks for proofs of origin after the worker's own provers. */
  readonly prove: Prove
  readonly verifiers: Verifiers
  /** What it keeps in the worker's store, and for how long. */
  readonly kept?: readonly Kept[]
}

export type Served = {
  readonly operations: Routes
  readonly schemas: Readonly<Record<string, z.ZodType>>
}

/** An extension that a config turns on, with its section. */
export type Enabled = (environment: Environment) => Mounted

/** The extensions whose section a checked config has. */
export const enabledBy = (extensions: readonly Extension[], config: object): Enabled[] =>
  extensions.flatMap((extension) => {
    const section = (config as Readonly<Record<string, unknown>>)[extension.key]
    return section === undefined ? [] : [(environment) => extension.open(section, environment)]
  })
