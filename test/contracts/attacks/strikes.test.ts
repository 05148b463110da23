import { expect } from 'chai'
import { network } from 'hardhat'
import {
  attest,
  doubleTalkOf,
  hear,
  invalid,
  no,
  observe,
  question,
  registerSource,
  type Told,
  yes,
} from '../../../local/ledger/evidence.ts'
import { refusal, waitUntil } from '../../../local/ledger/market.ts'
import { Bytes, Decimal, Report, Wire } from '../../../protocol/index.ts'
import { counterSample, equivocation } from '../../../workers/sentinel/check/evidence.ts'
import * as FirstEdition from './firstEdition.ts'
import {
  accountOf,
  ask,
  attempt,
  close,
  create,
  dustOf,
  enter,
  ether,
  hire,
  hireInto,
  join,
  outcomeOf,
  party,
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

/** Whether the first edition would have taken every worker's whole stake for such a sample. */
const wereStruck = ({ report, answers, round }: Told, value: string, after: number): boolean =>
  answers.every((answered) =>
    FirstEdition.isStruck(report.docket!.rule, answered!.check, {
      observedAt: round.deadline + after,
      value: Decimal.toFixed18(value),
    }),
  )

/** What became of ten stakes of 0.5 in the first edition, where the creator struck them all. */
const struckOnce = () =>
  FirstEdition.settle({
    pool: ether('1'),
    outcome: 'INVALID',
    striker: 'creator',
    seats: [{ of: 'honest', count: 10, said: 'struck', stake: ether('0.5') }],
  })

/** Ten are asked when no sample is out yet, and say so two seconds after the deadline. */
async function honestDoubt(scene: Scene) {
  await registerSource(scene.system)
  const marketId = await create(scene, 'creator', { question })
  await enter(scene, marketId, { honest: 10 })
  await ask(scene, marketId)
  const told = await hear(scene.system, marketId, Array(10).fill(invalid))
  return { told, refused: await refusal(scene.system, Bytes.toHex(Report.encode(told.report))) }
}

/** Seven have seen the sample a minute after the deadline, three have not. */
async function someDoubt(scene: Scene) {
  await registerSource(scene.system)
  const marketId = await create(scene, 'creator', { question })
  await enter(scene, marketId, { quick: 7, slow: 3 })
  await ask(scene, marketId, { after: 60 })
  return speak(scene, marketId, { quick: yes, slow: invalid })
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

/** The source signs two values, of which the workers' own is one; a striker has the other, and a friend has both. */
async function twoSamples(scene: Scene) {
  await registerSource(scene.system)
  const marketId = await create(scene, 'creator', { question })
  await enter(scene, marketId, { honest: 1, others: 3 })
  await ask(scene, marketId, { after: 60 })
  const told = await speak(scene, marketId, { honest: yes, others: yes })
  const own = await sampleOf(scene, told, yes.value!, 40)
  const other = await sampleOf(scene, told, '74000', 40)
  const { sourceKeys } = scene.system
  const { sourceId } = told.report.docket!.rule
  const revoke = () =>
    sourceKeys
      .connect(party(scene, 'friend').purse)
      .revokeByProof(sourceId, own.observedAt, own.value, own.signature, other.value, other.signature)
  const strikeSeat = (seat: number) =>
    attempt(() =>
      strike(
        scene,
        marketId,
        'striker',
        seat,
        counterSample(told.report, told.answers[seat]!.attestation, other),
      ),
    )
  return { marketId, revoke, strikeSeat }
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
  expect(FirstEdition.isEquivocation(attestation, second)).to.equal(true)
  const refused = await attempt(() =>
    strike(scene, marketId, 'striker', 0, equivocation(attestation, second)),
  )
  await close(scene, [marketId])
  return refused
}

/** Two agents of one owner share a wallet, and answer differently, as two agents may; then one of them says two things. */
async function oneWallet(scene: Scene) {
  const marketId = await create(scene, 'creator', { question })
  const [one] = await hire(scene, 'one', 1)
  const other = await hireInto(scene, 'other', one!)
  await join(scene, marketId, [one!, other])
  await enter(scene, marketId, { others: 3 })
  await ask(scene, marketId, { after: 60 })
  const told = await speak(scene, marketId, { one: yes, other: no, others: yes })
  const [first, second] = told.answers.map((answered) => answered!.attestation)
  const strikes = [equivocation(first!, second!), doubleTalkOf(told, 1)]
  const refusals = []
  for (const shown of strikes)
    for (const seat of [0, 1])
      refusals.push(await attempt(() => strike(scene, marketId, 'striker', seat, shown)))
  await close(scene, [marketId])
  return refusals
}

const all = <Value>(value: Value): Value[] => Array(10).fill(value)

describe('strikes on the honest', () => {
  it('A3: a doubt two seconds after the deadline, which cost ten workers all, is not reported: not yet is not Invalid', async () => {
    const before = struckOnce()
    expect([before.get('creator'), before.get('honest')]).to.deep.equal([ether('5'), -ether('5')])
    const scene = await open()
    const { told, refused } = await honestDoubt(scene)
    expect(wereStruck(told, yes.value!, 3_900)).to.equal(true)
    expect(refused).to.deep.equal({ name: 'TooEarly', args: [BigInt(told.round.deadline + 3_900)] })
  })

  it('A3: a sample against ten who found none in time takes votes and no stake: the creator, who got 6.0 for 1, gets 1', async () => {
    const scene = await open()
    const { told: early } = await honestDoubt(scene)
    const told = await speak(scene, early.marketId, { honest: invalid })
    expect(await scene.system.time.latest()).to.be.at.least(told.round.deadline + 3_900)
    expect(wereStruck(told, yes.value!, 3_900)).to.equal(true)
    expect(await strikeAll(scene, told, 'creator', yes.value!, 3_900)).to.deep.equal(all(null))
    await close(scene, [told.marketId])
    expect(await outcomeOf(scene, told.marketId)).to.equal('Invalid')
    expect(accountOf(scene, 'creator')).to.deep.include({ putIn: ether('1'), gotOut: ether('1') })
    expect(accountOf(scene, 'honest')).to.deep.include({ putIn: ether('5'), gotOut: ether('5') })
  })

  it('A3: a sample dated in the future proves nothing, and afterwards costs a doubter what absence costs', async () => {
    const scene = await open()
    const told = await someDoubt(scene)
    const strikes = async () => (await strikeAll(scene, told, 'creator', yes.value!, 3_900)).slice(7)
    expect(await strikes()).to.deep.equal(Array(3).fill('ProvesNothing'))
    await waitUntil(scene.system, told.round.deadline + 3_900)
    expect(await strikes()).to.deep.equal(Array(3).fill(null))
    await close(scene, [told.marketId])
    expect(await outcomeOf(scene, told.marketId)).to.equal('Yes')
    expect(accountOf(scene, 'slow').profit).to.equal(-ether('0.15'))
    expect(accountOf(scene, 'creator').gotOut).to.equal(0n)
  })

  it('A7: a key registered after the report, which took all stakes of an honest round, strikes nobody', async () => {
    const scene = await open()
    const { told, refusals } = await lateKey(scene)
    expect(wereStruck(told, '74000', 30)).to.equal(true)
    expect(refusals).to.deep.equal(all('BadSignature'))
    expect(await outcomeOf(scene, told.marketId)).to.equal('Yes')
    expect(accountOf(scene, 'creator')).to.deep.include({ putIn: ether('1'), gotOut: 0n })
    expect(accountOf(scene, 'honest').profit).to.equal(ether('0.97'))
  })

  it('A10: a source that signs two values, of which a striker kept one back for 0.125 ETH, is revoked by who has both', async () => {
    const scene = await open()
    const { marketId, revoke, strikeSeat } = await twoSamples(scene)
    await revoke()
    expect(await strikeSeat(0)).to.equal('BadSignature')
    await close(scene, [marketId])
    expect(accountOf(scene, 'striker').profit).to.equal(0n)
    expect(accountOf(scene, 'honest', 'others').profit).to.equal(ether('0.97') - dustOf(scene, ether('0.03')))
  })

  it('A10: who strikes before that has trusted the key with one stake; the others’ are safe from then on', async () => {
    const scene = await open()
    const { marketId, revoke, strikeSeat } = await twoSamples(scene)
    expect(await strikeSeat(0)).to.equal(null)
    await revoke()
    for (const seat of [1, 2, 3]) expect(await strikeSeat(seat)).to.equal('BadSignature')
    await close(scene, [marketId])
    expect(await outcomeOf(scene, marketId)).to.equal('Yes')
    expect(accountOf(scene, 'honest').profit).to.equal(-ether('0.5'))
    expect(accountOf(scene, 'striker').profit).to.equal(ether('0.125'))
  })

  it('A13: answers to two different requests, which were called an equivocation, prove nothing', async () => {
    const scene = await open()
    expect(await twoRequests(scene)).to.equal('ProvesNothing')
    expect(accountOf(scene, 'honest', 'others').profit).to.equal(ether('0.97') - dustOf(scene, ether('0.03')))
    expect(accountOf(scene, 'striker').profit).to.equal(0n)
  })

  it('A13: agents with one wallet, whom no such strike could reach, are told apart: each is struck for its own words', async () => {
    const scene = await open()
    const [ofBoth, ofOther] = [Array(2).fill('BadSignature'), ['BadSignature', null]]
    expect(await oneWallet(scene)).to.deep.equal([...ofBoth, ...ofOther])
    expect(accountOf(scene, 'striker').profit).to.equal(ether('0.125'))
    expect(accountOf(scene, 'other').profit).to.equal(-ether('0.5'))
    expect(accountOf(scene, 'one').profit > 0n).to.equal(true)
  })
})
