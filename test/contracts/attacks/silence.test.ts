import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { network } from 'hardhat'
import { Limits, Plan } from '../../../protocol/index.ts'
import * as FirstEdition from './firstEdition.ts'
import {
  accountOf,
  appeal,
  ask,
  close,
  create,
  dustOf,
  enter,
  ether,
  outcomeOf,
  report,
  type Scene,
  scenesOn,
} from './scene.ts'

const open = scenesOn(await network.create())

type Counts = { honest: number; silent: number }

/** The truth is Yes. Five lie to three; as long as the lie stands it is appealed against, and some join to say nothing. */
async function silenceShield(scene: Scene, counts: Counts) {
  const marketId = await create(scene)
  await enter(scene, marketId, { liars: 5, honest: 3 })
  await ask(scene, marketId)
  await report(scene, marketId, { liars: 'NO', honest: 'YES' })
  const outcomes = [await outcomeOf(scene, marketId)]
  for (let i = 0; i < 2 && outcomes.at(-1) === 'No'; i++) {
    await appeal(scene, marketId, 'appellants')
    await enter(scene, marketId, counts)
    await ask(scene, marketId)
    await report(scene, marketId, { honest: 'YES', silent: 'silent' })
    outcomes.push(await outcomeOf(scene, marketId))
  }
  await close(scene, [marketId])
  return outcomes
}

/** The same in the first edition: neither appeal had a quorum, so its answers were not counted and its bond was lost. */
function shieldedOnce({ honest, silent }: Counts) {
  expect(FirstEdition.quorum(honest + silent)).to.be.above(honest)
  const bonds =
    FirstEdition.bond(ether('1'), ether('4')) +
    FirstEdition.bond(ether('1'), ether('4') + BigInt(honest + silent) * ether('1'), 1)
  const seats = (of: string, count: number, said: FirstEdition.Seats['said'], stake: string) =>
    ({ of, count, said, stake: ether(stake) }) as const
  return FirstEdition.settle({
    pool: ether('1'),
    outcome: 'NO',
    bonds,
    seats: [
      seats('liars', 5, 'NO', '0.5'),
      seats('honest', 3, 'YES', '0.5'),
      seats('honest', honest, 'absent', '1'),
      seats('silent', silent, 'silent', '1'),
      seats('honest', honest, 'absent', '2'),
      seats('silent', silent, 'silent', '2'),
    ],
  })
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
  it('A1: six silent sybils in an appeal, who earned 6.45 ETH, keep no lie from ten honest answers', async () => {
    const counts = { honest: 10, silent: 6 }
    const before = shieldedOnce(counts)
    expect(before.get('liars')! + before.get('silent')!).to.equal(ether('6.45'))
    const scene = await open()
    expect(await silenceShield(scene, counts)).to.deep.equal(['No', 'Yes'])
    expect(accountOf(scene, 'liars').profit, 'half of five stakes').to.equal(-ether('1.25'))
    expect(accountOf(scene, 'silent').profit, 'half of six').to.equal(-ether('3'))
    // The fee, and what the silent lose.
    const dust = dustOf(scene, ether('3.03'))
    const { putIn, profit } = accountOf(scene, 'appellants')
    expect([putIn, profit], 'the bond, and as much as a reward').to.deep.equal([ether('0.5'), ether('0.5')])
    expect(accountOf(scene, 'honest').profit).to.equal(ether('1.72') - dust)
  })

  it('A1: nor do twenty-eight of them from four: an appeal needs three answers, however many join', async () => {
    const counts = { honest: 4, silent: 28 }
    const before = shieldedOnce(counts)
    expect(before.get('liars')! + before.get('silent')! > 0n).to.equal(true)
    const scene = await open()
    expect(await silenceShield(scene, counts)).to.deep.equal(['No', 'Yes'])
    expect(accountOf(scene, 'liars', 'silent').profit).to.equal(-ether('15.25'))
    expect(accountOf(scene, 'honest').profit).to.equal(ether('1.72') - dustOf(scene, ether('14.03')))
  })
})

describe('silence as a habit', () => {
  it('A8: a report has room for four probes at most, and at 32 workers on an auto rule for one or none', () => {
    const sizes = Array.from({ length: 30 }, (_, i) => i + 3)
    const all = sizes.flatMap((n) =>
      [true, false].flatMap((isAuto) => [true, false].map((hasModel) => probesOf(n, isAuto, hasModel))),
    )
    expect([Math.min(...all), Math.max(...all)]).to.deep.equal([0, 4])
    expect([true, false].map((hasModel) => probesOf(32, true, hasModel))).to.deep.equal([0, 1])
  })

  it('A8: who is silent and not probed, which cost nothing, loses a tenth, and nobody earns by it', async () => {
    const probes = probesOf(16, true, true)
    expect(probes).to.equal(1)
    const before = FirstEdition.settle({
      pool: ether('1'),
      outcome: 'YES',
      seats: [
        { of: 'honest', count: 11, said: 'YES', stake: ether('0.5') },
        { of: 'sleepers', count: 4, said: 'absent', stake: ether('0.5') },
      ],
    })
    expect(before.get('sleepers')).to.equal(0n)
    const scene = await open()
    const sleeper = await sleep(scene, probes)
    expect(accountOf(scene, 'probed').profit).to.equal(-ether('0.25'))
    expect(accountOf(scene, 'sleepers')).to.deep.include({ putIn: ether('2'), profit: -ether('0.2') })
    expect(accountOf(scene, 'honest').profit).to.equal(ether('0.97') - dustOf(scene, ether('0.48')))
    // Who could not be asked is not called wrong.
    expect((await scene.system.market.reputationOf(sleeper.agentId)).count).to.equal(0n)
  })
})
