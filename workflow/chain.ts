import {
  bigintToProtoBigInt,
  bytesToHex,
  cre,
  encodeCallMsg,
  LAST_FINALIZED_BLOCK_NUMBER,
  LATEST_BLOCK_NUMBER,
  type Runtime,
} from '@chainlink/cre-sdk'
import {
  type Abi,
  type Address,
  type ContractFunctionArgs,
  type ContractFunctionName,
  type ContractFunctionReturnType,
  decodeFunctionResult,
  type EncodeFunctionDataParameters,
  encodeFunctionData,
  zeroAddress,
} from 'viem'
import { cresolverMarketAbi } from '../deployments/abi/CREsolverMarket.ts'
import type { Config } from './config.ts'

/** Reads of contracts. A read is under way as soon as it is asked for; its value is waited for when it is needed. */
export type Pending<value> = () => value

/** −4 is the last safe one; the SDK has no name for it. */
const blocks = {
  LATEST: LATEST_BLOCK_NUMBER,
  SAFE: bigintToProtoBigInt(-4n),
  FINALIZED: LAST_FINALIZED_BLOCK_NUMBER,
}

type View<abi extends Abi> = ContractFunctionName<abi, 'view' | 'pure'>

export function read<const abi extends Abi, name extends View<abi>>(
  runtime: Runtime<Config>,
  abi: abi,
  address: Address,
  functionName: name,
  args: ContractFunctionArgs<abi, 'view' | 'pure', name>,
): Pending<ContractFunctionReturnType<abi, 'view' | 'pure', name>> {
  return call(runtime, abi, {
    address,
    functionName,
    args,
    block: blocks[runtime.config.confidence],
  }) as never
}

type Called = {
  readonly address: Address
  readonly functionName: string
  readonly args: unknown
  readonly block: (typeof blocks)[keyof typeof blocks]
}

function call(
  runtime: Runtime<Config>,
  abi: Abi,
  { address, functionName, args, block }: Called,
): Pending<unknown> {
  const data = encodeFunctionData({ abi, functionName, args } as EncodeFunctionDataParameters)
  const client = new cre.capabilities.EVMClient(BigInt(runtime.config.chainSelector))
  const called = client.callContract(runtime, {
    call: encodeCallMsg({ from: zeroAddress, to: address, data }),
    blockNumber: block,
  })
  return () =>
    decodeFunctionResult({ abi, functionName, data: bytesToHex(called.result().data) } as never) as unknown
}

/**
 * What a function that writes would give back, tried on the newest block; nothing of it remains. Not of a block that is final: what
 * was done since then would be found to be due again.
 */
export function rehearse<const abi extends Abi, name extends ContractFunctionName<abi, 'nonpayable'>>(
  runtime: Runtime<Config>,
  abi: abi,
  address: Address,
  functionName: name,
  args: ContractFunctionArgs<abi, 'nonpayable', name>,
): Pending<ContractFunctionReturnType<abi, 'nonpayable', name>> {
  return call(runtime, abi, { address, functionName, args, block: LATEST_BLOCK_NUMBER }) as never
}

export const readMarket = <name extends View<typeof cresolverMarketAbi>>(
  runtime: Runtime<Config>,
  functionName: name,
  args: ContractFunctionArgs<typeof cresolverMarketAbi, 'view' | 'pure', name>,
) => read(runtime, cresolverMarketAbi, runtime.config.market as Address, functionName, args)

/** The same of the newest block, for what need not be final. */
export const readNewest = <name extends View<typeof cresolverMarketAbi>>(
  runtime: Runtime<Config>,
  functionName: name,
  args: ContractFunctionArgs<typeof cresolverMarketAbi, 'view' | 'pure', name>,
) => {
  const address = runtime.config.market as Address
  const about = { address, functionName, args, block: LATEST_BLOCK_NUMBER }
  return call(runtime, cresolverMarketAbi, about) as Pending<
    ContractFunctionReturnType<typeof cresolverMarketAbi, 'view' | 'pure', name>
  >
}
