import { type Address, encodeDeployData, getContractAddress, type Hex, keccak256, zeroAddress } from 'viem'
import { erc792ArbiterAbi, reputationRegistryAbi } from '../../deployments/abi/index.ts'
import { BaseError, type Json } from '../../protocol/index.ts'
import type { Signed } from '../chain/connect.ts'
import type { Deployed, Deployment } from '../chain/deployment.ts'
import { read } from '../chain/send.ts'
import { libraryNames, link, readArtifact } from './artifacts.ts'
import type { Setup } from './setup.ts'

/** What is to be done with one contract. `given`: it is somebody else's; `replace`: another one stands there. */
export type Step = {
  readonly name: string
  readonly action: 'given' | 'keep' | 'deploy' | 'replace'
  /** Where it is, or will be. */
  readonly address: Address
  readonly constructorArguments: readonly unknown[]
  readonly codeHash: Hex | null
  /** Creation code with its arguments; absent for what is not deployed. */
  readonly data?: Hex
}

type Wanted = { readonly name: string; readonly args: (at: At) => readonly unknown[] }
type At = (name: string) => Address

/** Every contract of a deployment, each after those it is given the address of. */
function wanted(setup: Setup, deployer: Address): Wanted[] {
  const { owner, given, parameters, isSimulation } = setup
  const ownOrGiven: Wanted[] = [
    { name: 'KeystoneForwarder', args: () => [] },
    { name: 'IdentityRegistry', args: () => [] },
    { name: 'FeedbackRegistry', args: (at) => [at('IdentityRegistry')] },
  ]
  const wiring = (at: At) => ({
    identities: at('IdentityRegistry'),
    reputations: at('ReputationRegistry'),
    feedbacks: at('FeedbackRegistry'),
    judge: at('ChallengeJudge'),
    killSwitch: at('KillSwitch'),
    treasury: setup.treasury,
    arbiter: given.Arbitrator === undefined ? setup.arbiter : at('Erc792Arbiter'),
  })
  // In a simulation the market takes its reports from there; else it comes last, so that no address depends on it.
  const mock: Wanted[] = setup.hasMock ? [{ name: 'MockKeystoneForwarder', args: () => [] }] : []
  const isMocked = setup.hasMock && isSimulation
  // The deployer owns the market until its identity is set; then ownership is offered to whom it belongs.
  const gate = (at: At) => ({
    owner: deployer,
    forwarder: at(isMocked ? 'MockKeystoneForwarder' : 'KeystoneForwarder'),
    identityDelay: BigInt(setup.identityDelay),
    isSimulation,
  })
  const { extraData, metaEvidence } = setup.arbitration
  const bets = [BigInt(setup.maxBetsBps), BigInt(setup.closingMargin), setup.unitsPerEther]
  return [
    ...ownOrGiven.filter(({ name }) => given[name] === undefined),
    ...(isMocked ? mock : []),
    ...libraryNames.map((name) => ({ name, args: () => [] })),
    { name: 'SourceKeys', args: () => [owner] },
    { name: 'ChallengeJudge', args: (at) => [at('SourceKeys')] },
    { name: 'KillSwitch', args: () => [owner] },
    { name: 'Notary', args: () => [] },
    { name: 'ReputationRegistry', args: () => [] },
    ...(given.Arbitrator === undefined
      ? []
      : [{ name: 'Erc792Arbiter', args: (at: At) => [at('Arbitrator'), extraData, metaEvidence] }]),
    { name: 'CREsolverMarket', args: (at) => [wiring(at), parameters, gate(at)] },
    { name: 'BinaryMarket', args: (at) => [at('CREsolverMarket'), given.BetToken ?? zeroAddress, ...bets] },
    { name: 'Upkeep', args: (at) => [at('CREsolverMarket')] },
    ...(isMocked ? [] : mock),
    ...(given.ConditionalTokens === undefined
      ? []
      : [{ name: 'CtfResolver', args: (at: At) => [at('CREsolverMarket'), at('ConditionalTokens')] }]),
  ]
}

