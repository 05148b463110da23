import {
  ExecutionRevertedError,
  HttpRequestError,
  InsufficientFundsError,
  TimeoutError,
  BaseError as ViemError,
} from 'viem'
import { BaseError } from '../../protocol/index.ts'
import { type Revert, readRevert, revertData } from '../../services/chain/revert.ts'
import { explain } from './explain.ts'

/**
 * Failures of a chain in our own words. What viem says repeats the RPC URL, which may carry a key, so none of it is passed
 * on but the reason.
 */
export function asChainError(error: unknown): unknown {
  if (error instanceof BaseError || !(error instanceof ViemError)) return error
  const data = revertData(error)
  if (data !== undefined) return new RefusedError(readRevert(data))
  if (isBareRevert(error)) return new RefusedError({ name: 'NoReason', args: [] })
  if (isPoor(error)) return new PoorAccountError()
  const isAway = (one: unknown) => one instanceof HttpRequestError || one instanceof TimeoutError
  if (error.walk(isAway) !== null) return new UnreachableError()
  return new NodeError(withoutUrls(error.details || error.shortMessage))
}

/** Bytes that could not be decoded are refused without a word. */
const isBareRevert = (error: ViemError): boolean =>
  error.walk((one) => one instanceof ExecutionRevertedError) !== null || /revert/i.test(error.details ?? '')

/** viem knows the words of Geth; Hardhat has its own. */
const isPoor = (error: ViemError): boolean =>
  error.walk((one) => one instanceof InsufficientFundsError) !== null ||
  /doesn't have enough funds/i.test(error.details ?? '')

const withoutUrls = (text: string): string => text.replace(/[a-z]+:\/\/\S+/gi, 'the node')

/** A contract said no. */
export class RefusedError extends BaseError {
  override readonly name: string
  constructor({ name, args }: Revert) {
    const [what, ...toDo] = explain(name, args)
    super(what, { metaMessages: toDo })
    this.name = `Contract.${name}Error`
  }
}

export class PoorAccountError extends BaseError {
  override readonly name = 'Chain.PoorAccountError'
  constructor() {
    super('The account has not enough ETH for the amount and its gas.', {
      metaMessages: ['Fund it, or sign with another: --key-env, or --account on a local chain.'],
    })
  }
}

export class UnreachableError extends BaseError {
  override readonly name = 'Chain.UnreachableError'
  constructor() {
    super('No node answers at the RPC URL.', {
      metaMessages: [
        'Start one with `npx hardhat node --hostname 127.0.0.1`, or give another with --network or --rpc-url.',
      ],
    })
  }
}

export class NodeError extends BaseError {
  override readonly name = 'Chain.NodeError'
  constructor(details: string) {
    super(`The node refused: ${details}`)
  }
}
