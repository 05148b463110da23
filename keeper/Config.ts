import { parseEther, parseGwei } from 'viem'
import { z } from 'zod'
import {
  callers,
  checkConfigValue,
  graceMs,
  listenOn,
  logLevel,
  market,
  milliseconds,
  type Placed,
  publicUrl,
  readConfigFile,
  rpcUrls,
  variable,
  watching,
} from '../services/http/ServiceConfig.ts'
import * as StoreConfig from '../services/store/Config.ts'

/** A keeper's config. */
const amount = (unit: string, read: (text: string) => bigint) =>
  z
    .string()
    .regex(/^\d{1,9}(\.\d{1,18})?$/, `expected ${unit} as text, such as "0.05"`)
    .transform((text) => read(text))
    .refine((wei) => wei > 0n, `expected more than 0 ${unit}`)

const ether = amount('ETH', parseEther)
const gwei = amount('gwei', parseGwei)

const budget = z.strictObject({
  /** ETH within any 24 hours of the chain, and on one call at most. */
  perDay: ether.prefault('0.05'),
  perCall: ether.prefault('0.01'),
  /** Gwei for a unit of gas at most, tip included, and the tip alone. */
  maxFee: gwei.prefault('50'),
  maxTip: gwei.prefault('2'),
})

const sending = z.strictObject({
  /** Calls on their way at once, at most: one at first, and one again after a lost race. */
  most: z.int().min(1).max(64).default(8),
  /** Blocks after which a transaction that is in none is replaced for a higher fee. */
  replaceAfter: z.int().min(1).max(10_000).default(6),
})

/** For keepers that know of each other: each market has one that goes first, and the others step in after so many blocks. */
const turns = z
  .strictObject({
    place: z.int().min(1).max(64).default(1),
    of: z.int().min(1).max(64).default(1),
    patience: z.int().min(1).max(64).default(3),
  })
  .refine(({ place, of }) => place <= of, { path: ['place'], error: 'expected a place of 1 to `of`' })

export const schema = z
  .strictObject({
    listen: listenOn(4_500),
    publicUrl: publicUrl.optional(),
    chainId: z.int().min(0).default(31_337),
    market,
    /** Consumers whose bets and conditions are settled as well; without them, they are not. */
    binaryMarket: market.optional(),
    ctfResolver: market.optional(),
    /** One node, or several: where one fails, the next is asked. */
    rpcUrl: rpcUrls.optional(),
    /** Instead of rpcUrl where the URL holds a key. */
    rpcUrlEnv: variable.optional(),
    /** The variable with the private key that pays. It needs ETH for gas, and nothing else. */
    keyEnv: variable,
    budget: budget.prefault({}),
    sending: sending.prefault({}),
    turns: turns.prefault({}),
    /** Whether records are published to the ERC-8004 registry. */
    feedback: z.boolean().default(true),
    store: StoreConfig.config.optional(),
    callers: callers.prefault({}),
    watch: watching.extend({ sweepMs: milliseconds.default(3_600_000) }).prefault({}),
    log: logLevel,
    graceMs,
  })
  .refine((config) => (config.rpcUrl === undefined) !== (config.rpcUrlEnv === undefined), {
    path: ['rpcUrl'],
    error: 'expected one of rpcUrl and rpcUrlEnv',
  })
  .refine(({ budget: { perCall, perDay } }) => perCall <= perDay, {
    path: ['budget', 'perCall'],
    error: 'expected at most budget.perDay',
  })
export type Config = Placed<z.infer<typeof schema>>

const examples = 'keeper/examples'

export const readConfig = (file: string): Config => readConfigFile(schema, { file, examples })

export const checkConfig = (value: unknown, { file }: { file: string }): Config =>
  checkConfigValue(schema, value, { file, examples })
