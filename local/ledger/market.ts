import { type Interface, parseEther } from 'ethers'
import { libraryNames } from '../../cli/deploy/artifacts.ts'
import { type Parameters, parametersOf } from '../../cli/deploy/parameters.ts'
import { cresolverMarketAbi } from '../../deployments/abi/index.ts'
import { Address, Bytes, type Docket, Hash, Report, Transcript, Vote } from '../../protocol/index.ts'
import type { CREsolverMarket, ReputationRegistry } from './contracts.ts'
import {
  type Connection,
  deployForwarder,
  type Forwarder,
  submitReport,
  workflowName,
  workflowOwner,
} from './forwarder.ts'

/** A whole deployment on a fresh chain, and the steps of a market's life. */
export const hour = 3_600
export const day = 86_400

/** Gets fees, dust and forfeited stakes; nobody's account, so that its credit is what it was given. */
export const treasury = '0x00000000000000000000000000000000000071ea'

export const defaultParameters: Parameters = parametersOf()

export const Status = {
  None: 0n,
  Open: 1n,
  Requested: 2n,
  Resolved: 3n,
  Settled: 4n,
  Finalized: 5n,
  Invalid: 6n,
} as const
export const Outcome = { None: 0n, Yes: 1n, No: 2n, Invalid: 3n } as const

export const manualQuestion = '§question Will the bill be signed by March?\n§rule\nsource:manual'
export const autoQuestion = '§question BTC at 75000?\n§rule\nsource:coingecko:bitcoin\nop:gte\ntarget:75000'

export type System = Awaited<ReturnType<typeof deploySystem>>

/** Registries, forwarder, judge and market, wired and unlocked, with the local workflow's identity set. */
export async function deploySystem(connection: Connection, changes: Partial<Parameters> = {}) {
  const { ethers, networkHelpers } = connection
  const [admin, creator, challenger, appellant, ...rest] = await ethers.getSigners()
  // The last account, so that the others keep their numbers.
  const [others, arbiter] = [rest.slice(0, -1), rest.at(-1)]
  const identities = await ethers.deployContract('IdentityRegistry')
  const feedbacks = await ethers.deployContract('FeedbackRegistry', [await identities.getAddress()])
  const reputations = await ethers.deployContract('ReputationRegistry')
  const sourceKeys = await ethers.deployContract('SourceKeys', [admin!.address])
  const killSwitch = await ethers.deployContract('KillSwitch', [admin!.address])
  const judge = await ethers.deployContract('ChallengeJudge', [await sourceKeys.getAddress()])
  const forwarder = await deployForwarder(connection)
  const parameters = { ...defaultParameters, ...changes }
  const addresses = await Promise.all(
    [identities, reputations, feedbacks, judge, killSwitch].map((one) => one.getAddress()),
  )
  const wiring = [...addresses, treasury, arbiter!.address]
  const gate = [admin!.address, forwarder.address, 3 * day, false]
  const market = await deployMarket(connection, [wiring, parameters, gate])
  await reputations.setWriter(await market.getAddress())
  await market.setWorkflow(workflowOwner, workflowName)
  return {
    connection,
    ethers,
    time: networkHelpers.time,
    parameters,
    identities,
    feedbacks,
    reputations,
    sourceKeys,
    killSwitch,
    judge,
    forwarder,
    market,
    address: await market.getAddress(),
    admin: admin!,
    creator: creator!,
    challenger: challenger!,
    appellant: appellant!,
    arbiter: arbiter!,
    others,
  }
}

/** A market with its libraries, but for those that are given, to be talked to by all that its address answers. */
export async function deployMarket(
  { ethers }: Connection,
  args: readonly unknown[],
  given: Readonly<Record<string, string>> = {},
): Promise<CREsolverMarket> {
  const libraries: Record<string, string> = {}
  for (const name of libraryNames)
    libraries[name] = given[name] ?? (await (await ethers.deployContract(name)).getAddress())
  const deployed = await ethers.deployContract('CREsolverMarket', args, { libraries })
  const at = await ethers.getContractAt(cresolverMarketAbi as never, await deployed.getAddress())
  return at as unknown as CREsolverMarket
}

export type MarketOptions = { question?: string; reward?: bigint; deadline?: number }

/** Creates a market that ends in a day; ids count from 1. */
export async function createMarket(system: System, options: MarketOptions = {}) {
  const { market, creator, time } = system
  const deadline = options.deadline ?? (await time.latest()) + day
  await market
    .connect(creator)
    .createMarket(options.question ?? manualQuestion, deadline, { value: options.reward ?? parseEther('1') })
  return { marketId: await market.marketCount(), deadline }
}

