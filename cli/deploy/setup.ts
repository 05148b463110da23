import {
  type Address,
  getAddress,
  type Hex,
  parseAbi,
  parseEther,
  sha256,
  stringToHex,
  toBytes,
  zeroAddress,
} from 'viem'
import { BaseError } from '../../protocol/index.ts'
import { testAccount } from '../chain/account.ts'
import type { Signed } from '../chain/connect.ts'
import { localDon } from '../chain/localDon.ts'
import type { Network } from '../chain/networks.ts'
import { read } from '../chain/send.ts'
import { UsageError } from '../terminal/failure.ts'
import { type Parameters, parametersOf } from './parameters.ts'

/** Everything that is decided before anything is sent. */
export type Setup = {
  readonly isSimulation: boolean
  /** Whether the chain gets a forwarder for CRE's simulator too, which delivers what anybody gives it. */
  readonly hasMock: boolean
  readonly owner: Address
  /** Contracts of others; absent: our own are deployed. */
  readonly given: Readonly<Record<string, Address>>
  readonly workflow: Workflow | null
  readonly isLocked: boolean
  readonly identityDelay: number
  readonly parameters: Parameters
  /** Where fees, dust and forfeited stakes go. */
  readonly treasury: Address
  /** Who has the last word where no appeal is left; zero: nobody. */
  readonly arbiter: Address
  /** What an arbitrator is given with each dispute, where one is named, and where the text about rulings lies. */
  readonly arbitration: { readonly extraData: Hex; readonly metaEvidence: string }
  readonly maxBetsBps: number
  readonly closingMargin: number
  readonly unitsPerEther: bigint
}
export type Workflow = { readonly owner: Address; readonly name: string; readonly ids: readonly Hex[] }

/** A workflow's name as reports carry it: the first 10 hex digits of its SHA-256, in ASCII. */
export const encodeName = (name: string): Hex => stringToHex(sha256(toBytes(name)).slice(2, 12))

// ERC-8004 has one pair of addresses on all mainnets and one on all testnets; these are the chains it is known for.
const mainnet = {
  IdentityRegistry: '0x8004A169FB4a3325136EB29fA0ceB6D2e539a432',
  FeedbackRegistry: '0x8004BAa17C55a88189AE136b182e5fdA19dE9b63',
} as const
const testnet = {
  IdentityRegistry: '0x8004A818BFB912233c491871b3d84c89A494BD9e',
  FeedbackRegistry: '0x8004B663056A597Dffe9eCcC1965A193B7388713',
} as const
const registries: Readonly<Record<number, Record<string, Address>>> = {
  1: mainnet,
  137: mainnet,
  8453: mainnet,
  11155111: testnet,
  84532: testnet,
}

/** Forwarders of simulators: they deliver what anybody gives them, unsigned. */
const mockForwarders = ['0x15fC6ae953E024d975e77382eEeC56A9101f9F88']

export async function setupOf(signed: Signed, options: { simulation: boolean }): Promise<Setup> {
  const { network, isLocal, account } = signed
  const { conditionalTokens, arbitrator, betToken } = network
  const owner = network.owner === undefined ? account.address : getAddress(network.owner)
  const common = {
    isSimulation: options.simulation,
    hasMock: isLocal,
    owner,
    identityDelay: network.identityDelay ?? 72 * 3_600,
    parameters: parametersOf(network.parameters),
    treasury: network.treasury === undefined ? owner : getAddress(network.treasury),
    arbiter: network.arbiter === undefined ? zeroAddress : getAddress(network.arbiter),
    arbitration: {
      extraData: (network.arbitratorExtraData ?? '0x') as Hex,
      metaEvidence: network.metaEvidence ?? '',
    },
    maxBetsBps: network.maxBetsBps ?? 10_000,
    closingMargin: network.closingMargin ?? 600,
    unitsPerEther: BigInt(network.unitsPerEther ?? parseEther('1')),
  }
  checkPairs(network)
  const theirs = { ConditionalTokens: conditionalTokens, Arbitrator: arbitrator, BetToken: betToken }
  const named = Object.entries(theirs).flatMap(([name, at]): [string, Address][] =>
    at === undefined ? [] : [[name, getAddress(at)]],
  )
  const others = Object.fromEntries(named)
  const setup: Setup = isLocal
    ? {
        ...common,
        given: others,
        workflow: options.simulation ? simulatorWorkflow : localWorkflow,
        isLocked: false,
      }
    : { ...common, given: { ...others, ...givenOn(signed) }, ...identityOf(signed, options.simulation) }
  for (const [name, address] of Object.entries(setup.given)) await checkCode(signed, name, address)
  // On a local chain an account may be the arbiter, to try it out.
  if (!isLocal && setup.arbiter !== zeroAddress) await checkCode(signed, 'the arbiter', setup.arbiter)
  if (!isLocal) await checkForwarder(signed, setup)
  return setup
}

