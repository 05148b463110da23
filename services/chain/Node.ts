import { type EIP1193RequestFn, type HttpTransportConfig, http, BaseError as ViemError } from 'viem'
import { BaseError } from '../../protocol/index.ts'

/** One or several nodes of a chain, by URL. What stands in a URL may be a key, so errors name a node by its place in the list. */
export type RpcUrl = string | readonly string[]

export type Call = { readonly method: string; readonly params?: unknown }

/** Where calls and what comes of them are counted. */
export type Told = {
  /** A call that a node was sent. */
  call?(method: string): void
  /** A node that did not answer, or answered for another chain. */
  fault?(place: number): void
  /** Nodes that said different things of the same block. */
  disagreement?(): void
}

export type NodeOptions = {
  readonly chainId?: number | undefined
  readonly timeoutMs: number
  readonly retries: number
  readonly told?: Told | undefined
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined
}

/** One node, and how it did lately. */
export type Node = {
  /** From 1, as the config lists them. */
  readonly place: number
  ask(call: Call): Promise<unknown>
  /** The newest block that it told of. */
  readonly head: bigint | null
  /** Until when it is better left alone, because it failed. */
  readonly restsUntil: number
}

const firstRestMs = 1_000
const longestRestMs = 60_000

/** A node by its URL: asked for its chain first, and again after each fault. */
export function openNode(url: string, place: number, options: NodeOptions): Node {
  const { chainId, told = {}, now = Date.now } = options
  const config: HttpTransportConfig = {
    timeout: options.timeoutMs,
    retryCount: options.retries,
    retryDelay: 200,
  }
  const request = http(url, config)({}).request as EIP1193RequestFn
  const state = { head: null as bigint | null, restsUntil: 0, faults: 0, isChecked: chainId === undefined }

  async function send({ method, params }: Call): Promise<unknown> {
    told.call?.(method)
    return request({ method, params } as never)
  }

  /** A node that was switched to another chain must not make anyone sign for that one. */
  let checking: Promise<void> | null = null
  async function check(): Promise<void> {
    const actual = Number(await send({ method: 'eth_chainId' }))
    if (actual !== chainId) throw new OtherChainError(chainId!, actual)
    state.isChecked = true
  }
  const checkOnce = () => {
    checking ??= check().finally(() => {
      checking = null
    })
    return checking
  }

  return {
    place,
    get head() {
      return state.head
    },
    get restsUntil() {
      return state.restsUntil
    },
    async ask(call) {
      try {
        if (!state.isChecked) await checkOnce()
        const result = await send(call)
        Object.assign(state, { faults: 0, restsUntil: 0, head: headIn(call, result) ?? state.head })
        return result
      } catch (error) {
        if (isFinal(error)) throw error
        const rest = Math.min(longestRestMs, firstRestMs * 2 ** Math.min(state.faults, 16))
        const isChecked = chainId === undefined
        Object.assign(state, { faults: state.faults + 1, restsUntil: now() + rest, isChecked })
        told.fault?.(place)
        throw error
      }
    },
  }
}

/** The number of the newest block, where that is what was asked for. */
function headIn({ method, params }: Call, result: unknown): bigint | null {
  if (method === 'eth_blockNumber') return BigInt(result as string)
  const isLatest = method === 'eth_getBlockByNumber' && (params as unknown[])[0] === 'latest'
  const number = isLatest ? (result as { number?: string } | null)?.number : undefined
  return number === undefined ? null : BigInt(number)
}

/** What a contract refuses, it refuses on every node. */
export function isFinal(error: unknown): boolean {
  if (!(error instanceof ViemError)) return false
  const refused = error.walk((cause) => {
    const { code, message = '' } = cause as { code?: unknown; message?: string }
    return code === 3 || /execution reverted|vm exception|reverted/i.test(message)
  })
  return refused !== null
}

export class OtherChainError extends BaseError {
  override readonly name = 'Chain.OtherChainError'
  constructor(expected: number, actual: number) {
    super(`The node is on chain ${actual}, but the config says ${expected}.`, {
      metaMessages: ['Correct `chainId` or `rpcUrl` in the config.'],
    })
  }
}
