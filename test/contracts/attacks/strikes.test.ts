import { expect } from 'chai'
import { network } from 'hardhat'
import {
  attest,
  invalid,
  observe,
  question,
  registerSource,
  type Told,
  yes,
} from '../../../local/ledger/evidence.ts'
import { waitUntil } from '../../../local/ledger/market.ts'
import { Decimal, Wire } from '../../../protocol/index.ts'
import { counterSample, equivocation } from '../../../workers/sentinel/evidence.ts'
import {
  accountOf,
  ask,
  attempt,
  close,
  create,
  enter,
  ether,
  outcomeOf,
  type Scene,
  scenesOn,
  speak,
  strike,
} from './scene.ts'

const open = scenesOn(await network.create())

/** A sample that the source signs, so many seconds past the deadline. */
const sampleOf = ({ system }: Scene, told: Told, value: string, after: number) =>
  observe(system, told.report.docket!.rule.sourceId, {
    observedAt: told.round.deadline + after,
    value: Decimal.toFixed18(value),
  })

/** Shows one sample against every worker; gives the refusals, of which null is none. */
async function strikeAll(scene: Scene, told: Told, by: string, value: string, after: number) {
  const sample = await sampleOf(scene, told, value, after)
  const refusals: (string | null)[] = []
  for (const [i, answered] of told.answers.entries()) {
    const shown = counterSample(told.report, answered!.attestation, sample)
    refusals.push(await attempt(() => strike(scene, told.marketId, by, i, shown)))
  }
  return refusals
}

/** Ten are asked when no sample is out yet, and say so two seconds after the deadline. */
async function honestDoubt(scene: Scene) {
  await registerSource(scene.system)
  const marketId = await create(scene, 'creator', { question })
  await enter(scene, marketId, { honest: 10 })
  await ask(scene, marketId)
  const told = await speak(scene, marketId, { honest: invalid })
  expect(await scene.system.time.latest()).to.equal(told.round.deadline + 2)
  return told
}

/** Ten tell the truth, and only then somebody has a key for their source. */
async function lateKey(scene: Scene) {
  const marketId = await create(scene, 'creator', { question })
  await enter(scene, marketId, { honest: 10 })
  await ask(scene, marketId, { after: 60 })
  const told = await speak(scene, marketId, { honest: yes })
  await registerSource(scene.system)
  const refusals = await strikeAll(scene, told, 'creator', '74000', 30)
  await close(scene, [marketId])
  return { told, refusals }
}

/** The source signs two values; the worker's own is one of them, and the striker keeps that to himself. */
async function twoSamples(scene: Scene) {
  await registerSource(scene.system)
  const marketId = await create(scene, 'creator', { question })
  await enter(scene, marketId, { honest: 1, others: 3 })
  await ask(scene, marketId, { after: 60 })
  const told = await speak(scene, marketId, { honest: yes, others: yes })
  const own = await sampleOf(scene, told, yes.value!, 40)
  const other = await sampleOf(scene, told, '74000', 40)
  const { attestation } = told.answers[0]!
  const strikes = [
    counterSample(told.report, attestation, other),
    counterSample(told.report, attestation, other, own.signature),
  ]
  const [first, rescue] = [
    await attempt(() => strike(scene, marketId, 'striker', 0, strikes[0]!)),
    await attempt(() => strike(scene, marketId, 'friend', 0, strikes[1]!)),
  ]
  await close(scene, [marketId])
  return { first, rescue }
}

/** A worker that answers whatever it is asked is asked for something else as well. */
async function twoRequests(scene: Scene) {
  const marketId = await create(scene, 'creator', { question })
  await enter(scene, marketId, { honest: 1, others: 3 })
  await ask(scene, marketId, { after: 60 })
  const told = await speak(scene, marketId, { honest: yes, others: yes })
  const { key, reply, attestation } = told.answers[0]!
  const requestHash = Wire.requestHash({ ...Wire.toResolveRequest(told.round), question: 'And what else?' })
  const answer = { ...reply, evidence: 'To the other request, another answer.' }
  const second = attest(told.round, key, answer, { requestHash })
  expect(second.requestHash).not.to.equal(attestation.requestHash)
  const struck = await attempt(() => strike(scene, marketId, 'striker', 0, equivocation(attestation, second)))
  await close(scene, [marketId])
  return struck
}

const none = Array(10).fill(null)

describe('strikes on the honest', () => {
  it('A3: a sample of an hour later takes all stakes of ten who said that there was none yet', async () => {
    const scene = await open()
    const told = await honestDoubt(scene)
    await waitUntil(scene.system, told.round.deadline + 3_900)
    expect(await strikeAll(scene, told, 'creator', yes.value!, 3_900)).to.deep.equal(none)
    await close(scene, [told.marketId])
    expect(accountOf(scene, 'creator')).to.deep.include({ putIn: ether('1'), gotOut: ether('6') })
    expect(accountOf(scene, 'honest')).to.deep.include({ putIn: ether('5'), gotOut: 0n })
  })

  it('A3: the sample may even be dated in the future', async () => {
    const scene = await open()
    const told = await honestDoubt(scene)
    expect(await strikeAll(scene, told, 'creator', yes.value!, 3_900)).to.deep.equal(none)
    expect(await scene.system.time.latest()).to.be.below(told.round.deadline + 3_900)
  })

  it('A7: a key registered after the report takes all stakes of an honest round', async () => {
    const scene = await open()
    const { told, refusals } = await lateKey(scene)
    expect(refusals).to.deep.equal(none)
    expect(await outcomeOf(scene, told.marketId)).to.equal('Invalid')
    expect(accountOf(scene, 'creator')).to.deep.include({ putIn: ether('1'), gotOut: ether('6') })
    expect(accountOf(scene, 'honest')).to.deep.include({ putIn: ether('5'), gotOut: 0n })
  })

  it('A10: the source’s signature on the worker’s own sample saves nobody: who strikes first leaves it out', async () => {
    const scene = await open()
    const { first, rescue } = await twoSamples(scene)
    expect([first, rescue]).to.deep.equal([null, 'NotStrikable'])
    expect(accountOf(scene, 'honest').profit).to.equal(-ether('0.5'))
    expect(accountOf(scene, 'striker').profit).to.equal(ether('0.125'))
  })

  it('A13: answers to two different requests are called an equivocation', async () => {
    const scene = await open()
    expect(await twoRequests(scene)).to.equal(null)
    expect(accountOf(scene, 'honest').profit).to.equal(-ether('0.5'))
    expect(accountOf(scene, 'striker').profit).to.equal(ether('0.125'))
  })
})
