import http from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  decodeAbiParameters,
  decodeFunctionData,
  deploylessCallViaBytecodeBytecode,
  encodeFunctionResult,
  type Hex,
  multicall3Abi,
  numberToHex,
} from 'viem'

/** A node that answers JSON-RPC as a test says. What is not answered is a 404. */
export type Methods = Record<string, (parameters: never[]) => unknown>

export type FakeNode = {
  readonly url: string
  methods: Methods
  /** Every method that it was asked, in order. */
  readonly asked: string[]
  stop(): void
}

export const blockAt = (number: number, fork = 'ab') => ({
  hash: `0x${fork.repeat(28)}${number.toString(16).padStart(8, '0')}`,
  number: numberToHex(number),
  timestamp: '0x64',
  transactions: [],
})

export async function startFakeNode(methods: Methods = {}): Promise<FakeNode> {
  const asked: string[] = []
  const node = { methods, asked }
  const server = http.createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      const { id, method, params } = JSON.parse(text)
      asked.push(method)
      const answer = node.methods[method]
      if (answer === undefined) return void response.writeHead(404).end('no')
      const said = answer(params) as { error?: unknown }
      const isError = typeof said === 'object' && said !== null && 'error' in said
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ jsonrpc: '2.0', id, ...(isError ? said : { result: said }) }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(node, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret-key`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  })
}

type Answer = Hex | { readonly refused: Hex }

/** Answers `eth_call` call by call, also where several came as one question with the code that takes them apart. */
export const eachCall =
  (answer: (data: Hex, to: Hex) => Answer) =>
  ([call]: { data: Hex; to?: Hex }[]): unknown => {
    const { data, to } = call!
    if (to !== undefined) return answer(data, to)
    const [, inner] = decodeAbiParameters(
      [{ type: 'bytes' }, { type: 'bytes' }],
      `0x${data.slice(deploylessCallViaBytecodeBytecode.length)}`,
    )
    const { args } = decodeFunctionData({ abi: multicall3Abi, data: inner })
    const result = (args![0] as readonly { callData: Hex; target: Hex }[]).map(({ callData, target }) => {
      const said = answer(callData, target)
      return typeof said === 'string'
        ? { success: true, returnData: said }
        : { success: false, returnData: said.refused }
    })
    return encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result })
  }
