import { expect } from 'chai'
import { network } from 'hardhat'
import { doubleTalkOf, leafOf, no, otherRule, question, yes } from '../../../local/ledger/evidence.ts'
import { waitUntil } from '../../../local/ledger/market.ts'
import * as FirstEdition from './firstEdition.ts'
import {
  accountOf,
  appeal,
  ask,
  attempt,
  close,
  create,
  enter,
  ether,
  hire,
  join,
  outcomeOf,
  report,
  type Scene,
  scenesOn,
  speak,
  speakFalsely,
  strike,
} from './scene.ts'

const open = scenesOn(await network.create())

/** The truth is Yes. Three lie to two, and one of the three wants to bring 1,000 ETH; then it is appealed against. */
async function pricedOut(scene: Scene) {
  const { market } = scene.system
  const marketId = await create(scene)
  await enter(scene, marketId, { honest: 2, liars: 2 })
  const [rich] = await hire(scene, 'liars', 1)
  const refused = await attempt(() => join(scene, marketId, [rich!], ether('1000')))
  await join(scene, marketId, [rich!])
  await ask(scene, marketId)
  await report(scene, marketId, { liars: 'NO', honest: 'YES' })
  const before = await outcomeOf(scene, marketId)
  expect(await market.bondOf(marketId)).to.equal(ether('0.35'))
  await appeal(scene, marketId, 'appellant')
  await enter(scene, marketId, { fresh: 3 })
  await ask(scene, marketId)
  await report(scene, marketId, { fresh: 'YES' })
  await close(scene, [marketId])
  return { refused, outcomes: [before, await outcomeOf(scene, marketId)] }
}

/** The truth is Yes. Three lie to two; while the appeal against it is open, two of the three are struck. */
async function rightAppellant(scene: Scene) {
  const marketId = await create(scene, 'creator', { question })
  await enter(scene, marketId, { liars: 3, honest: 2 })
  await ask(scene, marketId, { after: 60 })
  const told = await speak(scene, marketId, { liars: no, honest: yes })
  const outcomes = [await outcomeOf(scene, marketId)]
  const bond = await appeal(scene, marketId, 'appellant')
  await enter(scene, marketId, { fresh: 3 })
  for (const liar of [0, 1]) await strike(scene, marketId, 'striker', liar, doubleTalkOf(told, liar))
  await ask(scene, marketId)
  await speak(scene, marketId, { fresh: yes })
  outcomes.push(await outcomeOf(scene, marketId))
  await close(scene, [marketId])
  return { bond, outcomes }
}

/**
 * The truth is No. Three lie to two; an appeal of three turns that, and one liar is struck. Then the appeal's round turns out to
 * have a false transcript: it is void, and is not reported again in time.
 */
async function voidedAppeal(scene: Scene) {
  const { market, parameters } = scene.system
  const marketId = await create(scene, 'creator', { question })
  await enter(scene, marketId, { liars: 3, honest: 2 })
  await ask(scene, marketId, { after: 60 })
  const first = await speak(scene, marketId, { liars: yes, honest: no })
  await appeal(scene, marketId, 'appellant')
  await enter(scene, marketId, { fresh: 3 })
  await ask(scene, marketId)
  const told = await speakFalsely(scene, marketId, { fresh: no }, otherRule)
  const outcomes = [await outcomeOf(scene, marketId)]
  await strike(scene, marketId, 'striker', 0, doubleTalkOf(first, 0))
  await strike(scene, marketId, 'striker', 0, leafOf(told, 1))
  outcomes.push(await outcomeOf(scene, marketId))
  const { yesWeight, noWeight, requestedAt } = await market.getMarket(marketId)
  await waitUntil(scene.system, requestedAt + BigInt(parameters.resolutionTimeout))
  await market.expire(marketId)
  await close(scene, [marketId])
  outcomes.push(await outcomeOf(scene, marketId))
  return { outcomes, yesWeight, noWeight }
}

describe('bonds and what they buy', () => {
  it('A9: a stake of 1,000 ETH, which made an appeal cost 100.3 ETH, is refused: stakes are exact', async () => {
    expect(FirstEdition.bond(ether('1'), ether('1002'))).to.equal(ether('100.3'))
    const scene = await open()
    const { refused, outcomes } = await pricedOut(scene)
    expect(refused).to.equal('WrongValue')
    expect(outcomes, 'appealed against for 0.35 ETH').to.deep.equal(['No', 'Yes'])
    expect(accountOf(scene, 'liars').profit).to.equal(-ether('0.75'))
    expect(accountOf(scene, 'appellant').profit, 'a reward of as much').to.equal(ether('0.35'))
  })

  it('A11: an appellant who was right, and lost 0.35 ETH where a strike came first, has the bond back', async () => {
    // When the appeal's own round was reported, the strikes had turned the outcome already.
    expect(FirstEdition.isBondBack('YES', 'YES')).to.equal(false)
    const scene = await open()
    const { bond, outcomes } = await rightAppellant(scene)
    expect(outcomes, 'appealed against, and in the end').to.deep.equal(['No', 'Yes'])
    expect(bond).to.equal(ether('0.35'))
    expect(accountOf(scene, 'appellant')).to.deep.include({ putIn: bond, gotOut: bond })
  })

  it('A18: a void appeal, which brought back an outcome without a lead for 1.725 ETH, leaves what the votes give', async () => {
    const scene = await open()
    const { outcomes, yesWeight, noWeight } = await voidedAppeal(scene)
    expect(yesWeight, 'nobody leads').to.equal(noWeight)
    expect(FirstEdition.afterVoid('YES')).to.equal('YES')
    expect(outcomes, 'appealed, void, and in the end').to.deep.equal(['No', 'Invalid', 'Invalid'])
    // One stake is lost: a quarter to who struck it, the rest to the four votes that are left.
    expect(accountOf(scene, 'liars').profit).to.equal(-ether('0.5') + ether('0.1875'))
    expect(accountOf(scene, 'honest').profit).to.equal(ether('0.1875'))
    for (const name of ['appellant', 'fresh', 'creator'])
      expect(accountOf(scene, name).profit, name).to.equal(0n)
  })
})
