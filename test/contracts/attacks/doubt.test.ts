import { expect } from 'chai'
import { network } from 'hardhat'
import * as FirstEdition from './firstEdition.ts'
import {
  accountOf,
  appeal,
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
  type Word,
} from './scene.ts'

const open = scenesOn(await network.create())

type Counts = { doubters: number; honest: number }

/** The truth is Yes, and some say that nobody can know. */
async function doubt(scene: Scene, counts: Counts, word: Word = 'INVALID') {
  const marketId = await create(scene)
  await enter(scene, marketId, counts)
  await bet(scene, marketId, 'losing bettor', 'NO', ether('0.8'))
  await bet(scene, marketId, 'bettor', 'YES', ether('0.4'))
  await ask(scene, marketId)
  await report(scene, marketId, { doubters: word, honest: 'YES' })
  return marketId
}

/** The same in the first edition. */
function doubtedOnce({ doubters, honest }: Counts) {
  const weight = FirstEdition.weight([70, 70, 70])
  const totals = { yes: BigInt(honest) * weight, no: 0n, invalid: BigInt(doubters) * weight }
  const outcome = FirstEdition.decide(totals)
  const stake = ether('0.5')
  const gains = FirstEdition.settle({
    pool: ether('1'),
    outcome,
    seats: [
      { of: 'doubters', count: doubters, said: 'INVALID', stake },
      { of: 'honest', count: honest, said: 'YES', stake },
    ],
  })
  return { outcome, gain: gains.get('doubters') }
}

describe('doubt', () => {
  it('A4: five who doubt a truth that five tell were paid 0.2 ETH: want of a lead pays nobody now', async () => {
    const counts = { doubters: 5, honest: 5 }
    expect(doubtedOnce(counts)).to.deep.equal({ outcome: 'INVALID', gain: ether('0.2') })
    const scene = await open()
    const marketId = await doubt(scene, counts)
    await close(scene, [marketId])
    expect(await outcomeOf(scene, marketId)).to.equal('Invalid')
    for (const name of ['doubters', 'honest', 'creator', 'losing bettor', 'treasury'])
      expect(accountOf(scene, name).profit, name).to.equal(0n)
  })

  it('A4: three fresh answers undo it: they lose a tenth each, and the lost bet stays lost', async () => {
    const scene = await open()
    const marketId = await doubt(scene, { doubters: 5, honest: 5 })
    const bond = await appeal(scene, marketId, 'appellant')
    await enter(scene, marketId, { fresh: 3 })
    await ask(scene, marketId)
    await report(scene, marketId, { fresh: 'YES' })
    await close(scene, [marketId])
    expect(await outcomeOf(scene, marketId)).to.equal('Yes')
    expect(accountOf(scene, 'doubters').profit).to.equal(-ether('0.25'))
    expect(accountOf(scene, 'losing bettor').profit).to.equal(-ether('0.8'))
    expect(accountOf(scene, 'appellant').gotOut).to.equal(bond)
  })

  it('A4: four who fail at it, which cost nothing, lose 0.2 ETH, and nobody earns by it', async () => {
    const counts = { doubters: 4, honest: 5 }
    expect(doubtedOnce(counts)).to.deep.equal({ outcome: 'YES', gain: 0n })
    const scene = await open()
    const marketId = await doubt(scene, counts)
    await close(scene, [marketId])
    expect(await outcomeOf(scene, marketId)).to.equal('Yes')
    expect(accountOf(scene, 'doubters').profit).to.equal(-ether('0.2'))
    expect(accountOf(scene, 'honest').profit).to.equal(ether('0.97'))
    expect(accountOf(scene, 'losing bettor').profit).to.equal(-ether('0.8'))
  })

  it('A4: where the source speaks, a doubt is not counted, and five of ten decide nothing by it', async () => {
    const scene = await open()
    const marketId = await doubt(scene, { doubters: 5, honest: 5 }, 'doubt-refuted')
    // Five answers of ten are no quorum; of those who answer the round that repeats, they are all.
    await report(scene, marketId, { doubters: 'doubt-refuted', honest: 'YES' })
    await close(scene, [marketId])
    expect(await outcomeOf(scene, marketId)).to.equal('Yes')
    expect(accountOf(scene, 'doubters').profit).to.equal(-ether('0.25'))
    expect(accountOf(scene, 'losing bettor').profit).to.equal(-ether('0.8'))
  })
})
