import { expect } from 'chai'
import { network } from 'hardhat'
import { Vote } from '../../../protocol/index.ts'
import {
  type Agent,
  accountOf,
  allow,
  ask,
  close,
  create,
  deployCaller,
  enter,
  ether,
  gasSince,
  hire,
  join,
  joinCalls,
  outcomeOf,
  report,
  type Scene,
  scenesOn,
  type Word,
} from './scene.ts'

const open = scenesOn(await network.create())

const factorOf = async ({ system }: Scene, { agentId }: Agent) => {
  const [factorBps, isNewcomer] = await system.reputations.factorOf(agentId)
  return { factorBps, isNewcomer }
}

const well = { says: 'YES', scores: [85, 85, 85] } as const satisfies Word

/** Ten markets of one's own at once, as small and short as they may be, all answered by one's own agents. */
async function farm(scene: Scene) {
  const { market, time, parameters, ethers } = scene.system
  const caller = await deployCaller(scene, 'farm')
  const agents = await hire(scene, 'farm', 16, { shareWallet: true })
  await allow(scene, agents, caller)
  const begun = await time.latest()
  const block = await ethers.provider.getBlockNumber()
  const marketIds: bigint[] = []
  for (let i = 0; i < 10; i++)
    marketIds.push(await create(scene, 'farm', { pool: ether('0.001'), lasts: 630 }))
  for (const marketId of marketIds)
    await caller.run(joinCalls(scene, marketId, agents, await market.stakeOf(marketId)))
  for (const marketId of marketIds) await ask(scene, marketId)
  for (const marketId of marketIds) await report(scene, marketId, { farm: well })
  await time.increase(parameters.challengeWindow)
  for (const marketId of marketIds) await market.settle(marketId)
  const seconds = (await time.latest()) - begun
  const gas = await gasSince(scene, block)
  await close(scene, marketIds)
  return { agents, seconds, gas }
}

/** One market in which an agent fails in one way while three are right. */
async function failOnce(scene: Scene, word: Word): Promise<Agent> {
  const marketId = await create(scene)
  const [failing] = await hire(scene, 'failing', 1)
  await join(scene, marketId, [failing!])
  await enter(scene, marketId, { honest: 3 })
  await ask(scene, marketId)
  await report(scene, marketId, { honest: 'YES', failing: word })
  await close(scene, [marketId])
  return failing!
}

describe('reputation for sale', () => {
  it('A5: sixteen agents make themselves three times a newcomer in 7,900 s, and no wei is spent', async () => {
    const scene = await open()
    const { agents, seconds, gas } = await farm(scene)
    expect(Number(gas), 'one block').to.be.below(30_000_000)
    expect(seconds).to.be.at.most(7_900)
    for (const agent of agents)
      expect(await factorOf(scene, agent)).to.deep.equal({ factorBps: 8_000n, isNewcomer: false })
    expect(accountOf(scene, 'farm').profit).to.equal(0n)
  })

  it('A5: four of them outvote ten honest newcomers', async () => {
    const scene = await open()
    const { agents } = await farm(scene)
    const before = accountOf(scene, 'farm').profit
    const marketId = await create(scene)
    await join(scene, marketId, agents.slice(0, 4))
    await enter(scene, marketId, { honest: 10 })
    await ask(scene, marketId)
    await report(scene, marketId, { farm: 'NO', honest: 'YES' })
    await close(scene, [marketId])
    expect(await outcomeOf(scene, marketId)).to.equal('No')
    expect(accountOf(scene, 'farm').profit - before).to.equal(ether('3.5'))
    expect(accountOf(scene, 'honest').profit).to.equal(-ether('2.5'))
  })

  const failures: Word[] = ['NO', 'silent', 'malformed']
  for (const word of failures) {
    const how = typeof word === 'string' && word in Vote.reasons ? word : 'wrong'
    it(`A6: an agent that was ${how} weighs more than before, and is no newcomer any more`, async () => {
      const scene = await open()
      const [fresh] = await hire(scene, 'failing', 1)
      expect(await factorOf(scene, fresh!)).to.deep.equal({ factorBps: 2_500n, isNewcomer: true })
      const failed = await failOnce(scene, word)
      expect(await factorOf(scene, failed)).to.deep.equal({ factorBps: 2_727n, isNewcomer: false })
    })
  }
})
