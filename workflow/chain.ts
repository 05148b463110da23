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
  const { chainSelector, confidence } = runtime.config
  const data = encodeFunctionData({ abi, functionName, args } as unknown as EncodeFunctionDataParameters)
  const client = new cre.capabilities.EVMClient(BigInt(chainSelector))
  const call = client.callContract(runtime, {
    call: encodeCallMsg({ from: zeroAddress, to: address, data }),
    blockNumber: blocks[confidence],
  })
  return () => {
    const reply = bytesToHex(call.result().data)
    return decodeFunctionResult({ abi, functionName, data: reply } as never) as ContractFunctionReturnType<
      abi,
      'view' | 'pure',
      name
    >
  }
}

export const readMarket = <name extends View<typeof cresolverMarketAbi>>(
  runtime: Runtime<Config>,
  functionName: name,
  args: ContractFunctionArgs<typeof cresolverMarketAbi, 'view' | 'pure', name>,
) => read(runtime, cresolverMarketAbi, runtime.config.market as Address, functionName, args)
