import { expect } from 'chai'
import { network } from 'hardhat'
import { hear, invalid, question, yes } from '../../../local/ledger/evidence.ts'
import { refusalOf, Status, waitUntil } from '../../../local/ledger/market.ts'
import { Bytes, Report } from '../../../protocol/index.ts'
import {
  accountOf,
  ask,
  attempt,
  bet,
  close,
  create,
  enter,
  ether,
  outcomeOf,
  report,
  type Scene,
  scenesOn,
  speak,
  type Word,
} from './scene.ts'

const open = scenesOn(await network.create())

/** The scores that the rubric gave a made-up page, and two honest workers who found nothing. */
const fabricated: Word = { says: 'YES', scores: [65, 49, 39] }
const doubts: Record<string, Word> = {
  one: { says: 'INVALID', scores: [23, 12, 25] },
  other: { says: 'INVALID', scores: [20, 10, 17] },
}

async function fabricate(scene: Scene) {
  const marketId = await create(scene)
  await enter(scene, marketId, { fabricator: 1, one: 1, other: 1 })
  await ask(scene, marketId)
  await report(scene, marketId, { fabricator: fabricated, ...doubts })
  const { yesWeight, noWeight, invalidWeight } = await scene.system.market.getMarket(marketId)
  await close(scene, [marketId])
  return { marketId, weights: [yesWeight, noWeight, invalidWeight] }
}

/** The truth is Yes, but no sample is out yet: whoever bet on No asks at once, or nobody does for a quarter of an hour. */
async function askAfter(scene: Scene, seconds: number) {
  const marketId = await create(scene, 'creator', { question })
  await bet(scene, marketId, 'losing bettor', 'NO', ether('1'))
  await bet(scene, marketId, 'bettor', 'YES', ether('1'))
  await enter(scene, marketId, { honest: 4 })
  const { deadline } = await scene.system.market.getMarket(marketId)
  await ask(scene, marketId, { after: seconds - 1 })
  await waitUntil(scene.system, deadline + BigInt(seconds) + 11n)
  const refused = await attempt(() => speak(scene, marketId, { honest: seconds < 900 ? invalid : yes }))
  const reportedAfter = BigInt(await scene.system.time.latest()) - deadline
  await close(scene, [marketId])
  return { marketId, refused, reportedAfter }
}

const tvl = '§question Does Aave hold $1?\n§rule\nsource:defillama:aave\nmetric:tvl\nop:gte\ntarget:1'

/** The samples of a source may come after the last moment at which a report is taken. */
async function slowSource(scene: Scene) {
  const { system } = scene
  const { market, parameters } = system
  const marketId = await create(scene, 'creator', { question: tvl })
  await enter(scene, marketId, { honest: 4 })
  await ask(scene, marketId)
  const { requestedAt } = await market.getMarket(marketId)
  await waitUntil(system, requestedAt + BigInt(parameters.resolutionTimeout))
  const told = await hear(system, marketId, Array(4).fill(yes))
  const refused = await refusalOf(system, Bytes.toHex(Report.encode(told.report)))
  const { to } = told.report.docket!.rule
  const left = to - (await system.time.latest())
  await market.expire(marketId)
  await close(scene, [marketId])
  return { marketId, refused, left }
}

describe('truth, as far as the ledger decides it', () => {
  it('B1: a lone fabricator outweighs two honest doubters and takes the pool', async () => {
    const scene = await open()
    const { marketId, weights } = await fabricate(scene)
    expect(weights).to.deep.equal([1_330n, 0n, 521n + 415n])
    expect(await outcomeOf(scene, marketId)).to.equal('Yes')
    expect(accountOf(scene, 'fabricator').profit).to.equal(ether('1'))
    expect(accountOf(scene, 'one', 'other').profit).to.equal(0n)
  })

  it('B2: who asks one second after the deadline makes a true market Invalid for gas', async () => {
    const scene = await open()
    const { marketId, refused, reportedAfter } = await askAfter(scene, 1)
    expect(refused).to.equal(null)
    expect(reportedAfter).to.equal(13n)
    expect(await outcomeOf(scene, marketId)).to.equal('Invalid')
    expect(accountOf(scene, 'losing bettor').profit).to.equal(0n)
    expect(accountOf(scene, 'honest').profit).to.equal(ether('0.2'))
  })

  it('B2: the same market, asked for after 902 seconds, is Yes', async () => {
    const scene = await open()
    const { marketId } = await askAfter(scene, 902)
    expect(await outcomeOf(scene, marketId)).to.equal('Yes')
    expect(accountOf(scene, 'losing bettor').profit).to.equal(-ether('1'))
    expect(accountOf(scene, 'honest').profit).to.equal(ether('1'))
  })

  it('B2: where a source has 25 hours, a report that waits for it is refused after 24', async () => {
    const scene = await open()
    const { marketId, refused, left } = await slowSource(scene)
    expect(refused).to.equal('TooLate')
    expect(left).to.be.above(3_000)
    expect(await scene.system.market.statusOf(marketId)).to.equal(Status.Invalid)
    expect(accountOf(scene, 'honest').profit).to.equal(0n)
  })
})
