import { createHardhatRuntimeEnvironment } from 'hardhat/hre'
import { createTestClient, http, parseEther, publicActions, walletActions } from 'viem'
import { hardhat } from 'viem/chains'
import { testKey } from '../cli/chain/account.ts'

/** In the past of every machine, because sources are asked for what they said then. */
export const firstDay = Date.UTC(2025, 5, 2) / 1_000

/** Accounts of the test mnemonic that have money: for 32 workers, and those around them. */
const funded = 50

const balance = parseEther('10000')

export type ChainOptions = {
  /** Unix seconds of the first block. */
  readonly start?: number
  readonly port?: number
}

/** A chain in this process, with its RPC on loopback; its time passes as fast as ours, and can be moved on. */
export async function startChain({ start = firstDay, port = 0 }: ChainOptions = {}) {
  const environment = await createHardhatRuntimeEnvironment({
    networks: {
      local: {
        type: 'edr-simulated',
        chainType: 'l1',
        initialDate: new Date(start * 1_000),
        // By key: from the phrase Hardhat derives them slowly.
        accounts: Array.from({ length: funded }, (_, i) => ({ privateKey: testKey(i), balance })),
      },
    },
  })
  const server = await environment.network.createServer('local', '127.0.0.1', port)
  const listening = await server.listen()
  const url = `http://127.0.0.1:${listening.port}`
  const client = createTestClient({
    mode: 'hardhat',
    chain: hardhat,
    transport: http(url),
    pollingInterval: 20,
    cacheTime: 0,
  })
    .extend(publicActions)
    .extend(walletActions)
  const now = async (): Promise<number> => Number((await client.getBlock()).timestamp)
  return {
    url,
    client,
    now,
    /** Moves the chain's time to an instant that is not in its past. */
    async warpTo(instant: number): Promise<void> {
      if (instant <= (await now())) return
      await client.setNextBlockTimestamp({ timestamp: BigInt(instant) })
      await client.mine({ blocks: 1 })
    },
    stop: () => server.close(),
  }
}
export type LocalChain = Awaited<ReturnType<typeof startChain>>
