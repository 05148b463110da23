import { expect } from 'chai'
import { network } from 'hardhat'
import { Vote } from '../../../protocol/index.ts'
import { allow, deployCaller, joinCalls } from './caller.ts'
import * as FirstEdition from './firstEdition.ts'
import {
  type Agent,
  accountOf,
  ask,
  close,
  create,
  enter,
  ether,
  gasSince,
  hire,
  join,
  outcomeOf,
  report,
  type Scene,
  scenesOn,
  type Word,
} from './scene.ts'

const open = scenesOn(await network.create())

/** What an agent's record earns it, now and by the rule of the first edition. */
async function factorsOf({ system }: Scene, { agentId }: Agent) {
  const { reputations } = system
  const [count, correct, ...sums] = await reputations.reputationOf(agentId)
  const [sumRes, sumSrc, sumDepth] = sums as [bigint, bigint, bigint]
  const record = { count: Number(count), correct: Number(correct), sumRes, sumSrc, sumDepth }
  return { before: FirstEdition.factorBps(record), now: Number(await reputations.factorOf(agentId)) }
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
  it('A5: sixteen agents make themselves three times a newcomer in 7,900 s: it costs the fees of ten pools', async () => {
    const scene = await open()
    const { agents, seconds, gas } = await farm(scene)
    expect(Number(gas), 'one block').to.be.below(30_000_000)
    expect(seconds).to.be.at.most(7_900)
    for (const agent of agents)
      expect(await factorsOf(scene, agent)).to.deep.equal({ before: 8_000, now: 7_625 })
    const { profit } = accountOf(scene, 'farm')
    expect(profit).to.equal(-accountOf(scene, 'treasury').gotOut)
    const dust = -profit - ether('0.0003')
    expect(Number(dust), 'three hundredths, and less than a wei an agent and market').to.be.within(0, 160)
  })

  it('A5: four of them, who outvoted ten honest newcomers for 3.5 ETH, are four of fourteen', async () => {
    const scores = [70, 70, 70] as const
    const [yes, no] = [10n * FirstEdition.weight(scores), 4n * FirstEdition.weight(scores, 8_000)]
    expect(FirstEdition.decide({ yes, no, invalid: 0n })).to.equal('NO')
    const scene = await open()
    const { agents } = await farm(scene)
    const before = accountOf(scene, 'farm').profit
    const marketId = await create(scene)
    await join(scene, marketId, agents.slice(0, 4))
    await enter(scene, marketId, { honest: 10 })
    await ask(scene, marketId)
    await report(scene, marketId, { farm: 'NO', honest: 'YES' })
    await close(scene, [marketId])
    expect(await outcomeOf(scene, marketId)).to.equal('Yes')
    expect(accountOf(scene, 'farm').profit - before).to.equal(-ether('1'))
    expect(accountOf(scene, 'honest').profit).to.equal(ether('1.97'))
  })

  const failures: Word[] = ['NO', 'silent', 'malformed']
  for (const word of failures) {
    const how = typeof word === 'string' && word in Vote.reasons ? word : 'wrong'
    it(`A6: an agent that was ${how}, which raised its factor to 2,727, has that of a newcomer`, async () => {
      const scene = await open()
      const [fresh] = await hire(scene, 'failing', 1)
      expect(await factorsOf(scene, fresh!)).to.deep.equal({ before: 2_500, now: 2_500 })
      const failed = await failOnce(scene, word)
      expect(await factorsOf(scene, failed)).to.deep.equal({ before: 2_727, now: 2_500 })
      expect((await scene.system.market.reputationOf(failed.agentId)).count).to.equal(1n)
    })
  }
})
