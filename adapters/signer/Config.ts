import { z } from 'zod'
import { Claim } from '../../protocol/index.ts'
import {
  graceMs,
  logLevel,
  type Placed,
  readConfigFile,
  variable,
} from '../../services/http/ServiceConfig.ts'

/** A signer's config. Whatever it does not name is not signed. */
const fund = z
  .string()
  .max(128)
  .refine(isFund, 'expected eip155:<chain id>:<address of the market contract>')
  .transform((text) => text.toLowerCase())

export const schema = z.strictObject({
  /** The Unix socket on which it is asked; only its own user may. */
  socket: z.string().min(1).max(100),
  /** The variable that holds the private key. */
  keyEnv: variable,
  /** The market contracts for which it attests. */
  funds: z.array(fund).min(1).max(64),
  subjectTypes: z
    .array(z.enum(['CLAIM', 'INTENT']))
    .min(1)
    .default(['CLAIM']),
  limits: z
    .strictObject({
      lifetimeSeconds: z.int().min(1).max(86_400).default(900),
      perMinute: z.int().min(1).max(10_000).default(30),
      perDay: z.int().min(1).max(1_000_000).default(2_000),
    })
    .prefault({}),
  /** The folder of its own in which `audit.jsonl` holds all that it was asked to sign. */
  audit: z.string().min(1),
  log: logLevel,
  graceMs,
})
export type Config = Placed<z.output<typeof schema>>

export const readConfig = (file: string): Config =>
  readConfigFile(schema, { file, examples: 'adapters/signer/examples' })

function isFund(text: string): boolean {
  try {
    Claim.readFund(text)
    return true
  } catch {
    return false
  }
}
