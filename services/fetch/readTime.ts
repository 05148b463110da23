import { z } from 'zod'
import { Instant } from '../../protocol/index.ts'
import { ExactJson } from '../../protocol/source/index.ts'

/** How a configured source writes its times. */
export const timeFormat = z.enum(['seconds', 'milliseconds', 'iso'])
export type TimeFormat = z.infer<typeof timeFormat>

const isoForm = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?)(?:\.\d{1,9})?(?:Z|\+00:?00)$/

export function parseTime(text: string, format: TimeFormat): number {
  const trimmed = text.trim()
  if (format === 'iso') {
    const match = isoForm.exec(trimmed)
    return Instant.parse(match === null ? trimmed : `${match[1]}Z`)
  }
  const decimal = ExactJson.toDecimal(trimmed)
  const seconds = Math.floor(format === 'seconds' ? Number(decimal) : Number(decimal) / 1_000)
  // Writing it is what refuses a time that is none.
  Instant.format(seconds)
  return seconds
}
