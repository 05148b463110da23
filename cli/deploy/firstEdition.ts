import { copyFileSync, mkdirSync } from 'node:fs'
import { type Address, parseAbi } from 'viem'
import { statuses } from '../../services/chain/browser/names.ts'
import type { Signed } from '../chain/connect.ts'
import { type Deployment, fileOf } from '../chain/deployment.ts'
import { FirstEditionError, firstEditionFolder, isFirstEdition, list } from '../chain/edition.ts'

type Options = { readonly replace: boolean; readonly dryRun: boolean; readonly tell: (line: string) => void }

/**
 * Where contracts of the first edition stand, they stay: without --replace nothing is done, and with it their record is kept
 * for the release that can talk to them.
 */
export async function meetFirstEdition(
  signed: Signed,
  recorded: Deployment | undefined,
  { replace, dryRun, tell }: Options,
): Promise<void> {
  if (recorded === undefined || signed.isLocal || !isFirstEdition(recorded)) return
  const { address } = recorded.contracts.CREsolverMarket!
  const running = await runningMarkets(signed, address)
  if (!replace) throw new FirstEditionError(signed.chainId, address, running)
  const kept = firstEditionFolder(signed.folder)
  if (running.length > 0) tell(`Not over in the first edition's contract ${address}: ${list(running)}`)
  if (dryRun) return
  mkdirSync(kept, { recursive: true })
  copyFileSync(fileOf(signed.folder, signed.chainId), fileOf(kept, signed.chainId))
  tell(`The first edition's record is kept in ${fileOf(kept, signed.chainId)}`)
}

// Both editions answer these alike.
const abi = parseAbi([
  'function marketCount() view returns (uint256)',
  'function statusOf(uint256 marketId) view returns (uint8)',
])
const latest = 256n
const over: ReadonlySet<string> = new Set(['Finalized', 'Invalid'])

/** Markets that are not over, among the latest; none where the contract does not answer. */
async function runningMarkets({ client }: Signed, address: Address): Promise<bigint[]> {
  try {
    const count = await client.readContract({ address, abi, functionName: 'marketCount' })
    const first = count > latest ? count - latest : 0n
    const ids = Array.from({ length: Number(count - first) }, (_, i) => first + BigInt(i) + 1n)
    const found = await Promise.all(
      ids.map((id) => client.readContract({ address, abi, functionName: 'statusOf', args: [id] })),
    )
    return ids.filter((_, i) => !over.has(statuses[found[i]!] ?? ''))
  } catch {
    return []
  }
}
