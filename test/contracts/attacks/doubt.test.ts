import { expect } from 'chai'
import { network } from 'hardhat'
import {
  accountOf,
  ask,
  bet,
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

/** The truth is Yes, and some say that nobody can know. */
async function doubt(scene: Scene, counts: { doubters: number; honest: number }) {
  const marketId = await create(scene)
  await bet(scene, marketId, 'losing bettor', 'NO', ether('2'))
  await bet(scene, marketId, 'bettor', 'YES', ether('1'))
  await enter(scene, marketId, counts)
  await ask(scene, marketId)
  await report(scene, marketId, { doubters: 'INVALID', honest: 'YES' })
  await close(scene, [marketId])
  return outcomeOf(scene, marketId)
}

describe('doubt', () => {
  it('A4: five who doubt a truth that five tell are paid 0.2 ETH, and a lost bet comes back', async () => {
    const scene = await open()
    expect(await doubt(scene, { doubters: 5, honest: 5 })).to.equal('Invalid')
    expect(accountOf(scene, 'doubters').profit).to.equal(ether('0.2'))
    expect(accountOf(scene, 'honest').profit).to.equal(0n)
    expect(accountOf(scene, 'losing bettor').profit).to.equal(0n)
    expect(accountOf(scene, 'creator').profit).to.equal(-ether('0.2'))
  })

  it('A4: four who fail at it lose nothing', async () => {
    const scene = await open()
    expect(await doubt(scene, { doubters: 4, honest: 5 })).to.equal('Yes')
    expect(accountOf(scene, 'doubters').profit).to.equal(0n)
    expect(accountOf(scene, 'losing bettor').profit).to.equal(-ether('2'))
  })
})
