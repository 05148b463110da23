import {
  type AbiFunction,
  type AbiParameter,
  decodeAbiParameters,
  encodeFunctionData,
  parseAbiItem,
} from 'viem'
import { TaskError } from '../Reason.ts'
import type { AbiRecipe, Argument } from './Recipe.ts'

/** What a contract's view function is asked with. */
export function callData({ function: signature, args }: AbiRecipe): `0x${string}` {
  const item = readFunction(signature)
  if (args.length !== item.inputs.length)
    throw new TaskError(
      'INVALID_RECIPE',
      `${item.name} takes ${item.inputs.length} arguments, not ${args.length}.`,
    )
  const values = args.map((argument, i) => toArgument(argument, item.inputs[i]!.type))
  try {
    return encodeFunctionData({ abi: [item], functionName: item.name, args: values })
  } catch (cause) {
    throw new TaskError('INVALID_RECIPE', `The arguments of ${item.name} are not of its types.`, { cause })
  }
}

/** One value of what it returned: integers in decimal, addresses and bytes in lower-case hex. */
export function readReturned({ function: signature, output }: AbiRecipe, data: string): string {
  const { name, outputs } = readFunction(signature)
  if (output >= outputs.length)
    throw new TaskError(
      'INVALID_RECIPE',
      `${name} returns ${outputs.length} values, and ${output} is none of them.`,
    )
  if (!/^0x(?:[0-9a-fA-F]{2})+$/.test(data))
    throw new TaskError(
      'NOTHING_FOUND',
      'The contract returned nothing; perhaps there is none at this address.',
    )
  let value: unknown
  try {
    value = decodeAbiParameters(outputs, data as `0x${string}`)[output]
  } catch (cause) {
    throw new TaskError('UNREADABLE_REPLY', `What came back is not what ${name} returns.`, { cause })
  }
  if (typeof value === 'object') throw new TaskError('INVALID_RECIPE', 'A list is no value.')
  return /^(?:address|bytes)/.test(outputs[output]!.type) ? String(value).toLowerCase() : String(value)
}

export function isFunction(signature: string): boolean {
  try {
    const { stateMutability, outputs, inputs } = readFunction(signature)
    const isReading = stateMutability === 'view' || stateMutability === 'pure'
    return isReading && outputs.length > 0 && [...inputs, ...outputs].every(isPlain)
  } catch {
    return false
  }
}

const isPlain = ({ type }: AbiParameter): boolean => !type.startsWith('tuple')

const readFunction = (signature: string): AbiFunction => parseAbiItem(signature as string) as AbiFunction

/** JSON has no integers beyond 2^53, so they may be written as text. */
function toArgument(argument: Argument, type: string): unknown {
  const list = /^(.*)\[[0-9]*\]$/.exec(type)
  if (list !== null) {
    if (!Array.isArray(argument)) throw new TaskError('INVALID_RECIPE', `${type} is written as a list.`)
    return argument.map((each) => toArgument(each, list[1]!))
  }
  if (!/^u?int/.test(type)) return argument
  if (!/^-?[0-9]{1,78}$/.test(String(argument)))
    throw new TaskError('INVALID_RECIPE', `${type} is written in decimal digits.`)
  return BigInt(argument as string | number)
}
