/** Schedules that come round at one pace, so that ticks count sweeps: each half minute, or each so many minutes. */
export const steady = /^(?:\*\/30 \*|[0-5]?\d (?:\*|\*\/(?:1|2|3|4|5|6|10|12|15|20|30))) \* \* \* \*$/

/** The number of a sweep: neighbours differ by one, whatever the pace. */
export function tickAt(sweep: string, seconds: number): number {
  const [second = '', minute = ''] = sweep.split(' ')
  const minutes = Number(/^\*\/(\d+)$/.exec(minute)?.[1] ?? '1')
  return Math.floor(seconds / (second === '*/30' ? 30 : 60 * minutes))
}
