import { expect } from 'chai'
import { network } from 'hardhat'
import { hear, invalid, question, yes } from '../../../local/ledger/evidence.ts'
import { refusal, waitUntil } from '../../../local/ledger/market.ts'
import { Bytes, Report } from '../../../protocol/index.ts'
import * as FirstEdition from './firstEdition.ts'
import {
  accountOf,
  ask,
  bet,
  close,
  create,
  dustOf,
  enter,
  ether,
  outcomeOf,
  report,
  type Scene,
  type Scores,
  scenesOn,
  speak,
} from './scene.ts'

const open = scenesOn(await network.create())

/** The scores that the rubric gave a made-up page, and two honest workers who found nothing. */
const fabricated = [65, 49, 39] as const
const doubts = { one: [23, 12, 25], other: [20, 10, 17] } as const

async function fabricate(scene: Scene, scores: Scores) {
  const marketId = await create(scene)
  await enter(scene, marketId, { fabricator: 1, one: 1, other: 1 })
  await ask(scene, marketId)
  await report(scene, marketId, {
    fabricator: { says: 'YES', scores },
    one: { says: 'INVALID', scores: doubts.one },
    other: { says: 'INVALID', scores: doubts.other },
  })
  const { yesWeight, noWeight, invalidWeight } = await scene.system.market.getMarket(marketId)
  await close(scene, [marketId])
  return { marketId, weights: [yesWeight, noWeight, invalidWeight] }
}

/** The truth is Yes, but no sample is out yet. Who bet on No asks after so many seconds; the DON reports 12 seconds later. */
async function askAfter(scene: Scene, seconds: number) {
  const { system } = scene
  const marketId = await create(scene, 'creator', { question })
  await enter(scene, marketId, { honest: 4 })
  await bet(scene, marketId, 'losing bettor', 'NO', ether('0.3'))
  await bet(scene, marketId, 'bettor', 'YES', ether('0.3'))
  await ask(scene, marketId, { after: seconds - 1 })
  const { deadline, requestedAt } = await system.market.getMarket(marketId)
  await waitUntil(system, requestedAt + 11n)
  const { report } = await hear(system, marketId, Array(4).fill(invalid))
  const refused = await refusal(system, Bytes.toHex(Report.encode(report)))
  expect(FirstEdition.isTaken(Number(requestedAt), await system.time.latest())).to.equal(true)
  // A quarter of an hour after the deadline the sample is out.
  await waitUntil(system, deadline + 900n)
  await speak(scene, marketId, { honest: yes })
  await close(scene, [marketId])
  return { marketId, refused, readyAt: BigInt(report.docket!.rule.readyAt) }
}

const tvl = '§question Does Aave hold $1?\n§rule\nsource:defillama:aave\nmetric:tvl\nop:gte\ntarget:1'

/** The sample of a source comes 25 hours after the deadline. */
async function slowSource(scene: Scene) {
  const { system } = scene
  const marketId = await create(scene, 'creator', { question: tvl })
  await enter(scene, marketId, { honest: 4 })
  await ask(scene, marketId)
  const early = await hear(system, marketId, Array(4).fill(invalid))
  const { to, readyAt } = early.report.docket!.rule
  await waitUntil(system, to - 3_600)
  const late = { ...early.report, expiresAt: (await system.time.latest()) + 600 }
  const refused = await refusal(system, Bytes.toHex(Report.encode(late)))
  const { deadline, requestedAt } = await system.market.getMarket(marketId)
  expect(FirstEdition.isTaken(Number(requestedAt), to)).to.equal(false)
  await speak(scene, marketId, { honest: { value: '75120.5', observedAt: to } })
  const after = BigInt(await system.time.latest()) - deadline
  await close(scene, [marketId])
  return { marketId, refused, readyAt: BigInt(readyAt), after: Number(after) }
}

describe('truth, as far as the ledger decides it', () => {
  it('B1: a lone fabricator, who outweighed two honest doubters by 1,330 to 936 for 1 ETH, is one of three', async () => {
    const [yes, ...others] = [fabricated, doubts.one, doubts.other].map((scores) =>
      FirstEdition.weight(scores),
    )
    expect([yes, ...others]).to.deep.equal([1_330n, 521n, 415n])
    expect(FirstEdition.decide({ yes: yes!, no: 0n, invalid: 936n })).to.equal('YES')
    const scene = await open()
    const { marketId, weights } = await fabricate(scene, fabricated)
    expect(weights).to.deep.equal([35_320n, 0n, 32_085n + 31_660n])
    expect(await outcomeOf(scene, marketId)).to.equal('Invalid')
    expect(accountOf(scene, 'fabricator').profit).to.equal(0n)
    expect(accountOf(scene, 'one', 'other').profit).to.equal(ether('0.2') - dustOf(scene, 0n))
  })

  it('B1: and half of one where no page backs it', async () => {
    const [res, , depth] = fabricated
    const scene = await open()
    const { weights } = await fabricate(scene, [res, 0, depth])
    expect(weights[0]).to.equal((30_000n + 45n * 65n + 30n * 39n) / 2n)
    expect(accountOf(scene, 'fabricator').profit).to.equal(0n)
  })

  for (const seconds of [1, 889]) {
    it(`B2: who asks ${seconds} s after the deadline, and made a true market Invalid for gas, decides nothing`, async () => {
      const scene = await open()
      const { marketId, refused, readyAt } = await askAfter(scene, seconds)
      expect(refused).to.deep.equal({ name: 'TooEarly', args: [readyAt] })
      expect(await outcomeOf(scene, marketId)).to.equal('Yes')
      expect(accountOf(scene, 'losing bettor').profit).to.equal(-ether('0.3'))
      expect(accountOf(scene, 'honest').profit).to.equal(ether('0.97'))
    })
  }

  it('B2: where a source has 25 hours, a report that waits for it, refused after 24, is taken', async () => {
    const scene = await open()
    const { marketId, refused, readyAt, after } = await slowSource(scene)
    expect(refused, 'an hour before').to.deep.equal({ name: 'TooEarly', args: [readyAt] })
    expect(after).to.be.within(90_000, 90_010)
    expect(await outcomeOf(scene, marketId)).to.equal('Yes')
    expect(accountOf(scene, 'honest').profit).to.equal(ether('0.97'))
  })
})