/** Registers an agent and joins with it; the wallet is one of the accounts that play no other part, again from the first on. */
export async function join(system: System, marketId: bigint, number: number, stake?: bigint) {
  const { market, identities } = system
  const wallet = system.others[number % system.others.length]!
  const agentId = await (identities as unknown as Registry).connect(wallet).register.staticCall()
  await (identities as unknown as Registry).connect(wallet).register()
  const value = stake ?? (await market.stakeOf(marketId))
  await market.connect(wallet).joinMarket(marketId, agentId, { value })
  return { wallet, agentId, stake: value }
}

type Registry = {
  connect(wallet: unknown): { register: (() => Promise<unknown>) & { staticCall(): Promise<bigint> } }
}

export async function joinAll(system: System, marketId: bigint, count: number, first = 0) {
  const workers = []
  for (let i = 0; i < count; i++) workers.push(await join(system, marketId, first + i))
  return workers
}

/** A market with its workers, asked for at its deadline; drawn, where there are more than seats. */
export async function requested(system: System, count: number, options: MarketOptions = {}) {
  const { marketId, deadline } = await createMarket(system, options)
  const workers = await joinAll(system, marketId, count)
  await ask(system, marketId)
  return { marketId, deadline, workers }
}

/** Asks for the resolution of a market, or of its appeal, as soon as that is possible; draws the seats where it must. */
export async function ask(system: System, marketId: bigint) {
  const { market } = system
  const { deadline, windowEnd, isAppealing } = await market.getMarket(marketId)
  await waitUntil(system, isAppealing ? windowEnd : deadline)
  const asked = await market.requestResolution(marketId)
  return (await market.getMarket(marketId)).drawBlock === 0n ? asked : drawSeats(system, marketId)
}

/** Draws the seats as soon as the noted block is there. */
export async function drawSeats(system: System, marketId: bigint) {
  const { drawBlock } = await system.market.getMarket(marketId)
  await mineTo(system, Number(drawBlock))
  return system.market.draw(marketId)
}

/** Waits for a block, unless it is there. */
export async function mineTo({ ethers, connection }: System, block: number) {
  const missing = block - (await ethers.provider.getBlockNumber())
  if (missing > 0) await connection.networkHelpers.mine(missing)
}

export type Saying = Vote.Outcome | Vote.Reason
const isOutcome = (saying: Saying): saying is Vote.Outcome =>
  (Vote.outcomes as readonly string[]).includes(saying)

/** One record: an outcome with middling scores, or a reason for none. */
export function recordOf(saying: Saying, score = 70): Report.Record {
  if (!isOutcome(saying)) return { vote: Vote.none(saying), resQuality: 0, srcQuality: 0, analysisDepth: 0 }
  return { vote: Vote.cast(saying), resQuality: score, srcQuality: score, analysisDepth: score }
}

export type ReportChanges = Partial<Omit<Report.Report, 'records'>> & { records?: readonly Report.Record[] }

/** The report that a DON would send for what the workers say; `changes` make it another one. */
export async function reportOf(
  system: System,
  marketId: bigint,
  sayings: readonly Saying[],
  outcome: Vote.Outcome | null,
  changes: ReportChanges = {},
): Promise<Report.Report> {
  const { round } = await system.market.getMarket(marketId)
  return {
    chainId: Number((await system.ethers.provider.getNetwork()).chainId),
    market: Address.of(system.address),
    marketId,
    round: Number(round),
    expiresAt: (await system.time.latest()) + 600,
    roundRoot: Hash.asRoot(`0x${'ab'.repeat(32)}`),
    leafCount: Transcript.leafCount(sayings.length),
    outcome,
    records: sayings.map((saying) => recordOf(saying)),
    docket: null,
    ...changes,
  }
}

/** Sends a report through the genuine forwarder. Where the market refuses it, the error it would give is thrown. */
export async function deliver(
  system: System,
  report: Report.Report,
  options: { expectRefusal?: boolean } = {},
) {
  return deliverBytes(system, Bytes.toHex(Report.encode(report)), options)
}

