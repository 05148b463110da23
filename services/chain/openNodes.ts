import { custom, type Transport } from 'viem'
import { agree } from './agree.ts'
import { failOver } from './failOver.ts'
import { type Call, type NodeOptions, openNode, type RpcUrl } from './Node.ts'

export type NodesOptions = Partial<Omit<NodeOptions, 'told'>> &
  Pick<NodeOptions, 'told'> & {
    /** So many nodes must agree on what contracts say; 1: the first that answers is believed. */
    readonly quorum?: number | undefined
    readonly maxLag?: number | undefined
  }

/**
 * The nodes of a chain as a transport of viem: with fail-over for all calls, and with a quorum for what contracts say.
 *
 * @example
 * const client = createPublicClient({ transport: openNodes(['https://a.example', 'https://b.example']) })
 */
export function openNodes(rpcUrl: RpcUrl, options: NodesOptions = {}): Transport {
  const { quorum = 1, maxLag, told, now, chainId, timeoutMs = 5_000 } = options
  const urls = urlsOf(rpcUrl)
  // Another node is a better second try than the same one.
  const retries = options.retries ?? (urls.length === 1 ? 2 : 0)
  const nodes = urls.map((url, i) => openNode(url, i + 1, { chainId, timeoutMs, retries, told, now }))
  const any = failOver(nodes, { maxLag, now })
  const agreed = quorum === 1 ? any : agree(nodes, { quorum, told, maxLag, now })
  const request = (call: Call) => (call.method === 'eth_call' ? agreed(call) : any(call))
  return custom({ request }, { retryCount: 0 })
}

/** What a config or a variable names: one URL, or several. */
export const urlsOf = (rpcUrl: RpcUrl): readonly string[] =>
  typeof rpcUrl === 'string' ? rpcUrl.split(/[\s,]+/).filter((url) => url !== '') : rpcUrl
