import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isAddress, isHash, isHex } from 'viem'
import { z } from 'zod'
import { Json, Schema } from '../../protocol/index.ts'
import { UsageError } from '../terminal/failure.ts'
import { printable } from '../terminal/printable.ts'

/** The networks that come with this software, where a folder has no networks.json of its own. */
const known = new URL('../../deployments/networks.json', import.meta.url)
const ours = fileURLToPath(new URL('../../deployments', import.meta.url))

/** The folder of networks.json and of the records `<chainId>.json`: the checkout's, or of the caller's own folder. */
export const defaultFolder: string = existsSync(ours) ? ours : resolve('deployments')

const address = z
  .string()
  .refine((text) => isAddress(text), 'no address, or its checksum is wrong')
  .refine(
    (text) => !/^0x0{40}$/.test(text),
    'the zero address, where nothing is: leave it out, or name the real one',
  )
const hex = z.string().refine((text) => isHex(text) && text.length % 2 === 0, 'not bytes in hex')
const hash = z.string().refine((text) => isHash(text), 'not 32 bytes in hex')

/** What is known of a network before anything is deployed there. */
export const network = z.strictObject({
  rpcUrl: z.string().optional(),
  /** The environment variable that holds the URL, where it carries a key. */
  rpcUrlEnv: z.string().optional(),
  chainId: z.int().min(1).optional(),
  forwarder: address.optional(),
  identityRegistry: address.optional(),
  feedbackRegistry: address.optional(),
  conditionalTokens: address.optional(),
  /** Who owns the contracts once they stand; the deployer unless named. */
  owner: address.optional(),
  /** Where fees, dust and what silence, absence and doubt cost go; the owner unless named. */
  treasury: address.optional(),
  /** Who has the last word where no appeal is left; without one the last round has it. */
  arbiter: address.optional(),
  workflowOwner: address.optional(),
  workflowName: z.string().min(1).optional(),
  workflowIds: z.array(hash).optional(),
  /** Seconds between a change of the workflow's ids and its effect. */
  identityDelay: z.int().min(0).optional(),
  /** In place of an arbiter: an ERC-792 arbitrator, for which an Erc792Arbiter is deployed. */
  arbitrator: address.optional(),
  /** What the arbitrator is given with each dispute, such as Kleros' court and number of jurors. */
  arbitratorExtraData: hex.optional(),
  /** Where the text lies that says what rulings are about (ERC-1497). */
  metaEvidence: z.string().optional(),
  /** What is bet; ether unless named. */
  betToken: address.optional(),
  /** How many of the token's smallest units count as an ether. */
  unitsPerEther: z
    .string()
    .regex(/^[1-9][0-9]*$/, 'not a positive integer in decimal digits')
    .optional(),
  /** The part of what a wrong outcome costs its makers that may be bet, in basis points. */
  maxBetsBps: z.int().optional(),
  closingMargin: z.int().optional(),
  /** Parameters of the market other than the defaults; amounts as text with their unit. */
  parameters: z.record(z.string(), z.union([z.int(), z.string()])).optional(),
})
export type Network = z.infer<typeof network>

export function readNetworks(folder: string): Record<string, Network> {
  const file = `${folder}/networks.json`
  const isThere = existsSync(file)
  if (isThere) tellOnce(folder, file)
  const text = readFileSync(isThere ? file : known, 'utf8')
  return Schema.read(z.record(z.string(), network), Json.parse(text))
}

const named = new Set<string>()

/** The working folder may be foreign: its networks decide which forwarder and owner count, so the user must see that they do. */
function tellOnce(folder: string, file: string): void {
  const shipped = fileURLToPath(known)
  if (folder !== resolve('deployments') || file === shipped || !existsSync(shipped) || named.has(file)) return
  named.add(file)
  process.stderr.write(
    `${printable(`The networks are those of ${file}, not those that come with this software.`)}\n`,
  )
}

export function findNetwork(folder: string, name: string): Network {
  const networks = readNetworks(folder)
  const found = Object.hasOwn(networks, name) ? networks[name] : undefined
  if (found !== undefined) return found
  throw new UsageError(`No network is called ${name}.`, {
    metaMessages: [
      `Configured are: ${Object.keys(networks).join(', ')}.`,
      `Add it to ${folder}/networks.json, or give --rpc-url.`,
    ],
  })
}

/** Where a network's node is. */
export function urlOf(name: string, { rpcUrl, rpcUrlEnv }: Network): string {
  const url = rpcUrl ?? (rpcUrlEnv === undefined ? undefined : process.env[rpcUrlEnv])
  if (url !== undefined && url !== '') return url
  throw new UsageError(`The network ${name} has no node to talk to.`, {
    metaMessages: [
      rpcUrlEnv === undefined ? 'Give --rpc-url.' : `Set ${rpcUrlEnv} to its RPC URL, or give --rpc-url.`,
    ],
  })
}

export { isLocalChain as isLocal } from '../../services/chain/isLocalChain.ts'
