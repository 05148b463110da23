import { InvalidArgumentError } from 'commander'

/** How long to wait, in seconds and parts of one. */
export function seconds(text: string): number {
  const value = Number(text)
  if (!/^\d{1,4}(\.\d{1,3})?$/.test(text) || value < 0.001)
    throw new InvalidArgumentError('expected seconds, such as 8.')
  return value
}
