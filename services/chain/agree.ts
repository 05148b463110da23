import { BaseError } from '../../protocol/index.ts'
import { RetryableError } from '../RetryableError.ts'
import { inOrder } from './failOver.ts'
import { type Call, isFinal, type Node, type Told } from './Node.ts'

export type AgreeOptions = {
  /** So many nodes must say the same of the same block. */
  readonly quorum: number
  readonly told?: Told | undefined
  readonly maxLag?: number | undefined
  readonly now?: (() => number) | undefined
}

type Head = { readonly node: Node; readonly number: bigint; readonly hash: string }
/** What one node said: of which block, and what. */
type Word = { readonly node: Node; readonly said: string; readonly settle: () => unknown }

const hex = (number: bigint): string => `0x${number.toString(16)}`

/**
 * Asks several nodes what a contract says, and believes what enough of them say of the same block. As few as possible are asked:
 * the others where those differ.
 */
export function agree(nodes: readonly Node[], options: AgreeOptions): (call: Call) => Promise<unknown> {
  const { quorum, told = {}, maxLag = 5, now = Date.now } = options
  if (quorum > nodes.length) throw new QuorumTooLargeError(quorum, nodes.length)

  return async ({ method, params }) => {
    const [request, tag, ...rest] = params as [unknown, string, ...unknown[]]
    const order = inOrder(nodes, { maxLag, now: now() })
    const isLatest = tag === 'latest'
    const heads = isLatest ? await headsOf(order) : []
    if (isLatest && heads.length < quorum) throw new TooFewNodesError(heads.length, quorum)
    // The newest block that enough of them have.
    const block = isLatest ? hex(heads.toSorted(newestFirst)[quorum - 1]!.number) : tag
    const able = isLatest
      ? heads.filter(({ number }) => number >= BigInt(block)).map(({ node }) => node)
      : order
    const words: Word[] = []
    let failure: unknown
    for (let next = 0; next < able.length; ) {
      const some = able.slice(next, next + Math.max(1, quorum - most(words)))
      next += some.length
      for (const heard of await Promise.allSettled(some.map((node) => hear(node, block)))) {
        if (heard.status === 'fulfilled') words.push(heard.value)
        else failure = heard.reason
      }
      const agreed = words.find(({ said }) => words.filter((word) => word.said === said).length >= quorum)
      if (agreed === undefined) continue
      if (words.some(({ said }) => said !== agreed.said)) told.disagreement?.()
      return agreed.settle()
    }
    if (words.length < quorum) throw new TooFewNodesError(words.length, quorum, { cause: failure })
    told.disagreement?.()
    throw new DisagreementError(block, groupsOf(words))

    async function hear(node: Node, at: string): Promise<Word> {
      const known = heads.find((head) => head.node === node && hex(head.number) === at)?.hash
      const hash = known ?? (await blockOf(node, at)).hash
      try {
        const result = await node.ask({ method, params: [request, at, ...rest] })
        return { node, said: `${hash} ${JSON.stringify(result)}`, settle: () => result }
      } catch (error) {
        if (!isFinal(error)) throw error
        return { node, said: `${hash} refused`, settle: () => fail(error) }
      }
    }
  }
}

const newestFirst = (a: Head, b: Head): number => (a.number > b.number ? -1 : a.number < b.number ? 1 : 0)

const most = (words: readonly Word[]): number =>
  Math.max(0, ...words.map(({ said }) => words.filter((word) => word.said === said).length))

/** The newest block of every node that tells it. */
async function headsOf(nodes: readonly Node[]): Promise<Head[]> {
  const heads = await Promise.allSettled(
    nodes.map(async (node) => {
      const { number, hash } = await blockOf(node, 'latest')
      return { node, number: BigInt(number), hash }
    }),
  )
  return heads.flatMap((head) => (head.status === 'fulfilled' ? [head.value] : []))
}

async function blockOf(node: Node, tag: string): Promise<{ number: string; hash: string }> {
  const block = (await node.ask({ method: 'eth_getBlockByNumber', params: [tag, false] })) as {
    number: string
    hash: string
  } | null
  if (block === null) throw new Error('the node does not have this block')
  return block
}

/** The places of nodes that said the same, for people. */
function groupsOf(words: readonly Word[]): number[][] {
  const groups = new Map<string, number[]>()
  for (const { said, node } of words) groups.set(said, [...(groups.get(said) ?? []), node.place])
  return [...groups.values()]
}

function fail(error: unknown): never {
  throw error
}

export class DisagreementError extends RetryableError {
  override readonly name = 'Chain.DisagreementError'
  /** Places in the config's list of nodes, those together that said the same. */
  readonly groups: readonly (readonly number[])[]
  constructor(block: string, groups: readonly (readonly number[])[]) {
    const sides = groups.map((group) => group.join(' and ')).join(' against ')
    super(`The nodes do not agree about block ${BigInt(block)}: ${sides}, by their places in rpcUrl.`, {
      metaMessages: ['Find out which of them is wrong before anything is signed or paid by what they say.'],
    })
    this.groups = groups
  }
}

export class TooFewNodesError extends RetryableError {
  override readonly name = 'Chain.TooFewNodesError'
  constructor(answered: number, quorum: number, options: { readonly cause?: unknown } = {}) {
    super(`${answered} of the ${quorum} nodes that must agree gave an answer.`, {
      ...options,
      metaMessages: ['Check the nodes of `rpcUrl`, or lower `rpcQuorum`.'],
    })
  }
}

export class QuorumTooLargeError extends BaseError {
  override readonly name = 'Chain.QuorumTooLargeError'
  constructor(quorum: number, nodes: number) {
    super(`rpcQuorum is ${quorum}, but rpcUrl names ${nodes === 1 ? 'one node' : `${nodes} nodes`}.`, {
      metaMessages: ['Name more nodes in `rpcUrl`, run by different people, or lower `rpcQuorum`.'],
    })
  }
}
