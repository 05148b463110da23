import { formatEther, parseEther } from 'viem'
import { Instant } from '../../protocol/index.ts'
import { UsageError } from '../terminal/failure.ts'

/** Amounts and times as people write and read them. */
export const eth = (wei: bigint): string => `${formatEther(wei)} ETH`

/** `0.5`, `0.5 ETH` or `500000000000000000 wei`. */
export function parseAmount(text: string): bigint {
  const match = /^(\d{1,60}(?:\.\d{1,18})?)\s*(eth|wei)?$/i.exec(text.trim())
  const [, digits = '', unit = 'eth'] = match ?? []
  const isWei = unit.toLowerCase() === 'wei'
  if (match === null || (isWei && digits.includes('.'))) {
    throw new UsageError(`${text} is no amount.`, {
      metaMessages: ['Write 0.5, "0.5 ETH" or "500000000000000000 wei".'],
    })
  }
  return isWei ? BigInt(digits) : parseEther(digits)
}

const seconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 }

/** Unix seconds, an instant such as 2026-02-20T23:59:00Z, or a time from `now` on such as +90m or +2d. */
export function parseTime(text: string, now: number): number {
  if (/^\d{1,12}$/.test(text)) return Number(text)
  const ahead = /^\+(\d{1,9})([smhd])$/.exec(text)
  if (ahead !== null) return now + Number(ahead[1]) * seconds[ahead[2]!]!
  if (Instant.isInstant(text)) return Instant.parse(text)
  throw new UsageError(`${text} is no time.`, {
    metaMessages: ['Write Unix seconds, 2026-02-20T23:59:00Z, or +90m, +12h, +2d from now.'],
  })
}

/** 2026-02-20T23:59:00Z, or the number itself where it is no time of our calendar. */
export function instant(time: bigint | number): string {
  const value = Number(time)
  return value > 0 && value < 253_402_300_800 ? Instant.format(value) : String(time)
}

/** A number of whole things from 0 on. */
export function wholeNumber(text: string): bigint {
  if (!/^\d{1,78}$/.test(text)) throw new UsageError(`${text} is no whole number from 0 on.`)
  return BigInt(text)
}
