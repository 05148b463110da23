import type { WriteStream } from 'node:tty'
import type { Verdict } from './judge.ts'
import { dollars } from './summarizeEffort.ts'

/** How far a run is: on a terminal a bar that is written over, elsewhere nothing. */
export type Progress = {
  /** One more case is judged. */
  step(verdict: Verdict | null, costMicroUsd?: number | null): void
  /** Removes the bar, so that other lines can be written. */
  clear(): void
}

const width = 24

export function makeProgress(
  all: number,
  stream: Pick<WriteStream, 'write' | 'isTTY'> = process.stderr,
  now: () => number = Date.now,
): Progress {
  if (!stream.isTTY) return { step: () => {}, clear: () => {} }
  const began = now()
  const counts = { right: 0, undecided: 0, wrong: 0 }
  let done = 0
  let cost = 0
  const draw = () => {
    const filled = Math.round((width * done) / Math.max(1, all))
    const bar = '#'.repeat(filled).padEnd(width, '-')
    const said = Object.entries(counts).map(([name, count]) => `${count} ${name}`)
    const spent = cost === 0 ? [] : [dollars(cost)]
    const parts = [`${done} of ${all}`, ...said, ...spent, left(done, all, now() - began)]
    stream.write(`\r\u001b[2K[${bar}] ${parts.join('  ')}`)
  }
  draw()
  return {
    step(verdict, more = 0) {
      done++
      if (verdict !== null) counts[verdict]++
      cost += more ?? 0
      draw()
    },
    clear: () => void stream.write('\r\u001b[2K'),
  }
}

/** As long for each case to come as for those that are done. */
function left(done: number, all: number, ms: number): string {
  if (done === 0) return ''
  const seconds = Math.round(((all - done) * ms) / done / 1_000)
  return seconds < 90 ? `${seconds} s left` : `${Math.round(seconds / 60)} min left`
}
