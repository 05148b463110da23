import { expect } from 'chai'
import { getAddress, id, parseEther, ZeroAddress } from 'ethers'
import {
  type Change,
  type Told,
  tell,
  tellFalsely,
  type Saying as Words,
} from '../../../local/ledger/evidence.ts'
import type { Connection } from '../../../local/ledger/forwarder.ts'
import {
  day,
  deliver,
  deploySystem,
  drawSeats,
  manualQuestion,
  Outcome,
  recordOf,
  refusal,
  reportOf,
  type Saying,
  Status,
  type System,
  treasury,
  waitUntil,
} from '../../../local/ledger/market.ts'
import { actAs, agentsOf, seatsOf } from '../../../local/ledger/payout.ts'
import { Bytes, Report, Vote } from '../../../protocol/index.ts'

/**
 * A small language for attacks: parties create, join, speak, appeal, strike and bet, and in the end each has an account of what
 * it put in and what it got out, in wei and without gas. A scene knows no rule of the ledger: whom a round asks, what a stake
 * and a bond are and what the tally says, it reads from the contracts. So a scene can be played again when the rules change.
 */
export type Scene = Stage & {
  readonly parties: Map<string, Party>
  /** Which party an agent is of. */
  readonly agents: Map<bigint, Party>
  /** How many accounts have a part; agents' wallets come first, because their keys sign, and purses last. */
  readonly taken: { wallets: number; purses: number }
}

type Account = System['creator']

export type Party = {
  readonly name: string
  /** Pays for markets, bonds and bets, and strikes. */
  readonly purse: Account
  /** Where all that it withdraws goes: nothing else touches it. */
  readonly till: string
  putIn: bigint
  gotOut: bigint
  /** How much of what the till holds is in `gotOut`. */
  counted: bigint
}

export type Agent = { readonly agentId: bigint; readonly wallet: Account }

export const ether = parseEther

/** With the production parameters. */
const deployStage = async (connection: Connection) => stageOf(await deploySystem(connection))

/** A deployment with bets beside it: as many as a wrong outcome costs who makes it. */
export async function stageOf(system: System) {
  const args = [system.address, ZeroAddress, 10_000, 600, ether('1')]
  return { system, bets: await system.ethers.deployContract('BinaryMarket', args) }
}
type Stage = Awaited<ReturnType<typeof stageOf>>

/** Gives a fresh scene each time it is called. */
export function scenesOn(connection: Connection): () => Promise<Scene> {
  const fixture = () => deployStage(connection)
  return async () => sceneOn(await connection.networkHelpers.loadFixture(fixture))
}

/** The parties of a scene share its accounts; those of another deployment on the same chain take the next ones. */
export const sceneOn = (stage: Stage, taken = { wallets: 0, purses: 0 }): Scene => ({
  ...stage,
  parties: new Map(),
  agents: new Map(),
  taken,
})

export function party(scene: Scene, name: string): Party {
  const known = scene.parties.get(name)
  if (known !== undefined) return known
  const { others } = scene.system
  const fresh: Party = {
    name,
    purse: others.at(-++scene.taken.purses)!,
    till: getAddress(`0x${id(`till ${scene.system.address} ${name}`).slice(-40)}`),
    putIn: 0n,
    gotOut: 0n,
    counted: 0n,
  }
  scene.parties.set(name, fresh)
  return fresh
}

/** Opens a market that ends in a day. */
export async function create(
  scene: Scene,
  by = 'creator',
  options: { question?: string; pool?: bigint; lasts?: number } = {},
): Promise<bigint> {
  const { market, time } = scene.system
  const { question = manualQuestion, pool = ether('1'), lasts = day } = options
  const creator = party(scene, by)
  const deadline = (await time.latest()) + lasts
  await market.connect(creator.purse).createMarket(question, deadline, { value: pool })
  creator.putIn += pool
  return market.marketCount()
}

/** Registers new agents of a party, each with a wallet of its own unless they are to share one. */
export async function hire(
  scene: Scene,
  name: string,
  count: number,
  options: { shareWallet?: boolean } = {},
): Promise<Agent[]> {
  const agents: Agent[] = []
  for (let i = 0; i < count; i++) {
    const wallet =
      options.shareWallet && i > 0 ? agents[0]!.wallet : scene.system.others[scene.taken.wallets++]!
    agents.push(await register(scene, name, wallet))
  }
  return agents
}

/** A new agent of a party, with the wallet of another one. */
export const hireInto = (scene: Scene, name: string, { wallet }: Agent) => register(scene, name, wallet)

async function register(scene: Scene, name: string, wallet: Account): Promise<Agent> {
  const register = scene.system.identities.connect(wallet)['register()']
  const agentId = await register.staticCall()
  await register()
  scene.agents.set(agentId, party(scene, name))
  return { agentId, wallet }
}

/** Agents join with the stake that the market asks for, unless another one is given. */
export async function join(scene: Scene, marketId: bigint, agents: readonly Agent[], stake?: bigint) {
  const { market } = scene.system
  for (const { agentId, wallet } of agents) {
    const value = stake ?? (await market.stakeOf(marketId))
    await market.connect(wallet).joinMarket(marketId, agentId, { value })
    scene.agents.get(agentId)!.putIn += value
  }
}