const localWorkflow: Workflow = {
  owner: testAccount(localDon.ownerIndex).address,
  name: localDon.workflowName,
  ids: [],
}

/** Whose reports `cre workflow simulate --broadcast` sends: an owner that is nobody's, and the name in workflow.yaml. */
const simulatorWorkflow: Workflow = {
  owner: getAddress(`0x${'aa'.repeat(20)}`),
  name: localDon.workflowName,
  ids: [],
}

function givenOn({ network, chainId }: Signed): Record<string, Address> {
  const known = registries[chainId] ?? {}
  const given = {
    KeystoneForwarder: network.forwarder,
    IdentityRegistry: network.identityRegistry ?? known.IdentityRegistry,
    FeedbackRegistry: network.feedbackRegistry ?? known.FeedbackRegistry,
  }
  const fields: Record<string, string> = {
    KeystoneForwarder: 'forwarder',
    IdentityRegistry: 'identityRegistry',
    FeedbackRegistry: 'feedbackRegistry',
  }
  return Object.fromEntries(
    Object.entries(given).map(([name, address]) => {
      if (address === undefined) throw new MissingError(fields[name]!)
      return [name, getAddress(address)]
    }),
  )
}

/** What says the same twice, or half of something. */
function checkPairs({ arbiter, arbitrator, betToken, unitsPerEther }: Network): void {
  if (arbiter !== undefined && arbitrator !== undefined) {
    throw new UsageError('The network names both an arbiter and an arbitrator.', {
      metaMessages: ['Keep one: for an arbitrator an Erc792Arbiter is deployed, which is the arbiter then.'],
    })
  }
  if ((betToken === undefined) !== (unitsPerEther === undefined)) {
    throw new UsageError('betToken and unitsPerEther go together.', {
      metaMessages: ['Without a token bets are in ether; with one, its smallest units an ether bound them.'],
    })
  }
}

/** Real money needs a workflow that can't be swapped: without one the contract itself says it is not ready. */
function identityOf({ network }: Signed, simulation: boolean): Pick<Setup, 'workflow' | 'isLocked'> {
  const { workflowOwner, workflowName, workflowIds = [] } = network
  if (workflowOwner === undefined || workflowName === undefined) {
    if (simulation) return { workflow: null, isLocked: false }
    throw new NotReadyError('It names no workflow whose reports would be taken.', [
      'Set workflowOwner, workflowName and workflowIds.',
    ])
  }
  if (workflowIds.length === 0 && !simulation) {
    throw new NotReadyError(
      'It names no workflow id, so the workflow could be swapped under its name, and `lock` would fail.',
      [
        'Set workflowIds. An id depends on the market address in the workflow configuration: --dry-run --simulation tells it ahead.',
      ],
    )
  }
  const workflow = { owner: getAddress(workflowOwner), name: workflowName, ids: workflowIds as Hex[] }
  return { workflow, isLocked: !simulation }
}

async function checkCode({ client }: Signed, name: string, address: Address): Promise<void> {
  const code = await read(client.getCode({ address }))
  if (code === undefined) throw new NoCodeError(name, address)
}

async function checkForwarder({ client }: Signed, { given, isSimulation }: Setup): Promise<void> {
  const address = given.KeystoneForwarder!
  if (isSimulation) return
  const version = await client
    .readContract({
      address,
      abi: parseAbi(['function typeAndVersion() view returns (string)']),
      functionName: 'typeAndVersion',
    })
    .catch(() => '')
  if (mockForwarders.includes(address) || /mock/i.test(version)) {
    throw new NotReadyError(
      `The forwarder ${address} is a simulator's: it delivers unsigned reports of anybody.`,
      ['Configure the forwarder of a real DON.'],
    )
  }
}

export class MissingError extends BaseError {
  override readonly name = 'Deploy.MissingError'
  constructor(field: string) {
    super(`The address of the ${field} on this chain is not known.`, {
      metaMessages: [
        `Add "${field}" to the network in deployments/networks.json, or give it with its own option.`,
      ],
    })
  }
}

export class NoCodeError extends BaseError {
  override readonly name = 'Deploy.NoCodeError'
  constructor(contract: string, address: Address) {
    super(`There is no contract at ${address}, where ${contract} should be.`, {
      metaMessages: ['Check its address in deployments/networks.json, and that this is the chain you mean.'],
    })
  }
}

/** The deployment would say of itself that no real money may rely on it. */
export class NotReadyError extends BaseError {
  override readonly name = 'Deploy.NotReadyError'
  constructor(why: string, toDo: readonly string[]) {
    super(`This deployment would not be ready for real money. ${why}`, {
      metaMessages: [
        ...toDo,
        'To deploy it all the same, for trying out only and marked so for ever, give --simulation.',
      ],
    })
  }
}
