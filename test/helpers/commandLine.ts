import { network } from 'hardhat'
import { createTestClient, http, publicActions } from 'viem'
import { hardhat } from 'viem/chains'

/** A node of its own, and the command line that talks to it. */
export { type Run, run, start, temporaryFolder } from './program.ts'

export async function startNode(options: { chainId?: number } = {}) {
  const { chainId = 31_337 } = options
  const server = await network.createServer({ network: 'default', override: { chainId } }, '127.0.0.1', 0)
  const { port } = await server.listen()
  const url = `http://127.0.0.1:${port}`
  const chain = { ...hardhat, id: chainId }
  const client = createTestClient({ mode: 'hardhat', chain, transport: http(url) }).extend(publicActions)
  return { url, client, close: () => server.close() }
}
export type Node = Awaited<ReturnType<typeof startNode>>