/** Compares what is wanted with the record and the chain. Nothing is sent. */
export async function planOf(
  signed: Signed,
  setup: Setup,
  recorded: Deployment | undefined,
): Promise<Step[]> {
  const first = await plan(signed, setup, recorded?.contracts ?? {}, new Set())
  const kept = new Map(
    first.flatMap(({ name, action, address }) => (action === 'keep' ? [[name, address]] : [])),
  )
  if (kept.has('CREsolverMarket')) return first
  const taken = await takenOf(signed, kept)
  return taken.size === 0 ? first : plan(signed, setup, recorded?.contracts ?? {}, taken)
}

/** What serves one market for ever, and has one: reputations have one writer, an arbiter one market. */
async function takenOf({ client }: Signed, kept: ReadonlyMap<string, Address>): Promise<ReadonlySet<string>> {
  const [reputations, arbiter] = [kept.get('ReputationRegistry'), kept.get('Erc792Arbiter')]
  const taken = new Set<string>()
  if (reputations !== undefined) {
    const registry = { address: reputations, abi: reputationRegistryAbi } as const
    const writer = await read(client.readContract({ ...registry, functionName: 'writer' }))
    if (writer !== zeroAddress) taken.add('ReputationRegistry')
  }
  if (arbiter !== undefined) {
    const adapter = { address: arbiter, abi: erc792ArbiterAbi } as const
    const market = await read(client.readContract({ ...adapter, functionName: 'market' }))
    if (market !== zeroAddress) taken.add('Erc792Arbiter')
  }
  return taken
}

async function plan(
  signed: Signed,
  setup: Setup,
  contracts: Readonly<Record<string, Deployed>>,
  anew: ReadonlySet<string>,
): Promise<Step[]> {
  const { client, account } = signed
  const addresses = new Map<string, Address>(Object.entries(setup.given))
  let nonce = await read(client.getTransactionCount({ address: account.address, blockTag: 'pending' }))
  const steps: Step[] = Object.entries(setup.given).map(([name, address]) => ({
    name,
    action: 'given',
    address,
    constructorArguments: [],
    codeHash: null,
  }))
  for (const { name, args } of wanted(setup, account.address)) {
    const artifact = readArtifact(name)
    const bytecode = link(artifact, Object.fromEntries(addresses))
    const constructorArguments = args((other) => addresses.get(other)!)
    const fresh = { constructorArguments, codeHash: keccak256(bytecode) }
    const known = contracts[name]
    const stands = known !== undefined && (await isStanding(signed, known))
    const isSame = stands && isEqual(known, fresh) && !anew.has(name)
    const action = isSame ? 'keep' : stands ? 'replace' : 'deploy'
    const address = isSame
      ? known.address
      : getContractAddress({ from: account.address, nonce: BigInt(nonce++) })
    addresses.set(name, address)
    const data = encodeDeployData({ abi: artifact.abi, bytecode, args: constructorArguments })
    steps.push({ name, action, address, ...fresh, ...(isSame ? {} : { data }) })
  }
  return steps
}

/** A local chain that was started anew may have something else at the same address, but not from the same transaction. */
async function isStanding({ client, isLocal }: Signed, known: Deployed): Promise<boolean> {
  if ((await read(client.getCode({ address: known.address }))) === undefined) return false
  if (!isLocal || known.transaction === null) return true
  const receipt = await client.getTransactionReceipt({ hash: known.transaction }).catch(() => undefined)
  return receipt?.contractAddress?.toLowerCase() === known.address.toLowerCase()
}

const isEqual = (known: Deployed, fresh: Pick<Step, 'constructorArguments' | 'codeHash'>): boolean =>
  known.codeHash === fresh.codeHash &&
  JSON.stringify(known.constructorArguments) === JSON.stringify(toJson(fresh.constructorArguments))

/** Arguments as the record keeps them: large numbers as text. */
export const toJson = (value: unknown): Json.Json =>
  JSON.parse(JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? String(one) : one)))

export class ReplacedError extends BaseError {
  override readonly name = 'Deploy.ReplacedError'
  constructor(names: readonly string[]) {
    super(`Other contracts stand on this chain than would be deployed now: ${names.join(', ')}.`, {
      metaMessages: [
        'Code, parameters, owner or addresses have changed since. Go back to what was deployed, or',
        'give --replace to deploy new ones beside the old, and say so to those who use the old ones.',
      ],
    })
  }
}
