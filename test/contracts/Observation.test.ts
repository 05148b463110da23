import { expect } from 'chai'
import { parseEther } from 'ethers'
import { network } from 'hardhat'
import {
  addressOfKey,
  challenge,
  expectEmptied,
  invalid,
  no,
  observe,
  payouts,
  question,
  registerSource,
  type Saying,
  sourceKey,
  type Told,
  tell,
  toldMarket,
  yes,
} from '../../local/ledger/evidence.ts'
import { keyOf } from '../../local/ledger/forwarder.ts'
import {
  ask,
  day,
  deploySystem,
  hour,
  joinAll,
  manualQuestion,
  Outcome,
  Status,
  type System,
  settle,
  waitUntil,
} from '../../local/ledger/market.ts'
import { expectTable } from '../../local/ledger/payout.ts'
import { Decimal, Hash, Question, Rule } from '../../protocol/index.ts'
import { counterSample, type SignedSample } from '../../workers/sentinel/check/evidence.ts'

const connection = await network.create()
const { networkHelpers } = connection

async function fixture() {
  const system = await deploySystem(connection)
  await registerSource(system)
  return system
}

const fixed = Decimal.toFixed18

/** A sample of the source at `after` seconds past the deadline. */
const sample = (system: System, told: Told, value: string, after: number): Promise<SignedSample> =>
  observe(system, told.report.docket!.rule.sourceId, {
    observedAt: told.round.deadline + after,
    value: fixed(value),
  })

const strikeBy = async (system: System, told: Told, worker: number, value: string, after: number) =>
  counterSample(told.report, told.answers[worker]!.attestation, await sample(system, told, value, after))

/** A round of three whose source gets its key so many seconds after the market's creation; 0: in the same block. */
async function keyedAfter(seconds: number) {
  const system = await deploySystem(connection)
  const { market, sourceKeys, creator, ethers, time } = system
  const sourceId = Rule.sourceId(Question.validate(question).rule)
  const created = (await time.latest()) + 100
  const deadline = created + day
  const steps = [
    {
      at: created,
      send: () => market.connect(creator).createMarket(question, deadline, { value: parseEther('1') }),
    },
    { at: created + seconds, send: () => sourceKeys.register(sourceId, addressOfKey(sourceKey)) },
  ].sort((one, other) => one.at - other.at)
  await ethers.provider.send('evm_setAutomine', [false])
  for (const [i, { at, send }] of steps.entries()) {
    await send()
    if (steps[i + 1]?.at === at) continue
    await time.setNextBlockTimestamp(at)
    await networkHelpers.mine()
  }
  await ethers.provider.send('evm_setAutomine', [true])
  await joinAll(system, 1n, 3)
  await ask(system, 1n)
  const told = await tell(system, 1n, [yes, yes, no])
  expect(await sourceKeys.registeredAt(sourceId)).to.equal(told.round.createdAt + seconds)
  return { system, shown: await strikeBy(system, told, 2, '75001', 0) }
}

