import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { network } from 'hardhat'
import { Limits, Plan } from '../../../protocol/index.ts'
import {
  accountOf,
  appeal,
  ask,
  attempt,
  close,
  create,
  enter,
  ether,
  outcomeOf,
  report,
  type Scene,
  scenesOn,
} from './scene.ts'

const open = scenesOn(await network.create())

/** The truth is Yes. Five lie to three; in both appeals ten say the truth, and six join to say nothing. */
async function silenceShield(scene: Scene) {
  const marketId = await create(scene)
  await enter(scene, marketId, { liars: 5, honest: 3 })
  await ask(scene, marketId)
  await report(scene, marketId, { liars: 'NO', honest: 'YES' })
  const outcomes = [await outcomeOf(scene, marketId)]
  for (let i = 0; i < 2; i++) {
    await appeal(scene, marketId, 'appellants')
    await enter(scene, marketId, { honest: 10, silent: 6 })
    await ask(scene, marketId)
    await report(scene, marketId, { honest: 'YES', silent: 'silent' })
    outcomes.push(await outcomeOf(scene, marketId))
  }
  const another = await attempt(() => appeal(scene, marketId, 'appellants'))
  await close(scene, [marketId])
  return { outcomes, another }
}

const limits = Limits.read(
  JSON.parse(readFileSync(new URL('../../../workflow/limits.json', import.meta.url), 'utf8')),
)

/** How many of those whose answer is missing the DON can ask itself. A model's scores are published: one call less. */
function probesOf(workers: number, isAuto: boolean, hasModel: boolean): number {
  const plan = Plan.make({ workers, limits, isAuto, wantsPublication: hasModel })
  if (Plan.isRefusal(plan)) throw new Error(plan.message)
  return plan.probes
}

/** Eleven of sixteen answer. Of the rest the DON probes as many as it can; it cannot know that the others are silent too. */
async function sleep(scene: Scene, probes: number) {
  const marketId = await create(scene)
  const agents = await enter(scene, marketId, { honest: 11, probed: probes, sleepers: 5 - probes })
  await ask(scene, marketId)
  await report(scene, marketId, { honest: 'YES', probed: 'silent', sleepers: 'omitted-unprobed' })
  await close(scene, [marketId])
  return agents.at(-1)!
}

describe('silence as a shield', () => {
  it('A1: six silent sybils in each appeal keep a lie from twenty honest answers and earn 6.45 ETH', async () => {
    const scene = await open()
    const { outcomes, another } = await silenceShield(scene)
    expect(outcomes).to.deep.equal(['No', 'No', 'No'])
    expect(another, 'no appeal is left').to.equal('NoAppeal')
    expect(accountOf(scene, 'liars', 'silent').profit).to.equal(ether('6.45'))
    expect(accountOf(scene, 'appellants').profit, 'bonds').to.equal(-ether('4.7'))
    expect(accountOf(scene, 'honest').profit, 'wrong in the first round').to.equal(-ether('0.75'))
    // What the silent are slashed comes back to those they shield.
    expect(accountOf(scene, 'silent').profit).to.equal(-ether('9'))
    expect(accountOf(scene, 'liars').profit).to.equal(ether('15.45'))
  })
})

describe('silence as a habit', () => {
  it('A8: a report has room for three probes at most, and at 32 workers on an auto rule for one or none', () => {
    const sizes = Array.from({ length: 30 }, (_, i) => i + 3)
    const all = sizes.flatMap((n) =>
      [true, false].flatMap((isAuto) => [true, false].map((hasModel) => probesOf(n, isAuto, hasModel))),
    )
    expect([Math.min(...all), Math.max(...all)]).to.deep.equal([0, 3])
    expect([true, false].map((hasModel) => probesOf(32, true, hasModel))).to.deep.equal([0, 1])
  })

  it('A8: whoever of the silent is not probed loses nothing, and nobody remembers it', async () => {
    const scene = await open()
    const probes = probesOf(16, true, true)
    expect(probes).to.equal(1)
    const sleeper = await sleep(scene, probes)
    expect(accountOf(scene, 'probed').profit).to.equal(-ether('0.25'))
    expect(accountOf(scene, 'sleepers')).to.deep.include({ putIn: ether('2'), profit: 0n })
    expect((await scene.system.market.reputationOf(sleeper.agentId)).count).to.equal(0n)
  })
})
