import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Asked = { readonly id: number; readonly method: string; readonly params: readonly unknown[] }

/** A node that says what the test wants: a result by method, or an error. */
export async function startFakeRpc() {
  const says: Record<string, unknown> = { eth_chainId: '0x7' }
  const asked: Asked[] = []
  const answer = ({ id, method, params }: Asked) => {
    asked.push({ id, method, params })
    const said = says[method]
    if (said !== null && typeof said === 'object' && 'error' in said) return { jsonrpc: '2.0', id, ...said }
    return { jsonrpc: '2.0', id, result: said ?? null }
  }
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const body = JSON.parse(text) as Asked | Asked[]
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(Array.isArray(body) ? body.map(answer) : answer(body)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    says,
    asked,
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
export type FakeRpc = Awaited<ReturnType<typeof startFakeRpc>>
