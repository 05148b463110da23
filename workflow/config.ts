import * as z from 'zod'
import { steady } from './schedule.ts'

/** What differs between deployments. Nothing secret: secrets are named, and come from the vault. */
const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'expected an address')
  .refine(
    (text) => !/^0x0{40}$/.test(text),
    'the zero address, where nothing is: `cresolver deploy` says the right one',
  )
const url = z
  .string()
  .regex(/^https?:\/\/[^\s?#]+[^\s?#/]$/, 'expected http(s)://… without a slash at its end')
  .max(200)
const duration = z.string().regex(/^[1-9]s$|^10s$/, 'expected 1s to 10s, which is as long as CRE waits')
const secret = z.string().regex(/^[A-Z][A-Z0-9_]{0,63}$/, 'expected the name of a secret')

const gas = z.string().regex(/^[1-9][0-9]{5,6}$/, 'expected gas in digits')
const paces = 'expected */30 * * * * *, or 0 */m * * * * with an m that divides 60'

const fields = z.strictObject({
  chainSelector: z.string().regex(/^[0-9]{1,20}$/, 'expected a chain selector in digits'),
  chainId: z.int().min(1),
  market: address,
  /**
   * One is asked in each attempt, the first one first. None: workers are asked directly, which is for two at most. `open`: it serves
   * replies to anybody, before the round is reported, too.
   */
  gateways: z
    .array(z.strictObject({ url, tokenSecret: secret.optional(), open: z.boolean().default(false) }))
    .max(4),
  /** What workers know the DON by when it asks them itself: each gets a token of its own, made of this secret. */
  workerTokenSecret: secret.optional(),
  evaluator: z.enum(['rubric', 'llm']).default('rubric'),
  llm: z.strictObject({ url, model: z.string().min(1).max(100), keySecret: secret }).optional(),
  /** Whether the source of an automatic rule is asked, too. */
  reference: z.enum(['on', 'off']).default('on'),
  /** Where sources are found, if not at their usual addresses. */
  sources: z.record(z.string(), url).default({}),
  /** Six fields, seconds first; null: no sweep. CRE allows no faster one than this. */
  sweep: z.string().regex(steady, paces).nullable().default('*/30 * * * * *'),
  /** Where steps that anyone may make are written to, how often it looks for some, and their gas; null: others keep the markets. */
  upkeep: z
    .strictObject({
      receiver: address,
      schedule: z.string().regex(steady, paces).default('0 * * * * *'),
      gasLimit: gas.default('5000000'),
    })
    .nullable()
    .default(null),
  /** Whether an execution takes up a second market where the quotas leave room for it. */
  secondMarket: z.enum(['on', 'off']).default('on'),
  /**
   * Whether a report wakes it too, to take up another market that waits: for bursts of large markets, of which an execution has room
   * for one. Each report then costs an execution more.
   */
  reportsWake: z.enum(['on', 'off']).default('off'),
  /** For the report's whole transaction. */
  gasLimit: gas.default('1000000'),
  /** Which blocks are read and whose logs wake it. */
  confidence: z.enum(['LATEST', 'SAFE', 'FINALIZED']).default('FINALIZED'),
  /** Who may poke it by HTTP; required off local chains. */
  authorizedKeys: z.array(address).max(10).default([]),
  timeouts: z
    .strictObject({
      gateway: duration.default('9s'),
      source: duration.default('9s'),
      probe: duration.default('9s'),
    })
    .prefault({}),
  /** Plain http and private hosts of workers: only on a local chain. */
  isLocal: z.boolean().default(false),
})

export const configSchema = fields
  .refine(({ evaluator, llm }) => evaluator === 'rubric' || llm !== undefined, {
    path: ['llm'],
    error: 'needed with evaluator llm',
  })
  .superRefine(({ isLocal, gateways }, context) => {
    gateways.forEach(({ tokenSecret, open }, i) => {
      if (isLocal || open || tokenSecret !== undefined) return
      const message = 'needed off local chains, or else open: true: what anybody may read, rivals copy'
      context.addIssue({ code: 'custom', path: ['gateways', i, 'tokenSecret'], message })
    })
  })
  .refine(({ isLocal, authorizedKeys }) => isLocal || authorizedKeys.length > 0, {
    path: ['authorizedKeys'],
    error: 'needed off local chains: otherwise anybody could wake the workflow',
  })
export type Config = z.infer<typeof configSchema>
export type ConfigInput = z.input<typeof configSchema>
