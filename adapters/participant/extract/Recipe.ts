import { RE2JS } from 're2js'
import { z } from 'zod'
import { Schema } from '../../../protocol/index.ts'
import * as JsonPath from '../../../services/fetch/JsonPath.ts'
import { timeFormat } from '../../../services/fetch/readTime.ts'
import { isFunction } from './abi.ts'
import { isSelector } from './css.ts'

/**
 * How a value is found in a reply. A recipe comes from whoever wrote the task: it is data, names no code, and what it can ask for
 * is bounded by the length of the reply.
 */
const path = z
  .string()
  .min(1)
  .max(512)
  .refine(JsonPath.isCheapPath, 'expected a JSONPath (RFC 9535) without unions, functions and a second `..`')

const pattern = z.string().min(1).max(512).refine(isPattern, 'expected an RE2 pattern')

const selector = z
  .string()
  .min(1)
  .max(256)
  .refine(isSelector, 'expected tags, #ids, .classes, [attributes] and :nth-child(n), joined by > or a blank')

const element = z.union([
  selector,
  z.strictObject({ selector, attribute: z.string().regex(/^[A-Za-z][A-Za-z0-9:_-]{0,63}$/) }),
])

/** Where the reply says of when it is. Left out, it is of when it was sent. */
const time = <recipe extends z.ZodType>(recipe: recipe) =>
  z.strictObject({ recipe, format: timeFormat }).optional()

/** Only what changes nothing and needs no account. */
export const rpcMethods = [
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getCode',
  'eth_getLogs',
  'eth_getStorageAt',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
] as const

const block = z.union([
  z.enum(['latest', 'safe', 'finalized', 'earliest']),
  z.int().min(0),
  z.string().regex(/^0x(0|[1-9a-f][0-9a-f]{0,15})$/, 'expected a block number as hex'),
])

const rpc = z.strictObject({
  method: z.enum(rpcMethods),
  params: z.array(Schema.json).max(8).default([]),
  /** Into the whole reply; the result itself unless told. */
  path: path.default('$.result'),
})

const argument: z.ZodType<Argument> = z.lazy(() =>
  z.union([z.string().max(1_024), z.boolean(), z.int(), z.array(argument).max(64)]),
)
export type Argument = string | boolean | number | readonly Argument[]

const abi = z.strictObject({
  address: z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'expected the address of a contract'),
  /** As Solidity writes it: `function balanceOf(address owner) view returns (uint256)`. */
  function: z
    .string()
    .max(256)
    .refine(isFunction, 'expected a view function with its returns, without tuples'),
  args: z.array(argument).max(16).default([]),
  /** Which of several values. */
  output: z.int().min(0).max(31).default(0),
  block: block.default('latest'),
})

export const extractor = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('jsonpath'), recipe: path, time: time(path) }),
  z.strictObject({ type: z.literal('regex'), recipe: pattern, time: time(pattern) }),
  z.strictObject({ type: z.literal('css'), recipe: element, time: time(element) }),
  z.strictObject({ type: z.literal('rpc'), recipe: rpc }),
  z.strictObject({ type: z.literal('abi'), recipe: abi }),
])
export type Extractor = z.output<typeof extractor>
export type RpcRecipe = z.output<typeof rpc>
export type AbiRecipe = z.output<typeof abi>
export type Element = z.output<typeof element>

export const types = extractor.options.map(({ shape }) => shape.type.value)

function isPattern(text: string): boolean {
  try {
    RE2JS.compile(text)
    return true
  } catch {
    return false
  }
}