/** New agents join, so many of each party. */
export async function enter(scene: Scene, marketId: bigint, counts: Readonly<Record<string, number>>) {
  const all: Agent[] = []
  for (const [name, count] of Object.entries(counts)) {
    const agents = await hire(scene, name, count)
    await join(scene, marketId, agents)
    all.push(...agents)
  }
  return all
}

/** Asks for the resolution as soon as that is possible, or some seconds after it; draws where more joined than there are seats. */
export async function ask(scene: Scene, marketId: bigint, options: { after?: number } = {}) {
  const { market } = scene.system
  const { deadline, windowEnd, isAppealing } = await market.getMarket(marketId)
  await waitUntil(scene.system, (isAppealing ? windowEnd : deadline) + BigInt(options.after ?? 0))
  await market.requestResolution(marketId)
  if ((await market.getMarket(marketId)).drawBlock > 0n) await drawSeats(scene.system, marketId)
}

/** What a party's agents say: an outcome or a reason for none, with middling scores or others. */
export type Word = Saying | { readonly says: Vote.Outcome; readonly scores: Scores }
/** Resolution, sources, depth. */
export type Scores = readonly [number, number, number]

function recordOfWord(word: Word): Report.Record {
  if (typeof word === 'string') return recordOf(word)
  const [resQuality, srcQuality, analysisDepth] = word.scores
  return { vote: Vote.cast(word.says), resQuality, srcQuality, analysisDepth }
}

/** The parties of the agents that the round asks, in its order. */
export async function asked(scene: Scene, marketId: bigint): Promise<Party[]> {
  const { market } = scene.system
  const first = await market.getRound(marketId, 0, 16)
  const rest = await market.getRound(marketId, 16, 16)
  return [...first.workers, ...rest.workers].map(({ agentId }) => scene.agents.get(agentId)!)
}

const said = <Value>({ name }: Party, words: Readonly<Record<string, Value>>): Value => {
  const word = words[name]
  if (word === undefined) throw new Error(`The scene does not tell what ${name} say.`)
  return word
}

/**
 * The DON's report of what each party says: the outcome is the contract's own, and none is told after the grace only. Gives the
 * bytes that were signed.
 */
export async function report(
  scene: Scene,
  marketId: bigint,
  words: Readonly<Record<string, Word>>,
): Promise<string> {
  const { system } = scene
  const records = (await asked(scene, marketId)).map((one) => recordOfWord(said(one, words)))
  const sayings = records.map(({ vote }) => vote.outcome ?? vote.reason)
  let outcome: Vote.Outcome | null = null
  for (let tries = 0; tries < 3; tries++) {
    const sent = await reportOf(system, marketId, sayings, outcome, { records })
    const refused = await refusal(system, Bytes.toHex(Report.encode(sent)))
    if (refused?.name === 'OutcomeMismatch') outcome = Vote.fromCode(Number(refused.args[1]))
    else if (refused?.name === 'TooEarly' && outcome === null)
      await waitUntil(system, refused.args[0] as bigint)
    else {
      return (await deliver(system, sent)).raw
    }
  }
  throw new Error('The contract has no tally for this report.')
}

/** The same with signed answers, of which challenges are made. */
export const speak = async (
  scene: Scene,
  marketId: bigint,
  words: Readonly<Record<string, Words>>,
): Promise<Told> => tell(scene.system, marketId, await inOrder(scene, marketId, words))

/** The same with the root of a transcript that its docket contradicts. */
export const speakFalsely = async (
  scene: Scene,
  marketId: bigint,
  words: Readonly<Record<string, Words>>,
  change: Change,
): Promise<Told> => tellFalsely(scene.system, marketId, await inOrder(scene, marketId, words), change)

const inOrder = async (scene: Scene, marketId: bigint, words: Readonly<Record<string, Words>>) =>
  (await asked(scene, marketId)).map((one) => said(one, words))

/** Appeals with the bond that is asked, and gives it. */
export async function appeal(scene: Scene, marketId: bigint, by: string): Promise<bigint> {
  const { market } = scene.system
  const appellant = party(scene, by)
  const bond = await market.bondOf(marketId)
  await market.connect(appellant.purse).escalate(marketId, await market.outcomeOf(marketId), { value: bond })
  appellant.putIn += bond
  return bond
}

/** Shows evidence against a seat. */
export const strike = (
  scene: Scene,
  marketId: bigint,
  by: string,
  seat: number | bigint,
  { kind, evidence }: { kind: number; evidence: string },
) => scene.system.market.connect(party(scene, by).purse).challenge(marketId, seat, kind, evidence)

export async function bet(scene: Scene, marketId: bigint, by: string, side: 'YES' | 'NO', amount: bigint) {
  const bettor = party(scene, by)
  await scene.bets.connect(bettor.purse).bet(marketId, Vote.code(side), amount, { value: amount })
  bettor.putIn += amount
}

