import { expect } from 'chai'
import { network } from 'hardhat'
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

/** Three tell the truth, Yes. Each appeal against it is raised by who fills it with agents that say the same. */
async function echo(scene: Scene, appeals: readonly Record<string, number>[]) {
  const marketId = await create(scene)
  await enter(scene, marketId, { honest: 3 })
  await ask(scene, marketId)
  await report(scene, marketId, { honest: 'YES' })
  const bonds: bigint[] = []
  for (const counts of appeals) {
    bonds.push(await appeal(scene, marketId, 'echo'))
    await enter(scene, marketId, counts)
    await ask(scene, marketId)
    await report(scene, marketId, { echo: 'YES', honest: 'YES' })
  }
  await close(scene, [marketId])
  expect(await outcomeOf(scene, marketId)).to.equal('Yes')
  return bonds
}

/** What all who agreed, in whatever round, shared together: the pool, and the bond that the echo itself had lost. */
function echoedOnce(count: number) {
  const bonds = FirstEdition.bond(ether('1'), ether('1.5'))
  const gains = FirstEdition.settle({
    pool: ether('1'),
    outcome: 'YES',
    bonds,
    seats: [
      { of: 'honest', count: 3, said: 'YES', stake: ether('0.5') },
      { of: 'echo', count, said: 'YES', stake: ether('1') },
    ],
  })
  return gains.get('echo')! - bonds
}

describe('an appeal against what is right, by agents that repeat it', () => {
  it('does not pay: they share the bond that they lost, and the pool is for those who said it first', async () => {
    expect(echoedOnce(16) > ether('0.8'), 'of a pool of 1').to.equal(true)
    const scene = await open()
    expect(await echo(scene, [{ echo: 16 }])).to.deep.equal([ether('0.25')])
    const dust = dustOf(scene, ether('0.03'))
    const { profit } = accountOf(scene, 'echo')
    expect(profit <= 0n && profit >= -dust).to.equal(true)
    expect(accountOf(scene, 'honest').profit).to.equal(ether('0.97') - dust - profit)
  })

  it('does not pay twice either', async () => {
    const scene = await open()
    expect(await echo(scene, [{ echo: 16 }, { echo: 32 }])).to.deep.equal([ether('0.25'), ether('0.5')])
    const dust = dustOf(scene, ether('0.03'))
    const { profit } = accountOf(scene, 'echo')
    expect(profit <= 0n && profit >= -dust).to.equal(true)
  })

  it('costs them as much of the bond as honest agents who came to it have a part', async () => {
    const scene = await open()
    await echo(scene, [{ echo: 16, honest: 4 }])
    const dust = dustOf(scene, ether('0.03'))
    expect(accountOf(scene, 'echo').profit).to.equal(-ether('0.05'))
    expect(accountOf(scene, 'honest').profit).to.equal(ether('1.02') - dust)
  })
})
