import { expect } from 'chai'
import { concat, keccak256, toBeHex } from 'ethers'
import { network } from 'hardhat'
import { Outcome } from '../../../local/ledger/market.ts'
import { allow, type Call, deployCaller, joinCalls } from './caller.ts'
import * as FirstEdition from './firstEdition.ts'
import {
  accountOf,
  ask,
  asked,
  attempt,
  bet,
  close,
  create,
  dustOf,
  enter,
  ether,
  hire,
  join,
  outcomeOf,
  party,
  report,
  type Scene,
  scenesOn,
} from './scene.ts'

const open = scenesOn(await network.create())

const seats = 16

/** Agents of the attacker, and a contract that acts for them all at once. */
async function muster(scene: Scene, count: number) {
  const caller = await deployCaller(scene, 'sybils')
  const agents = await hire(scene, 'sybils', count, { shareWallet: true })
  await allow(scene, agents, caller)
  return { caller, agents }
}

/**
 * The truth is Yes, and ten said so. The first appeal is let pass; the last one is raised and filled at once. Then so many honest
 * agents come to it.
 */
async function fillLastAppeal(scene: Scene, late: number) {
  const { market, address } = scene.system
  const marketId = await create(scene)
  await enter(scene, marketId, { honest: 10 })
  await bet(scene, marketId, 'betting sybils', 'NO', ether('0.1'))
  await bet(scene, marketId, 'bettors', 'YES', ether('1.4'))
  await ask(scene, marketId)
  await report(scene, marketId, { honest: 'YES' })
  const { caller, agents } = await muster(scene, seats)
  const escalate = async (): Promise<Call> => {
    const value = await market.bondOf(marketId)
    party(scene, 'sybils').putIn += value
    return {
      to: address,
      data: market.interface.encodeFunctionData('escalate', [marketId, await market.outcomeOf(marketId)]),
      value,
    }
  }
  await caller.run([await escalate()])
  await ask(scene, marketId)
  // Each appeal doubles the stake.
  const stake = 2n * (await market.stakeOf(marketId))
  const joins = joinCalls(scene, marketId, agents, stake)
  const { gasUsed } = await caller.run([await escalate(), ...joins])
  const refused = await attempt(() => enter(scene, marketId, { late }))
  await ask(scene, marketId)
  await report(scene, marketId, { sybils: 'NO', late: 'YES' })
  const another = await attempt(async () =>
    market.escalate(marketId, await market.outcomeOf(marketId), { value: await market.bondOf(marketId) }),
  )
  const withdraw = market.interface.encodeFunctionData('withdraw', [party(scene, 'sybils').till])
  const collect = async () => {
    if ((await market.creditOf(caller.address)) > 0n) await caller.run([{ to: address, data: withdraw }])
  }
  return { marketId, gasUsed, refused, another, collect }
}

/** Who watches creations joins in the next transaction, and honest agents come after. */
async function fillMarket(scene: Scene, counts: { sybils: number; honest: number }) {
  const { caller, agents } = await muster(scene, counts.sybils)
  const marketId = await create(scene)
  const stake = await scene.system.market.stakeOf(marketId)
  const { gasUsed } = await caller.run(joinCalls(scene, marketId, agents, stake))
  const honest = await hire(scene, 'honest', counts.honest, { shareWallet: true })
  const refused = await attempt(() => join(scene, marketId, honest))
  await ask(scene, marketId)
  return { marketId, gasUsed, refused, order: [...agents, ...honest].map(({ agentId }) => agentId) }
}

/** The first 32 new values of keccak256(seed ‖ j) mod n. */
function lot(seed: string, joined: number): number[] {
  const drawn = new Set<number>()
  for (let j = 0; drawn.size < 32; j++)
    drawn.add(Number(BigInt(keccak256(concat([seed, toBeHex(j, 32)]))) % BigInt(joined)))
  return [...drawn]
}

async function seedOf({ system }: Scene, marketId: bigint): Promise<string> {
  const { market } = system
  const [event] = await market.queryFilter(market.filters.SeatsDrawn!(marketId))
  return (event as unknown as { args: { seed: string } }).args.seed
}

