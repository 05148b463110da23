import { UsageError } from '../../terminal/failure.ts'

/** A round's number: rounds count from 1. */
export function roundNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(`${text} is no round: rounds count from 1.`)
  return Number(text)
}
