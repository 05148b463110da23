import { expect } from 'chai'
import { network } from 'hardhat'
import { doubleTalkOf, leafOf, no, otherRule, question, yes } from '../../../local/ledger/evidence.ts'
import { waitUntil } from '../../../local/ledger/market.ts'
import {
  accountOf,
  appeal,
  ask,
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

/** The truth is Yes. Three lie to two, and one of the three brings 1,000 ETH. */
async function pricedOut(scene: Scene) {
  const { market } = scene.system
  const marketId = await create(scene)
  await enter(scene, marketId, { honest: 2 })
  const before = await market.bondOf(marketId)
  await enter(scene, marketId, { liars: 2 })
  await join(scene, marketId, await hire(scene, 'liars', 1), ether('1000'))
  await ask(scene, marketId)
  await report(scene, marketId, { liars: 'NO', honest: 'YES' })
  const after = await market.bondOf(marketId)
  await close(scene, [marketId])
  return { marketId, before, after }
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
  it('A9: one stake of 1,000 ETH makes an appeal cost 100.3 ETH, and the lie stands', async () => {
    const scene = await open()
    const { marketId, before, after } = await pricedOut(scene)
    expect(before).to.equal(ether('0.2'))
    expect(after).to.equal(ether('100.3'))
    expect(await outcomeOf(scene, marketId)).to.equal('No')
    expect(accountOf(scene, 'liars').profit).to.equal(ether('1.5'))
    expect(accountOf(scene, 'honest').profit).to.equal(-ether('0.5'))
  })

  it('A11: an appellant who was right loses the bond of 0.35 ETH where a strike turns the outcome first', async () => {
    const scene = await open()
    const { bond, outcomes } = await rightAppellant(scene)
    expect(outcomes, 'appealed against, and in the end').to.deep.equal(['No', 'Yes'])
    expect(bond).to.equal(ether('0.35'))
    expect(accountOf(scene, 'appellant')).to.deep.include({ putIn: bond, gotOut: 0n })
  })

  it('A18: a void appeal brings back an outcome whose lead a strike has taken since', async () => {
    const scene = await open()
    const { outcomes, yesWeight, noWeight } = await voidedAppeal(scene)
    expect(outcomes, 'appealed, void, and in the end').to.deep.equal(['No', 'Yes', 'Yes'])
    expect(yesWeight, 'nobody leads').to.equal(noWeight)
    expect(accountOf(scene, 'liars').profit).to.equal(ether('1.725'))
    expect(accountOf(scene, 'honest').profit).to.equal(-ether('0.5'))
    expect(accountOf(scene, 'appellant').profit).to.equal(-ether('0.35'))
  })
})
