import { decodeErrorResult, type Hex, isHex, type BaseError as ViemError } from 'viem'
import * as abis from '../../deployments/abi/index.ts'

/** What a contract said when it refused a call: the name of its error, and what the error carries. */
export type Revert = { readonly name: string; readonly args: readonly unknown[] }

/** The bytes that a refused call came back with: nodes put them in different places. */
export function revertData(error: ViemError): Hex | undefined {
  let found: Hex | undefined
  error.walk((one) => {
    const { data } = one as { data?: unknown }
    const inner = typeof data === 'object' && data !== null ? (data as { data?: unknown }).data : data
    if (isHex(inner) && inner.length >= 10) found = inner
    return found !== undefined
  })
  return found
}

// One list for all contracts, because a call into one may be refused by another behind it.
const errors = Object.values(abis).flatMap((abi) => abi.filter((item) => item.type === 'error'))

export function readRevert(data: Hex): Revert {
  try {
    const { errorName, args = [] } = decodeErrorResult({ abi: errors, data })
    return { name: errorName, args: args as readonly unknown[] }
  } catch {
    return { name: 'Unknown', args: [data.slice(0, 10)] }
  }
}
