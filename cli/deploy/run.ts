import {
  type Address,
  type Hex,
  isAddressEqual,
  TransactionNotFoundError,
  WaitForTransactionReceiptTimeoutError,
  zeroAddress,
} from 'viem'
import { BaseError } from '../../protocol/index.ts'
import type { Signed } from '../chain/connect.ts'
import { type Deployed, type Deployment, readDeployment, writeDeployment } from '../chain/deployment.ts'
import { asChainError } from '../chain/failure.ts'
import { send } from '../chain/send.ts'
import { type Wire, wiresOf } from './calls.ts'
import { commit, isDirty } from './commit.ts'
import { meetFirstEdition } from './firstEdition.ts'
import { planOf, ReplacedError, type Step, toJson } from './plan.ts'
import { readMissing, UnreadyError } from './readiness.ts'
import { rehearse } from './rehearse.ts'
import { NotReadyError, type Setup, setupOf } from './setup.ts'

export type Options = {
  readonly simulation: boolean
  readonly replace: boolean
  readonly dryRun: boolean
  /** Told of each thing that was done. */
  readonly tell: (line: string) => void
  /** What the contracts were built from; by default git says it. */
  readonly commit?: string | null
}

export type Result = {
  readonly steps: readonly Step[]
  /** Names of the wiring calls that were sent; in a dry run, of those that would be. */
  readonly wired: readonly string[]
  /** What keeps real money from relying on the market, by name; null while it does not stand. */
  readonly missing: readonly string[] | null
}

/**
 * Deploys what is missing and wires it. Every contract is in the record before its block is, so a run that was cut off goes
 * on where it stopped, and one after it does nothing.
 */
export async function run(signed: Signed, options: Options): Promise<Result> {
  const setup = await setupOf(signed, options)
  const recorded = await settlePending(signed, readDeployment(signed.folder, signed.chainId), options)
  await meetFirstEdition(signed, recorded, options)
  const steps = await planOf(signed, setup, recorded)
  const replaced = steps.filter(({ action }) => action === 'replace').map(({ name }) => name)
  if (replaced.length > 0 && !signed.isLocal && !options.replace) throw new ReplacedError(replaced)
  const at = (name: string): Address => steps.find((step) => step.name === name)!.address
  // They may come from a file that the user has not read.
  if (!signed.isLocal) options.tell(trustOf(setup, at))
  await rehearse(signed, setup, steps, at)
  if (options.dryRun) return preview(signed, setup, steps, at)
  const isUntouched = steps.every(({ data }) => data === undefined)
  // What stands was built from the commit that was recorded when it was deployed.
  const builtFrom = isUntouched && recorded !== undefined ? recorded.commit : commitOf(signed, options)
  const deployment = startRecord(signed, setup, steps, recorded, builtFrom)
  for (const step of steps) if (step.data !== undefined) await deploy(signed, deployment, step, options)
  const wired: string[] = []
  for (const wire of wiresOf(signed, setup, at)) {
    if (await wire.isDone()) continue
    await send(signed, wire)
    options.tell(wire.name)
    wired.push(wire.name)
  }
  const missing = await readMissing(signed, at('CREsolverMarket'))
  if (setup.isLocked && missing.length > 0) throw new UnreadyError(at('CREsolverMarket'), missing)
  return { steps, wired, missing }
}

/** Whom the market trusts, and who is paid by it. */
function trustOf({ owner, treasury, ...setup }: Setup, at: (name: string) => Address): string {
  const arbiter = setup.given.Arbitrator === undefined ? setup.arbiter : at('Erc792Arbiter')
  const last = isAddressEqual(arbiter, zeroAddress)
    ? 'no arbiter: the last round is the last word'
    : `arbiter ${arbiter}`
  return `Forwarder ${at('KeystoneForwarder')}, owner ${owner}, treasury ${treasury}, ${last}`
}

/** The commit to record. Where real money is, the commit alone must suffice to build the same contracts. */
function commitOf({ isLocal }: Signed, { simulation, commit: given = commit() }: Options): string | null {
  if (isLocal || simulation || !isDirty(given)) return given
  throw new NotReadyError(
    'The contracts of this checkout differ from its commit, so the commit would not rebuild what is deployed.',
    [
      'Commit or undo the changes in contracts/ and deployments/bytecode/: `git status contracts deployments/bytecode` shows them.',
    ],
  )
}