export async function deliverBytes(
  system: System,
  payload: string,
  options: { expectRefusal?: boolean } = {},
) {
  const delivered = await submitReport(
    system.forwarder as Forwarder,
    system.address,
    { payload },
    { gasLimit: 5_000_000 },
  )
  if (!delivered.isProcessed && !options.expectRefusal) {
    throw new Error(`The market refused the report: ${await refusalOf(system, payload)}`)
  }
  return delivered
}

/** The name of the custom error with which the market refuses a payload, or null where it takes it. */
export async function refusalOf(system: System, payload: string): Promise<string | null> {
  const { ethers, connection, market, address, forwarder } = system
  const metadata = ethers.concat([`0x00${'11'.repeat(31)}`, workflowName, workflowOwner, '0x0001'])
  await connection.networkHelpers.impersonateAccount(forwarder.address)
  await connection.networkHelpers.setBalance(forwarder.address, 10n ** 18n)
  const from = await ethers.getSigner(forwarder.address)
  try {
    await from.call({
      to: address,
      data: market.interface.encodeFunctionData('onReport', [metadata, payload]),
    })
    return null
  } catch (error) {
    return errorName(market.interface, error)
  }
}

function errorName(abi: Interface, error: unknown): string {
  const { data, message } = error as { data?: string; message: string }
  const found = data === undefined ? /custom error '(\w+)/.exec(message)?.[1] : abi.parseError(data)?.name
  return found ?? message
}

/** A market whose round was reported, with its outcome; `joined`: how many joined, where they are more than say something. */
export async function resolved(
  system: System,
  sayings: readonly Saying[],
  outcome: Vote.Outcome,
  options: MarketOptions & { docket?: Docket.Docket; joined?: number } = {},
) {
  const asked = await requested(system, options.joined ?? sayings.length, options)
  const report = await reportOf(system, asked.marketId, sayings, outcome, { docket: options.docket ?? null })
  await deliver(system, report)
  return { ...asked, report }
}

/** Waits for the end of the window and settles. */
export async function settle(system: System, marketId: bigint) {
  const { windowEnd } = await system.market.getMarket(marketId)
  if (BigInt(await system.time.latest()) < windowEnd) await system.time.increaseTo(windowEnd)
  return system.market.settle(marketId)
}

export type VariantChanges = {
  parameters?: Partial<Parameters>
  /** The name of the contract that keeps reputations. */
  reputations?: string
  /** Where ERC-8004 feedback goes. */
  feedbacks?: string
  identityDelay?: number
  arbiter?: string
}

/** Another market beside the system's, with reputations of its own; all that is not told is the system's. */
export async function deployVariant(system: System, changes: VariantChanges = {}): Promise<System> {
  const { ethers, admin, connection } = system
  const reputations = (await ethers.deployContract(
    changes.reputations ?? 'ReputationRegistry',
  )) as unknown as ReputationRegistry
  const parameters = { ...system.parameters, ...changes.parameters }
  const wiring = [
    await system.identities.getAddress(),
    await reputations.getAddress(),
    changes.feedbacks ?? (await system.feedbacks.getAddress()),
    await system.judge.getAddress(),
    await system.killSwitch.getAddress(),
    treasury,
    changes.arbiter ?? system.arbiter.address,
  ]
  const gate = [admin.address, system.forwarder.address, changes.identityDelay ?? 60 * day, false]
  const market = await deployMarket(connection, [wiring, parameters, gate])
  const address = await market.getAddress()
  await reputations.setWriter(address)
  await market.setWorkflow(workflowOwner, workflowName)
  return { ...system, parameters, reputations, market, address }
}

/** The custom error with which the market refuses a payload, with its arguments, or null where it takes it. */
export async function refusal(system: System, payload: string) {
  const { ethers, connection, market, address, forwarder } = system
  const metadata = ethers.concat([`0x00${'11'.repeat(31)}`, workflowName, workflowOwner, '0x0001'])
  await connection.networkHelpers.impersonateAccount(forwarder.address)
  const from = await ethers.getSigner(forwarder.address)
  try {
    const data = market.interface.encodeFunctionData('onReport', [metadata, payload])
    await from.call({ to: address, data })
    return null
  } catch (error) {
    const { data } = error as { data?: string }
    const parsed = data === undefined ? null : market.interface.parseError(data)
    if (!parsed) throw error
    return { name: parsed.name, args: [...parsed.args] as unknown[] }
  }
}

/** Waits for a time, unless it has come. */
export async function waitUntil(system: System, time: bigint | number) {
  if (BigInt(await system.time.latest()) < BigInt(time)) await system.time.increaseTo(time)
}