/** What sixteen sybils gained in the first edition, alone in a market or in the last appeal against some honest answers. */
function filledOnce(honest: number) {
  expect(FirstEdition.places(seats, 10), 'MarketFull').to.equal(0)
  const weight = FirstEdition.weight([70, 70, 70])
  const totals = { yes: BigInt(honest) * weight, no: BigInt(seats) * weight, invalid: 0n }
  expect(FirstEdition.decide(totals)).to.equal('NO')
  const gains = FirstEdition.settle({
    pool: ether('1'),
    outcome: 'NO',
    seats: [
      { of: 'honest', count: honest, said: 'YES', stake: ether('0.5') },
      { of: 'sybils', count: seats, said: 'NO', stake: ether('2') },
    ],
  })
  return gains.get('sybils')
}

describe('seats', () => {
  it('A2: an appeal filled in one transaction, which turned ten honest answers for 3.5 ETH, has room for honest agents', async () => {
    expect(filledOnce(10)).to.equal(ether('3.5'))
    const scene = await open()
    const { gasUsed, refused, another, marketId, collect } = await fillLastAppeal(scene, 10)
    expect(Number(gasUsed), 'a tenth of a block').to.be.below(3_000_000)
    expect(refused, 'honest agents that want to join').to.equal(null)
    expect(another, 'and no appeal is left').to.equal('NoAppeal')
    await close(scene, [marketId], collect)
    expect(await outcomeOf(scene, marketId)).to.equal('Yes')
    // Half of sixteen stakes of 2, and the second bond; the first appeal had no answer, and its bond came back.
    expect(accountOf(scene, 'sybils').profit).to.equal(-ether('17.2'))
    const dust = dustOf(scene, ether('0.03'))
    expect(accountOf(scene, 'honest', 'late').profit).to.equal(ether('0.97') + ether('17.2') - dust)
    expect(accountOf(scene, 'betting sybils').profit).to.equal(-ether('0.1'))
  })

  it('A2: where no honest agent comes in time, the last resort has the last word, and the sybils pay for it', async () => {
    const scene = await open()
    const { market, arbiter } = scene.system
    const { marketId, another, collect } = await fillLastAppeal(scene, 0)
    expect([await outcomeOf(scene, marketId), another]).to.deep.equal(['No', 'NoAppeal'])
    // What the arbitration cost was paid to the court: the market only rewards who paid it.
    const { purse } = party(scene, 'payer')
    await market.connect(arbiter).hold(marketId, purse.address, ether('0.2'))
    await market.connect(arbiter).rule(marketId, Outcome.Yes)
    await close(scene, [marketId], collect)
    expect(await outcomeOf(scene, marketId)).to.equal('Yes')
    // Half of sixteen stakes of 2, and the bond: it was raised against what turned out to be right.
    expect(accountOf(scene, 'sybils').profit).to.equal(-ether('17.2'))
    expect(accountOf(scene, 'payer').gotOut).to.equal(ether('0.2'))
    expect(accountOf(scene, 'betting sybils').profit).to.equal(-ether('0.1'))
  })

  it('A2: sixteen seats taken right after creation, which took the whole pool, leave as many, and take nothing', async () => {
    expect(filledOnce(0)).to.equal(ether('1'))
    const scene = await open()
    const { gasUsed, refused, marketId } = await fillMarket(scene, { sybils: seats, honest: seats })
    expect(Number(gasUsed), 'a tenth of a block').to.be.below(3_000_000)
    expect(refused).to.equal(null)
    await report(scene, marketId, { sybils: 'NO', honest: 'YES' })
    await close(scene, [marketId])
    expect(await outcomeOf(scene, marketId)).to.equal('Invalid')
    expect(accountOf(scene, 'sybils').profit).to.equal(0n)
    expect(accountOf(scene, 'creator').profit, 'the pool comes back').to.equal(0n)
  })

  it('A2: thirty-two agents that come first have no seat before the lot, which a block yet unknown draws', async () => {
    const scene = await open()
    const { refused, marketId, order } = await fillMarket(scene, { sybils: 32, honest: 32 })
    expect(refused).to.equal(null)
    const { workers } = await scene.system.market.getRound(marketId, 0, 16)
    const rest = await scene.system.market.getRound(marketId, 16, 16)
    const drawn = lot(await seedOf(scene, marketId), 64).map((joinIndex) => order[joinIndex])
    expect([...workers, ...rest.workers].map(({ agentId }) => agentId)).to.deep.equal(drawn)
    const sybils = (await asked(scene, marketId)).filter(({ name }) => name === 'sybils').length
    // That either side had all seats is one draw of 10^18.
    expect(sybils).to.be.within(1, 31)
    await report(scene, marketId, { sybils: 'NO', honest: 'YES' })
    await close(scene, [marketId])
  })
})
