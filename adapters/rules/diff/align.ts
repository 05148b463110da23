/** A stretch in which two lists differ: places from, up to and without. */
export type Difference = {
  readonly before: readonly [from: number, to: number]
  readonly after: readonly [from: number, to: number]
}

/** Beyond this many differing words two texts are not compared word by word: they are two texts. */
const maxDistance = 2_000

/**
 * The stretches in which two lists of words differ, by the shortest edit (Myers 1986). Its time is the length times the
 * number of differences, and the latter is bounded; more differences give one stretch from the first to the last.
 */
export function align(before: readonly string[], after: readonly string[]): Difference[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let [endBefore, endAfter] = [before.length, after.length]
  while (endBefore > start && endAfter > start && before[endBefore - 1] === after[endAfter - 1]) {
    endBefore--
    endAfter--
  }
  if (start === endBefore && start === endAfter) return []
  const whole: Difference = { before: [start, endBefore], after: [start, endAfter] }
  if (start === endBefore || start === endAfter) return [whole]
  const steps = shortestEdit(before.slice(start, endBefore), after.slice(start, endAfter))
  return steps === null ? [whole] : join(steps, start)
}

type Step = { readonly kind: 'keep' | 'delete' | 'insert'; readonly x: number; readonly y: number }

function shortestEdit(a: readonly string[], b: readonly string[]): Step[] | null {
  const most = Math.min(a.length + b.length, maxDistance)
  const reach = new Int32Array(2 * most + 3)
  const trace: Int32Array[] = []
  for (let d = 0; d <= most; d++) {
    trace.push(reach.slice(most - d, most + d + 3))
    for (let k = -d; k <= d; k += 2) {
      const goesDown = k === -d || (k !== d && reach[most + k]! < reach[most + k + 2]!)
      let x = goesDown ? reach[most + k + 2]! : reach[most + k]! + 1
      let y = x - k
      while (x < a.length && y < b.length && a[x] === b[y]) {
        x++
        y++
      }
      reach[most + 1 + k] = x
      if (x >= a.length && y >= b.length) return walkBack(trace, a.length, b.length)
    }
  }
  return null
}

/** The steps from the end to the beginning, turned round. `trace[d]` holds the diagonals −d−1 … d+1 before step d. */
function walkBack(trace: readonly Int32Array[], endX: number, endY: number): Step[] {
  const steps: Step[] = []
  let [x, y] = [endX, endY]
  for (let d = trace.length - 1; d >= 0; d--) {
    const reach = (diagonal: number) => trace[d]![diagonal + d + 1]!
    const k = x - y
    const goesDown = k === -d || (k !== d && reach(k - 1) < reach(k + 1))
    const from = goesDown ? k + 1 : k - 1
    const fromX = d === 0 ? 0 : reach(from)
    const fromY = d === 0 ? 0 : fromX - from
    while (x > fromX && y > fromY) steps.push({ kind: 'keep', x: --x, y: --y })
    if (d > 0) {
      if (goesDown) steps.push({ kind: 'insert', x, y: --y })
      else steps.push({ kind: 'delete', x: --x, y })
    }
  }
  return steps.reverse()
}

function join(steps: readonly Step[], offset: number): Difference[] {
  const found: Difference[] = []
  let open: { x: number; y: number; toX: number; toY: number } | null = null
  const close = () => {
    if (open === null) return
    const { x, y, toX, toY } = open
    found.push({ before: [offset + x, offset + toX], after: [offset + y, offset + toY] })
    open = null
  }
  for (const { kind, x, y } of steps) {
    if (kind === 'keep') close()
    else {
      open ??= { x, y, toX: x, toY: y }
      if (kind === 'delete') open.toX = x + 1
      else open.toY = y + 1
    }
  }
  close()
  return found
}
