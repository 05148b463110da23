import { type Call, isFinal, type Node } from './Node.ts'

export type FailOverOptions = {
  /** A node so many blocks behind the others is asked last. */
  readonly maxLag?: number | undefined
  /** How often nodes that nobody needs are asked how far they are. */
  readonly compareMs?: number | undefined
  readonly now?: (() => number) | undefined
}

/**
 * Asks the first node that does well, and the next where it fails: nodes that failed rest for a while, nodes that lag behind come
 * last. The error of the last one is thrown.
 */
export function failOver(
  nodes: readonly Node[],
  options: FailOverOptions = {},
): (call: Call) => Promise<unknown> {
  const { maxLag = 5, compareMs = 15_000, now = Date.now } = options
  let comparedAt = Number.NEGATIVE_INFINITY

  /** That the first node stands still is seen by the others only. */
  function compare(asked: Node): void {
    if (nodes.length === 1 || now() - comparedAt < compareMs) return
    comparedAt = now()
    for (const node of nodes)
      if (node !== asked && node.restsUntil <= now()) node.ask({ method: 'eth_blockNumber' }).catch(() => {})
  }

  return async (call) => {
    let failure: unknown
    for (const node of inOrder(nodes, { maxLag, now: now() })) {
      try {
        const result = await node.ask(call)
        compare(node)
        return result
      } catch (error) {
        if (isFinal(error)) throw error
        failure = error
      }
    }
    throw failure
  }
}

/** Nodes as they are best asked. */
export function inOrder(nodes: readonly Node[], { maxLag, now }: { maxLag: number; now: number }): Node[] {
  const newest = nodes.reduce((most, { head }) => (head !== null && head > most ? head : most), 0n)
  const rank = ({ restsUntil, head }: Node) =>
    (restsUntil > now ? 2 : 0) + (head !== null && head + BigInt(maxLag) < newest ? 1 : 0)
  return nodes.toSorted((a, b) => rank(a) - rank(b) || a.place - b.place)
}