describe('a counter-observation (kind 1)', () => {
  async function market(sayings: readonly Saying[], options: { question?: string } = {}) {
    const system = await networkHelpers.loadFixture(fixture)
    return { system, told: await toldMarket(system, sayings, options) }
  }

  it('SPEC §2: strikes a worker whose sample the source itself contradicts', async () => {
    const { system, told } = await market([yes, yes, yes, no])
    const { market: contract, challenger } = system
    const before = await contract.getMarket(told.marketId)
    await expect(challenge(system, told.marketId, 3, await strikeBy(system, told, 3, '75000', 40)))
      .to.emit(contract, 'WorkerStruck')
      .withArgs(told.marketId, 3, 1, challenger.address, parseEther('0.125'))
    const after = await contract.getMarket(told.marketId)
    const struck = await contract.getWorker(told.marketId, 3)
    expect([struck.vote, struck.reason, struck.weight]).to.deep.equal([0n, 63n, 0n])
    expect(after.noWeight).to.equal(0n)
    expect([after.yesWeight, after.outcome]).to.deep.equal([before.yesWeight, Outcome.Yes])
    expect(after.windowEnd, 'the outcome is the same').to.equal(before.windowEnd)
    expect(await contract.creditOf(challenger.address)).to.equal(parseEther('0.125'))
  })

  it('C55: says nothing about a high or a low: before a true high, values were lower', async () => {
    const asked = question.replace('metric:price_usd', 'metric:price_usd_high')
    const system = await networkHelpers.loadFixture(fixture)
    await registerSource(system, asked)
    const told = await toldMarket(system, [yes, no, invalid, yes, yes], { question: asked })
    const { rule } = told.report.docket!
    expect([rule.from, rule.to]).to.deep.equal([told.round.createdAt, told.round.deadline])
    for (const [worker, value] of [
      [0, '60000'],
      [1, '80000'],
      [2, '80000'],
    ] as const) {
      for (const observedAt of [rule.from, rule.to - 1, rule.to]) {
        const seen = await observe(system, rule.sourceId, { observedAt, value: fixed(value) })
        const shown = counterSample(told.report, told.answers[worker]!.attestation, seen)
        await expect(challenge(system, told.marketId, worker, shown)).to.be.revertedWithCustomError(
          system.judge,
          'ProvesNothing',
        )
      }
    }
  })

  it('splits a struck stake to the wei, and its worker has zeros to its name', async () => {
    const { system, told } = await market([yes, { ...yes, score: 61 }, { ...yes, score: 83 }, no])
    const { market: contract, creator } = system
    await challenge(system, told.marketId, 3, await strikeBy(system, told, 3, '76000.1', 0))
    await settle(system, told.marketId)
    await expectTable(system, told.marketId)
    expect(await contract.creditOf(creator.address)).to.equal(0n)
    const { count, correct, sumRes } = await contract.reputationOf(told.round.workers[3]!.agentId)
    expect([count, correct, sumRes]).to.deep.equal([1n, 0n, 0n])
    await expectEmptied(system, told.marketId)
  })

  it('tests the lead again: YES becomes NO, and the window grows', async () => {
    const { system, told } = await market([yes, yes, { ...yes, score: 90 }, no, { ...no, score: 75 }])
    const { market: contract, time } = system
    const { windowEnd } = await contract.getMarket(told.marketId)
    await time.increaseTo(windowEnd - 60n)
    const first = challenge(system, told.marketId, 2, await strikeBy(system, told, 2, '74999', 39))
    await expect(first)
      .to.emit(contract, 'OutcomeChanged')
      .withArgs(told.marketId, Outcome.Yes, Outcome.Invalid)
    const changed = await contract.getMarket(told.marketId)
    expect(changed.windowEnd).to.equal(BigInt(await time.latest()) + BigInt(hour))
    const second = challenge(system, told.marketId, 0, await strikeBy(system, told, 0, '74999', 39))
    await expect(second)
      .to.emit(contract, 'OutcomeChanged')
      .withArgs(told.marketId, Outcome.Invalid, Outcome.No)
    expect((await contract.getMarket(told.marketId)).windowEnd).to.equal(
      BigInt(await time.latest()) + BigInt(hour),
    )
    await settle(system, told.marketId)
    expect(await contract.statusOf(told.marketId)).to.equal(Status.Settled)
    await expectEmptied(system, told.marketId)
  })

  it('leaves an earlier end of the window alone where the new one is not later', async () => {
    const { system, told } = await market([yes, yes, no])
    const { market: contract } = system
    const { windowEnd } = await contract.getMarket(told.marketId)
    // Two yes of equal weight against one no: without one of them there is no lead.
    await challenge(system, told.marketId, 0, await strikeBy(system, told, 0, '74999', 39))
    const after = await contract.getMarket(told.marketId)
    expect([after.outcome, after.windowEnd]).to.deep.equal([Outcome.Invalid, windowEnd])
  })

  describe('against an INVALID', () => {
    it('A3: takes the vote by any sample of the window, and neither stake nor reward', async () => {
      const { system, told } = await market([yes, yes, yes, invalid])
      const { market: contract, challenger } = system
      const shown = await strikeBy(system, told, 3, '1', 3_900)
      await waitUntil(system, told.round.deadline + 3_900)
      await expect(challenge(system, told.marketId, 3, shown))
        .to.emit(contract, 'WorkerStruck')
        .withArgs(told.marketId, 3, 1, challenger.address, 0n)
      const refuted = await contract.getWorker(told.marketId, 3)
      expect([refuted.vote, refuted.reason, refuted.weight]).to.deep.equal([0n, 36n, 0n])
      expect((await contract.getMarket(told.marketId)).invalidWeight).to.equal(0n)
      expect(await contract.creditOf(challenger.address)).to.equal(0n)
      await settle(system, told.marketId)
      // Paid like any absence: a tenth, and only because the market was answered.
      expect((await payouts(system, told.marketId))[3]).to.equal(parseEther('0.45'))
      const { count } = await contract.reputationOf(told.round.workers[3]!.agentId)
      expect(count, 'nothing is remembered of it').to.equal(0n)
      await expectTable(system, told.marketId)
      await expectEmptied(system, told.marketId)
    })

    it('A3: leaves the whole stake where the market stays Invalid', async () => {
      const { system, told } = await market([invalid, invalid, invalid])
      for (const worker of [0, 1, 2])
        await challenge(system, told.marketId, worker, await strikeBy(system, told, worker, '75001', 10))
      expect(await system.market.outcomeOf(told.marketId)).to.equal(Outcome.Invalid)
      await settle(system, told.marketId)
      expect(await payouts(system, told.marketId)).to.deep.equal(Array(3).fill(parseEther('0.5')))
      expect(await system.market.creditOf(system.creator.address)).to.equal(parseEther('1'))
      await expectEmptied(system, told.marketId)
    })

    it('turns the outcome that doubt had brought, and the window grows', async () => {
      const { system, told } = await market([invalid, invalid, invalid, yes])
      const { market: contract, time } = system
      const { windowEnd } = await contract.getMarket(told.marketId)
      await time.increaseTo(windowEnd - 60n)
      for (const worker of [0, 1])
        await challenge(system, told.marketId, worker, await strikeBy(system, told, worker, '75001', 10))
      await expect(challenge(system, told.marketId, 2, await strikeBy(system, told, 2, '75001', 10)))
        .to.emit(contract, 'OutcomeChanged')
        .withArgs(told.marketId, Outcome.Invalid, Outcome.Yes)
      expect((await contract.getMarket(told.marketId)).windowEnd).to.equal(
        BigInt(await time.latest()) + BigInt(hour),
      )
      await settle(system, told.marketId)
      await expectTable(system, told.marketId)
      await expectEmptied(system, told.marketId)
    })

    it('is done once: the vote is gone', async () => {
      const { system, told } = await market([yes, yes, yes, invalid])
      const shown = await strikeBy(system, told, 3, '75001', 10)
      await challenge(system, told.marketId, 3, shown)
      await expect(challenge(system, told.marketId, 3, shown))
        .to.be.revertedWithCustomError(system.market, 'NotStrikable')
        .withArgs(3)
    })
  })

  describe('proves nothing', () => {
    const cases: [string, number, string, number][] = [
      ['where the sample is the worker’s own', 3, '74000', 40],
      ['where an earlier sample has the same result', 3, '74999.99', 10],
      ['where the sample is later than the worker’s', 3, '75001', 41],
      ['where the sample is one second before the window', 3, '75001', -1],
      ['where the sample is one second after the window, though the worker saw none', 2, '75001', 3_901],
      ['where a sample before the window is held against an INVALID', 2, '75001', -1],
    ]
    for (const [name, worker, value, after] of cases) {
      it(name, async () => {
        const { system, told } = await market([yes, yes, invalid, no])
        const shown = await strikeBy(system, told, worker, value, after)
        // Late enough that no sample is refused because it is of the future.
        await waitUntil(system, told.round.deadline + 3_910)
        await expect(challenge(system, told.marketId, worker, shown)).to.be.revertedWithCustomError(
          system.judge,
          'ProvesNothing',
        )
      })
    }

    it('but both ends of the window are in it', async () => {
      const { system, told } = await market([yes, yes, invalid, invalid, no])
      await waitUntil(system, told.round.deadline + 3_900)
      await challenge(system, told.marketId, 2, await strikeBy(system, told, 2, '75001', 0))
      await challenge(system, told.marketId, 3, await strikeBy(system, told, 3, '75001', 3_900))
      expect((await system.market.getWorker(told.marketId, 3)).reason).to.equal(36n)
    })

    it('A3: with a sample of the future, to the second', async () => {
      const { system, told } = await market([yes, yes, yes, invalid])
      const shown = await strikeBy(system, told, 3, '75001', 3_000)
      await system.time.setNextBlockTimestamp(told.round.deadline + 2_999)
      await expect(challenge(system, told.marketId, 3, shown)).to.be.revertedWithCustomError(
        system.judge,
        'ProvesNothing',
      )
      await system.time.setNextBlockTimestamp(told.round.deadline + 3_000)
      await challenge(system, told.marketId, 3, shown)
    })
  })

  describe('is refused', () => {
    it('when the source did not sign it: another key, another source, another number, no key at all', async () => {
      const { system, told } = await market([yes, yes, yes, no])
      const { sourceId } = told.report.docket!.rule
      const right = { observedAt: told.round.deadline, value: fixed('75001') }
      const other = Hash.of(`0x${'77'.repeat(32)}`)
      const seen = [
        await observe(system, sourceId, right, keyOf(78)),
        await observe(system, other, right),
        { ...(await observe(system, sourceId, right)), value: fixed('75002') },
        { ...right, signature: '0x' as const },
      ]
      for (const one of seen) {
        const shown = counterSample(told.report, told.answers[3]!.attestation, one)
        await expect(challenge(system, told.marketId, 3, shown)).to.be.revertedWithCustomError(
          system.judge,
          'BadSignature',
        )
      }
    })

    it('when nobody registered a key for the source', async () => {
      const system = await deploySystem(connection)
      const told = await toldMarket(system, [yes, yes, no])
      const shown = await strikeBy(system, told, 2, '75001', 0)
      await expect(challenge(system, told.marketId, 2, shown)).to.be.revertedWithCustomError(
        system.judge,
        'BadSignature',
      )
    })

    for (const [name, seconds] of [
      ['in the block of', 0],
      ['a second after', 1],
    ] as const) {
      it(`A7: when the key was registered ${name} the market’s creation`, async () => {
        const { system, shown } = await keyedAfter(seconds)
        await expect(challenge(system, 1n, 2, shown)).to.be.revertedWithCustomError(
          system.judge,
          'BadSignature',
        )
      })
    }

    it('A7: but not when it was registered a second before it', async () => {
      const { system, shown } = await keyedAfter(-1)
      await challenge(system, 1n, 2, shown)
      expect((await system.market.getWorker(1n, 2)).reason).to.equal(63n)
    })

    it('A10: when the source’s key is revoked, also after the report', async () => {
      const { system, told } = await market([yes, yes, no])
      const shown = await strikeBy(system, told, 2, '75001', 0)
      await system.sourceKeys.revoke(told.report.docket!.rule.sourceId)
      await expect(challenge(system, told.marketId, 2, shown)).to.be.revertedWithCustomError(
        system.judge,
        'BadSignature',
      )
      await settle(system, told.marketId)
      expect((await payouts(system, told.marketId))[2], 'wrong, not struck').to.equal(parseEther('0.25'))
      await expectEmptied(system, told.marketId)
    })

    it('when the docket is not the one reported, or the root', async () => {
      const { system, told } = await market([yes, yes, yes, no])
      const { docket, roundRoot } = told.report
      const { attestation } = told.answers[3]!
      const seen = await sample(system, told, '75001', 0)
      const wider = { ...docket!, rule: { ...docket!.rule, from: docket!.rule.from - 1 } }
      const reports = [
        { roundRoot, docket: wider },
        { roundRoot: Hash.asRoot(`0x${'01'.repeat(32)}`), docket },
        { roundRoot, docket: null },
      ]
      for (const report of reports) {
        const shown = counterSample(report, attestation, seen)
        await expect(challenge(system, told.marketId, 3, shown)).to.be.revertedWithCustomError(
          system.judge,
          'WrongDocket',
        )
      }
    })

    it('when the worker did not sign: another worker’s attestation, or another worker', async () => {
      const { system, told } = await market([yes, yes, no, no])
      const seen = await sample(system, told, '75001', 0)
      const shown = counterSample(told.report, told.answers[2]!.attestation, seen)
      await expect(challenge(system, told.marketId, 3, shown)).to.be.revertedWithCustomError(
        system.judge,
        'BadSignature',
      )
      await expect(challenge(system, told.marketId, 0, shown)).to.be.revertedWithCustomError(
        system.judge,
        'BadSignature',
      )
    })

    it('when a worker is struck a second time', async () => {
      const { system, told } = await market([yes, yes, yes, no])
      const shown = await strikeBy(system, told, 3, '75001', 0)
      await challenge(system, told.marketId, 3, shown)
      await expect(challenge(system, told.marketId, 3, shown))
        .to.be.revertedWithCustomError(system.market, 'NotStrikable')
        .withArgs(3)
      await settle(system, told.marketId)
      await expectEmptied(system, told.marketId)
    })

    it('when the rule is manual: there is no docket', async () => {
      const { system, told } = await market([yes, yes, no], { question: manualQuestion })
      const seen = { observedAt: told.round.deadline, value: 1n, signature: '0x' as const }
      const shown = counterSample(told.report, told.answers[2]!.attestation, seen)
      await expect(challenge(system, told.marketId, 2, shown)).to.be.revertedWithCustomError(
        system.judge,
        'WrongDocket',
      )
    })
  })
})
