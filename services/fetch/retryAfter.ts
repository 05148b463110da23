/** Milliseconds that a Retry-After header asks for: seconds, or a date. A header that cannot be read asks for nothing. */
export function retryAfter(header: string | undefined, now: number): number {
  if (header === undefined) return 0
  const text = header.trim()
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1_000
  const date = Date.parse(text)
  return Number.isNaN(date) ? 0 : Math.max(0, date - now)
}