/** The calls that are left, as far as they can be told: contracts that do not stand yet have none behind them. */
async function preview(
  signed: Signed,
  setup: Setup,
  steps: readonly Step[],
  at: (name: string) => Address,
): Promise<Result> {
  const fresh = new Set(steps.flatMap(({ data, address }) => (data === undefined ? [] : [address])))
  const wires = wiresOf(signed, setup, at)
  const isLeft = async (wire: Wire) => {
    if (fresh.has(wire.to) || fresh.has(at('CREsolverMarket'))) return true
    return !(await wire.isDone())
  }
  const left = await Promise.all(wires.map(isLeft))
  const wired = wires.filter((_, i) => left[i]).map(({ name }) => name)
  const market = at('CREsolverMarket')
  return { steps, wired, missing: fresh.has(market) ? null : await readMissing(signed, market) }
}

function startRecord(
  { chainId, networkName, account, folder }: Signed,
  setup: Setup,
  steps: readonly Step[],
  recorded: Deployment | undefined,
  builtFrom: string | null,
): Deployment {
  const kept = steps.flatMap((step): [string, Deployed][] => {
    if (step.action === 'given') return [[step.name, given(step)]]
    const known = recorded?.contracts[step.name]
    return step.action === 'keep' && known !== undefined ? [[step.name, known]] : []
  })
  const { workflow } = setup
  const deployment: Deployment = {
    chainId,
    network: networkName,
    deployer: account.address,
    commit: builtFrom,
    simulation: setup.isSimulation,
    contracts: Object.fromEntries(kept),
    parameters: Object.fromEntries(
      Object.entries(setup.parameters).map(([name, value]) => [name, String(value)]),
    ),
    workflow: workflow === null ? null : { ...workflow, ids: [...workflow.ids] },
  }
  writeDeployment(folder, deployment)
  return deployment
}

/** What others deployed: where, and nothing else that we would know. */
const given = ({ address }: Step): Deployed => ({
  address,
  block: 0,
  transaction: null,
  constructorArguments: [],
  codeHash: null,
})

async function deploy(signed: Signed, deployment: Deployment, step: Step, { tell }: Options): Promise<void> {
  const { client, wallet, folder } = signed
  try {
    const transaction = await wallet.sendTransaction({ data: step.data! })
    const entry: Deployed = {
      address: step.address,
      block: null,
      transaction,
      constructorArguments: toJson(step.constructorArguments) as Deployed['constructorArguments'],
      codeHash: step.codeHash,
    }
    deployment.contracts[step.name] = entry
    writeDeployment(folder, deployment)
    const receipt = await client.waitForTransactionReceipt({ hash: transaction })
    if (
      receipt.status === 'reverted' ||
      receipt.contractAddress?.toLowerCase() !== step.address.toLowerCase()
    )
      throw new MisplacedError(step.name)
    entry.block = Number(receipt.blockNumber)
    writeDeployment(folder, deployment)
    tell(`${step.name} at ${step.address}, block ${entry.block}`)
  } catch (error) {
    throw asChainError(error)
  }
}

/** Looks after what an earlier run had sent and not seen arrive. */
async function settlePending(
  { client, folder }: Signed,
  recorded: Deployment | undefined,
  { dryRun }: Options,
): Promise<Deployment | undefined> {
  if (recorded === undefined) return undefined
  for (const [name, entry] of Object.entries(recorded.contracts)) {
    if (entry.block !== null || entry.transaction === null) continue
    const block = await blockOf(client, name, entry.transaction)
    if (block === undefined) delete recorded.contracts[name]
    else entry.block = block
  }
  if (!dryRun) writeDeployment(folder, recorded)
  return recorded
}

/** The block of a transaction; undefined where the chain has forgotten it, or refused it. */
async function blockOf(client: Signed['client'], name: string, hash: Hex): Promise<number | undefined> {
  try {
    await client.getTransaction({ hash })
    const receipt = await client.waitForTransactionReceipt({ hash })
    return receipt.status === 'success' ? Number(receipt.blockNumber) : undefined
  } catch (error) {
    if (error instanceof TransactionNotFoundError) return undefined
    // To send it again while the first may still arrive would deploy it twice.
    if (error instanceof WaitForTransactionReceiptTimeoutError) throw new StillPendingError(name, hash)
    throw asChainError(error)
  }
}

export class StillPendingError extends BaseError {
  override readonly name = 'Deploy.StillPendingError'
  constructor(contract: string, hash: Hex) {
    super(`The transaction ${hash} that deploys ${contract} is still on its way.`, {
      metaMessages: [
        'Wait until it is in a block, or speed it up with your wallet, and run the command again.',
      ],
    })
  }
}

export class MisplacedError extends BaseError {
  override readonly name = 'Deploy.MisplacedError'
  constructor(contract: string) {
    super(`${contract} was not deployed where it should be.`, {
      metaMessages: [
        'Something else used the account at the same time. Run the command again: it goes on from here.',
      ],
    })
  }
}