/** The name of the error with which a step is refused, or null where it is done. */
export async function attempt(step: () => Promise<unknown>): Promise<string | null> {
  try {
    await step()
    return null
  } catch (error) {
    const { message } = error as Error
    return /custom error '(\w+)/.exec(message)?.[1] ?? message
  }
}

/**
 * Settles, lets everybody take all that is theirs, the treasury and those without a seat too, and finds that no wei is left or
 * missing. `meanwhile` is for those who cannot take it themselves.
 */
export async function close(scene: Scene, marketIds: readonly bigint[], meanwhile?: () => Promise<void>) {
  const { system, bets } = scene
  const { market, ethers, address } = system
  for (const marketId of marketIds) {
    const { status, windowEnd } = await market.getMarket(marketId)
    if (status === Status.Resolved) {
      await waitUntil(system, windowEnd)
      await market.settle(marketId)
    }
    if ((await market.statusOf(marketId)) === Status.Settled) await market.finalize(marketId)
    for (const seat of await seatsOf(system, marketId)) await claim(scene, marketId, seat)
    for (const agentId of await agentsOf(system, marketId)) await leave(scene, marketId, agentId)
    await closeBets(scene, marketId)
  }
  await meanwhile?.()
  await withdraw(scene)
  expect(await ethers.provider.getBalance(address), 'left in the market').to.equal(0n)
  expect(await ethers.provider.getBalance(await bets.getAddress()), 'left in bets').to.equal(0n)
  const { putIn, gotOut } = accountOf(scene, ...scene.parties.keys())
  expect(gotOut, 'all parties together').to.equal(putIn)
}

/** Everybody's credit goes to its till; the treasury's is a party's too, of that name. */
async function withdraw(scene: Scene) {
  const { market, ethers } = scene.system
  const office = party(scene, 'treasury')
  if ((await market.creditOf(treasury)) > 0n)
    await market.connect(await actAs(scene.system, treasury)).withdraw(office.till)
  for (const one of scene.parties.values()) {
    if ((await market.creditOf(one.purse.address)) > 0n) await market.connect(one.purse).withdraw(one.till)
    const held = await ethers.provider.getBalance(one.till)
    one.gotOut += held - one.counted
    one.counted = held
  }
}

// By an account without a part, so that the payee's balance moves by what it is paid and by no gas.
async function claim({ system, agents }: Scene, marketId: bigint, seat: number) {
  const { market, ethers, admin } = system
  const { agentId, signer } = await market.getWorker(marketId, seat)
  const before = await ethers.provider.getBalance(signer)
  await market.connect(admin).claim(marketId, seat)
  agents.get(agentId)!.gotOut += (await ethers.provider.getBalance(signer)) - before
}

/** An agent takes its stake and goes, if it may; tells whether it could. */
export async function leave({ system, agents }: Scene, marketId: bigint, agentId: bigint): Promise<boolean> {
  const { market, ethers } = system
  const member = await market.getMember(marketId, agentId).catch(() => null)
  if (member === null || !member.canLeave) return false
  const wallet = await actAs(system, member.signer)
  const before = await ethers.provider.getBalance(member.signer)
  const left = await (await market.connect(wallet).leaveMarket(marketId, agentId)).wait()
  agents.get(agentId)!.gotOut += (await ethers.provider.getBalance(member.signer)) - before + left!.fee
  return true
}

async function closeBets({ bets, parties }: Scene, marketId: bigint) {
  const { yes, no } = await bets.bookOf(marketId)
  if (yes + no === 0n) return
  await bets.settle(marketId)
  for (const { purse, till } of parties.values()) {
    if ((await bets.claimable(marketId, purse.address)) > 0n) await bets.connect(purse).claim(marketId, till)
  }
}

/** What some parties put in, got out and gained together. */
export function accountOf(scene: Scene, ...names: string[]) {
  const all = names.map((name) => party(scene, name))
  const putIn = all.reduce((sum, one) => sum + one.putIn, 0n)
  const gotOut = all.reduce((sum, one) => sum + one.gotOut, 0n)
  return { putIn, gotOut, profit: gotOut - putIn }
}

/** What rounding left the treasury, beside what it must have: never as much as a wei a seat. */
export function dustOf(scene: Scene, due: bigint): bigint {
  const dust = accountOf(scene, 'treasury').gotOut - due
  expect(Number(dust), 'dust').to.be.within(0, scene.agents.size)
  return dust
}

/** The gas of all transactions since a block. */
export async function gasSince({ system }: Scene, block: number): Promise<bigint> {
  const { provider } = system.ethers
  let sum = 0n
  for (let i = await provider.getBlockNumber(); i > block; i--) sum += (await provider.getBlock(i))!.gasUsed
  return sum
}

/** The outcome that a market has now, by its name. */
export async function outcomeOf(scene: Scene, marketId: bigint): Promise<keyof typeof Outcome> {
  const outcome = await scene.system.market.outcomeOf(marketId)
  return (Object.keys(Outcome) as (keyof typeof Outcome)[]).find((name) => Outcome[name] === outcome)!
}
