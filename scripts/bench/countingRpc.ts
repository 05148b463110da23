import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Calls by method. */
export type Counts = Readonly<Record<string, number>>

/** In front of a chain: hands every request on, and counts the calls in it. */
export type CountingRpc = {
  readonly url: string
  /** Calls so far, by method. */
  counts(): Counts
  stop(): Promise<void>
}

/** Calls that come with time, however many markets there are: looks at the chain's head and for events. */
export const looks: readonly string[] = [
  'eth_blockNumber',
  'eth_getBlockByNumber',
  'eth_getLogs',
  'eth_chainId',
]

export async function startCountingRpc(target: string): Promise<CountingRpc> {
  const counts: Record<string, number> = {}
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    for (const method of methodsIn(body)) counts[method] = (counts[method] ?? 0) + 1
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(target, { method: 'POST', headers, body }).catch(() => null)
    if (reply === null) return void response.destroy()
    response.writeHead(reply.status, headers).end(await reply.text())
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts: () => ({ ...counts }),
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

/** A batch is as many calls as are in it. */
export function methodsIn(body: string): string[] {
  const parsed = JSON.parse(body) as { method: string } | { method: string }[]
  return (Array.isArray(parsed) ? parsed : [parsed]).map(({ method }) => method)
}

/** How many of them there were since, with and without those that come with time. */
export function callsSince(
  before: Counts,
  after: Counts,
): { readonly all: number; readonly ofMarkets: number } {
  const grown = Object.entries(after).map(([method, count]) => ({
    method,
    by: count - (before[method] ?? 0),
  }))
  const sum = (list: typeof grown) => list.reduce((total, { by }) => total + by, 0)
  return { all: sum(grown), ofMarkets: sum(grown.filter(({ method }) => !looks.includes(method))) }
}
