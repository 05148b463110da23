import { network } from 'hardhat'
import { createTestClient, http, parseEther, publicActions } from 'viem'
import { hardhat } from 'viem/chains'
import { testKey } from '../../cli/chain/account.ts'

/** A node of its own, and the command line that talks to it. */
export { type Run, run, start, temporaryFolder } from './program.ts'

const funded = 20
const balance = parseEther('10000')

export async function startNode(options: { chainId?: number } = {}) {
  const { chainId = 31_337 } = options
  // By key: from the phrase Hardhat derives them slowly.
  const accounts = Array.from({ length: funded }, (_, i) => ({ privateKey: testKey(i), balance }))
  const override = { chainId, accounts }
  const server = await network.createServer({ network: 'default', override }, '127.0.0.1', 0)
  const { port } = await server.listen()
  const url = `http://127.0.0.1:${port}`
  const chain = { ...hardhat, id: chainId }
  const client = createTestClient({ mode: 'hardhat', chain, transport: http(url) }).extend(publicActions)
  return { url, client, close: () => server.close() }
}
export type Node = Awaited<ReturnType<typeof startNode>>
