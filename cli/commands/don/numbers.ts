import { InvalidArgumentError } from 'commander'

export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('expected a whole number from 0.')
  return Number(text)
}

export function blockNumber(text: string): bigint {
  if (!/^\d{1,18}$/.test(text)) throw new InvalidArgumentError('expected the number of a block.')
  return BigInt(text)
}
