import { expect } from 'chai'
import { parseEther } from 'ethers'
import { network } from 'hardhat'
import {
  type Change,
  challenge,
  doubleTalk,
  expectEmptied,
  invalid,
  leafOf,
  no,
  observe,
  otherRule,
  payouts,
  question,
  registerSource,
  type Saying,
  tell,
  tellFalsely,
  toldMarket,
  transcriptBranch,
  yes,
} from '../../local/ledger/evidence.ts'
import {
  ask,
  deploySystem,
  joinAll,
  manualQuestion,
  Outcome,
  refusalOf,
  requested,
  Status,
  settle,
} from '../../local/ledger/market.ts'
import { expectTable } from '../../local/ledger/payout.ts'
import { Bytes, Hash, Report, Transcript } from '../../protocol/index.ts'
import { counterSample, equivocation, transcriptProof } from '../../workers/sentinel/check/evidence.ts'

const connection = await network.create()
const { networkHelpers } = connection
const fixture = () => deploySystem(connection)

const ofWorker =
  (index: number, change: (worker: Transcript.Worker) => Transcript.Worker): Change =>
  (transcript) => ({
    ...transcript,
    workers: transcript.workers.map((worker, i) => (i === index ? change(worker) : worker)),
  })

const otherCheck = ofWorker(1, (worker) => ({
  ...worker,
  answer: { ...worker.answer!, check: { ...worker.answer!.check!, value: 1n } },
}))

describe('a leaf of the transcript (kind 4)', () => {
  async function market(change: Change, sayings: readonly Saying[] = [yes, yes, no, 'silent']) {
    const system = await networkHelpers.loadFixture(fixture)
    const { marketId } = await requested(system, sayings.length, { question })
    return { system, marketId, told: await tellFalsely(system, marketId, sayings, change) }
  }

  const lies: [string, Change, number][] = [
    ['another rule', otherRule, 1],
    ['no rule', (transcript) => ({ ...transcript, rule: null }), 1],
    ['another check', otherCheck, 7],
    [
      'another root of a proof',
      ofWorker(1, (worker) => ({
        ...worker,
        answer: { ...worker.answer!, porRoot: Hash.asRoot(`0x${'01'.repeat(32)}`) },
      })),
      7,
    ],
    ['no check', ofWorker(2, (worker) => ({ ...worker, answer: { ...worker.answer!, check: null } })), 11],
    ['the check of another round', (transcript) => ({ ...transcript, round: 2 }), 3],
    ['the check of another market', (transcript) => ({ ...transcript, marketId: 9n }), 3],
    [
      'a check of a worker that the docket has none of',
      (transcript) => ofWorker(3, () => transcript.workers[0]!)(transcript),
      15,
    ],
    [
      'the checks of two workers exchanged',
      (transcript) => ofWorker(1, () => transcript.workers[2]!)(transcript),
      7,
    ],
  ]
  for (const [name, change, index] of lies) {
    it(`SPEC §2: ${name} voids the round`, async () => {
      const { system, marketId, told } = await market(change)
      await expect(challenge(system, marketId, 0, leafOf(told, index)))
        .to.emit(system.market, 'RoundVoided')
        .withArgs(marketId, 1, system.challenger.address)
        .and.to.emit(system.market, 'ResolutionRequested')
        .withArgs(marketId, question)
      expect(await system.market.statusOf(marketId)).to.equal(Status.Requested)
    })
  }

  it('voids a round of five by the last check, whose node moves up a layer without a sibling', async () => {
    const lie = ofWorker(4, (worker) => ({
      ...worker,
      answer: { ...worker.answer!, check: { ...worker.answer!.check!, value: 1n } },
    }))
    const { system, marketId, told } = await market(lie, [yes, yes, no, yes, yes])
    expect(transcriptBranch(told.transcript, 19).siblings.length).to.equal(4)
    expect(transcriptBranch(told.transcript, 15).siblings.length).to.equal(5)
    await challenge(system, marketId, 0, leafOf(told, 19))
    expect(await system.market.statusOf(marketId)).to.equal(Status.Requested)
  })

  it('voids a round of a manual rule whose transcript has a rule or a check', async () => {
    for (const [saying, index] of [
      ['rule', 1],
      ['check', 3],
    ] as const) {
      const system = await networkHelpers.loadFixture(fixture)
      const { marketId } = await requested(system, 3, { question: manualQuestion })
      const check = { observedAt: 1, value: 1n, tier: 3, result: 'YES' as const }
      const rule = { sourceId: Bytes.zero32, op: 1, target: 1n, from: 1, to: 2, readyAt: 2, maxTier: 3 }
      const told = await tellFalsely(system, marketId, [yes, yes, no], (transcript) =>
        saying === 'rule'
          ? { ...transcript, rule }
          : ofWorker(0, (worker) => ({ ...worker, answer: { ...worker.answer!, check } }))(transcript),
      )
      await challenge(system, marketId, 0, leafOf(told, index))
      expect((await system.market.getMarket(marketId)).round).to.equal(2n)
    }
  })

  it('asks the same workers again, slashes nobody, and the next report settles it all', async () => {
    const { system, marketId, told } = await market(otherRule, [yes, yes, no, yes])
    const { market: contract } = system
    // The seat says nothing here.
    await challenge(system, marketId, 99, leafOf(told, 1))
    const voided = await contract.getMarket(marketId)
    expect([voided.outcome, voided.round, voided.seats, voided.appeals]).to.deep.equal([
      Outcome.None,
      2n,
      4n,
      0n,
    ])
    expect([voided.yesWeight, voided.noWeight, voided.invalidWeight]).to.deep.equal([0n, 0n, 0n])
    for (let i = 0; i < 4; i++) {
      const worker = await contract.getWorker(marketId, i)
      expect([worker.vote, worker.reason, worker.resQuality]).to.deep.equal([0n, 0n, 0n])
    }
    expect(await contract.creditOf(system.challenger.address)).to.equal(0n)
    await expect(contract.settle(marketId)).to.be.revertedWithCustomError(contract, 'WrongStatus')
    // The voided report itself is one of a round that is over.
    expect(await refusalOf(system, Bytes.toHex(Report.encode(told.report)))).to.equal('WrongRound')

    const again = await tell(system, marketId, [yes, no, no, 'silent'])
    const after = await contract.getMarket(marketId)
    expect([after.outcome, after.round]).to.deep.equal([Outcome.No, 2n])
    expect([after.yesWeight, after.noWeight]).to.deep.equal([again.weights[0], again.weights[1]! * 2n])
    await settle(system, marketId)
    await expectTable(system, marketId)
    const { count } = await contract.reputationOf(again.round.workers[0]!.agentId)
    expect(count, 'one market, one entry').to.equal(1n)
    await expectEmptied(system, marketId)
  })

  it('leaves who was struck struck: asked again, weighing nothing, and struck only once', async () => {
    const { system, marketId, told } = await market(otherRule, [yes, yes, yes, no, no])
    const { market: contract } = system
    const { one, other } = doubleTalk(told, 0)
    await challenge(system, marketId, 0, equivocation(one, other))
    await challenge(system, marketId, 0, leafOf(told, 1))
    expect((await contract.getWorker(marketId, 0)).reason).to.equal(63n)
    const { workers } = await contract.getRound(marketId, 0, 16)
    expect(workers.map(({ factorBps }) => factorBps)).to.deep.equal([0n, ...Array(4).fill(2_500n)])
    const again = await tell(system, marketId, [yes, yes, yes, no, no])
    expect(again.weights[0]).to.equal(0n)
    expect(again.outcome, 'two against two').to.equal('INVALID')
    const after = await contract.getMarket(marketId)
    expect([after.yesWeight, after.noWeight]).to.deep.equal([again.weights[1]! * 2n, again.weights[3]! * 2n])
    expect((await contract.getWorker(marketId, 0)).reason).to.equal(63n)
    const talk = doubleTalk(again, 0)
    await expect(
      challenge(system, marketId, 0, equivocation(talk.one, talk.other)),
    ).to.be.revertedWithCustomError(contract, 'NotStrikable')
    await settle(system, marketId)
    // By default: any vote shares what the struck one lost, and the pool is the creator's.
    const each = parseEther('0.5') + parseEther('0.375') / 4n
    expect(await payouts(system, marketId)).to.deep.equal([0n, ...Array(4).fill(each)])
    expect(await contract.creditOf(system.creator.address)).to.equal(parseEther('1'))
    await expectTable(system, marketId)
    await expectEmptied(system, marketId)
  })

  it('gives who only lost a doubt another vote', async () => {
    const system = await networkHelpers.loadFixture(fixture)
    await registerSource(system)
    const { marketId } = await requested(system, 4, { question })
    const told = await tellFalsely(system, marketId, [yes, yes, yes, invalid], otherRule)
    const { sourceId } = told.report.docket!.rule
    const seen = await observe(system, sourceId, { observedAt: told.round.deadline, value: 10n ** 24n })
    await challenge(system, marketId, 3, counterSample(told.report, told.answers[3]!.attestation, seen))
    expect((await system.market.getWorker(marketId, 3)).reason).to.equal(36n)
    await challenge(system, marketId, 0, leafOf(told, 1))
    const again = await tell(system, marketId, [no, no, yes, no])
    expect((await system.market.getMarket(marketId)).noWeight).to.equal(again.weights[3]! * 3n)
    expect((await system.market.getWorker(marketId, 3)).vote).to.equal(Outcome.No)
    await settle(system, marketId)
    await expectEmptied(system, marketId)
  })

  it('can void the next round too, each for what it says itself', async () => {
    const { system, marketId, told } = await market(otherRule, [yes, yes, no])
    await challenge(system, marketId, 0, leafOf(told, 1))
    const second = await tellFalsely(system, marketId, [yes, yes, no], otherCheck)
    await expect(challenge(system, marketId, 0, leafOf(told, 1))).to.be.revertedWithCustomError(
      system.judge,
      'WrongDocket',
    )
    await challenge(system, marketId, 0, leafOf(second, 7))
    await tell(system, marketId, [yes, yes, no])
    await settle(system, marketId)
    await expectEmptied(system, marketId)
  })

  it('I2: does not void a round that was never reported, by what was said of the one before', async () => {
    const { system, marketId, told } = await market(otherRule, [yes, yes, no])
    const { market: contract, time, parameters } = system
    await challenge(system, marketId, 0, leafOf(told, 1))
    await time.increase(parameters.resolutionTimeout)
    await contract.expire(marketId)
    expect(await contract.outcomeOf(marketId)).to.equal(Outcome.Invalid)
    await expect(challenge(system, marketId, 0, leafOf(told, 1))).to.be.revertedWithCustomError(
      system.judge,
      'WrongDocket',
    )
    await settle(system, marketId)
    expect(await payouts(system, marketId)).to.deep.equal(Array(3).fill(parseEther('0.5')))
    expect(await contract.creditOf(system.creator.address)).to.equal(parseEther('1'))
    await expectEmptied(system, marketId)
  })

  it('I2: honest leaves of a round without quorum void nothing after the round that repeats it ran out', async () => {
    const system = await networkHelpers.loadFixture(fixture)
    const { market: contract, time, parameters } = system
    const { marketId } = await requested(system, 4, { question })
    const told = await tell(system, marketId, [yes, yes, 'silent', 'silent'])
    expect(told.outcome).to.equal(null)
    await time.increase(parameters.resolutionTimeout)
    await contract.expire(marketId)
    for (const index of [1, 3, 7]) {
      await expect(challenge(system, marketId, 0, leafOf(told, index))).to.be.revertedWithCustomError(
        system.judge,
        'WrongDocket',
      )
    }
    await settle(system, marketId)
    expect(await contract.statusOf(marketId)).to.equal(Status.Invalid)
    await expectEmptied(system, marketId)
  })

  it('SPEC §7: the round after it is no repeat, even where it was one: it needs the quorum of a first round', async () => {
    const system = await networkHelpers.loadFixture(fixture)
    const { market: contract, time, parameters } = system
    const { marketId } = await requested(system, 6, { question })
    const quiet: readonly Saying[] = [yes, yes, yes, 'silent', 'silent', 'silent']
    await tell(system, marketId, quiet)
    expect((await contract.getRound(marketId, 0, 16)).isRepeat).to.equal(true)
    // Three of the three who answered in either round are a quorum of a repeat.
    const told = await tellFalsely(system, marketId, quiet, otherRule)
    expect(await contract.outcomeOf(marketId)).to.equal(Outcome.Yes)
    await challenge(system, marketId, 0, leafOf(told, 1))
    expect((await contract.getRound(marketId, 0, 16)).isRepeat).to.equal(false)
    // Of a first round they are none: it is repeated once more, and ends.
    await tell(system, marketId, quiet)
    expect(await contract.statusOf(marketId)).to.equal(Status.Requested)
    expect((await contract.getRound(marketId, 0, 16)).isRepeat).to.equal(true)
    await time.increase(parameters.resolutionTimeout)
    await contract.expire(marketId)
    await settle(system, marketId)
    await expectEmptied(system, marketId)
  })

  describe('of an appeal', () => {
    /** The truth is No, three lie, and an appeal of three that turns it has a false transcript. */
    async function appealed() {
      const system = await networkHelpers.loadFixture(fixture)
      const told = await toldMarket(system, [yes, yes, yes, no, no])
      const { marketId } = told
      const { market: contract, appellant } = system
      const bond = await contract.bondOf(marketId)
      await contract
        .connect(appellant)
        .escalate(marketId, await contract.outcomeOf(marketId), { value: bond })
      await joinAll(system, marketId, 3, 5)
      await ask(system, marketId)
      const fresh = await tellFalsely(system, marketId, [no, no, no], otherRule)
      expect(await contract.outcomeOf(marketId)).to.equal(Outcome.No)
      return { system, contract, marketId, told, fresh, bond }
    }

    it('A18: the outcome becomes what the totals without it give', async () => {
      const { system, contract, marketId, fresh } = await appealed()
      await expect(challenge(system, marketId, 0, leafOf(fresh, 1)))
        .to.emit(contract, 'RoundVoided')
        .withArgs(marketId, 2, system.challenger.address)
        .and.to.emit(contract, 'OutcomeChanged')
        .withArgs(marketId, Outcome.No, Outcome.Yes)
      const voided = await contract.getMarket(marketId)
      expect([voided.status, voided.round, voided.isAppealing]).to.deep.equal([Status.Resolved, 3n, true])
      expect(voided.yesWeight * 2n).to.equal(voided.noWeight * 3n)
    })

    it('A18: which is Invalid by default where strikes have taken the lead since', async () => {
      const { system, contract, marketId, told, fresh, bond } = await appealed()
      const { one, other } = doubleTalk(told, 0)
      await challenge(system, marketId, 0, equivocation(one, other))
      await challenge(system, marketId, 0, leafOf(fresh, 1))
      const voided = await contract.getMarket(marketId)
      expect(voided.yesWeight).to.equal(voided.noWeight)
      expect([voided.outcome, voided.ending]).to.deep.equal([Outcome.Invalid, 1n])
      await system.time.increase(system.parameters.resolutionTimeout)
      await contract.expire(marketId)
      await settle(system, marketId)
      expect(await contract.statusOf(marketId)).to.equal(Status.Invalid)
      expect(await contract.creditOf(system.appellant.address), 'nobody answered').to.equal(bond)
      await expectTable(system, marketId)
      await expectEmptied(system, marketId)
    })

    it('A18: its workers are asked again, and decide', async () => {
      const { system, contract, marketId, fresh, bond } = await appealed()
      await challenge(system, marketId, 0, leafOf(fresh, 1))
      await tell(system, marketId, [no, no, no])
      expect(await contract.outcomeOf(marketId)).to.equal(Outcome.No)
      await settle(system, marketId)
      // The bond is back, and as the appeal turned the outcome, so is a reward of as much: less than half the slashes.
      expect(await contract.creditOf(system.appellant.address)).to.equal(2n * bond)
      await expectTable(system, marketId, { decidedIn: 1, turnedBy: 'appeal' })
      await expectEmptied(system, marketId)
    })

    it('leaves who was struck in it weighing nothing', async () => {
      const { system, contract, marketId, fresh } = await appealed()
      const { one, other } = doubleTalk(fresh, 0)
      await challenge(system, marketId, 32, equivocation(one, other))
      await challenge(system, marketId, 0, leafOf(fresh, 1))
      const again = await tell(system, marketId, [no, no, no])
      expect(again.weights[0]).to.equal(0n)
      expect((await contract.getWorker(marketId, 32)).reason).to.equal(63n)
      const { yesWeight, noWeight } = await contract.getMarket(marketId)
      expect([yesWeight, noWeight]).to.deep.equal([3n * again.weights[1]!, 4n * again.weights[1]!])
      await settle(system, marketId)
      await expectTable(system, marketId, { decidedIn: 1, turnedBy: 'appeal' })
      await expectEmptied(system, marketId)
    })
  })

  describe('proves nothing', () => {
    it('when the transcript is true: not one of its 4n + 3 leaves voids it', async () => {
      const { system, marketId, told } = await market((transcript) => transcript)
      for (let index = 0; index < Transcript.leafCount(4); index++) {
        await expect(
          challenge(system, marketId, 0, leafOf(told, index)),
          `leaf ${index}`,
        ).to.be.revertedWithCustomError(system.judge, 'ProvesNothing')
      }
      await settle(system, marketId)
      await expectEmptied(system, marketId)
    })

    it('when the transcript of a manual rule is true', async () => {
      const system = await networkHelpers.loadFixture(fixture)
      const told = await toldMarket(system, [yes, yes, no], { question: manualQuestion })
      for (let index = 0; index < Transcript.leafCount(3); index++) {
        await expect(challenge(system, told.marketId, 0, leafOf(told, index))).to.be.revertedWithCustomError(
          system.judge,
          'ProvesNothing',
        )
      }
    })

    it('when only leaves differ that no contract can judge', async () => {
      const lie: Change = (transcript) => ({
        ...ofWorker(0, (worker) => ({ ...worker, agentId: 999 }))(transcript),
        question: 'Another question',
        tally: { ...transcript.tally, yes: 1n },
      })
      const { system, marketId, told } = await market(lie)
      for (const index of [0, 2, 4, 5, 18]) {
        await expect(challenge(system, marketId, 0, leafOf(told, index))).to.be.revertedWithCustomError(
          system.judge,
          'ProvesNothing',
        )
      }
    })

    it('when the branch does not lead to the root, or counts other leaves', async () => {
      const { system, marketId, told } = await market(otherRule)
      const branch = transcriptBranch(told.transcript, 1)
      const bent = [
        { ...branch, siblings: [Bytes.zero32, ...branch.siblings.slice(1)] },
        { ...branch, siblings: branch.siblings.slice(1) },
        { ...branch, siblings: [...branch.siblings, Bytes.zero32] },
        { ...branch, count: branch.count + 4 },
        { ...branch, count: branch.count - 4 },
        { ...branch, index: 3 },
        { ...branch, index: branch.count },
        { ...branch, leaf: '0x00' as const },
      ]
      for (const one of bent) {
        await expect(
          challenge(system, marketId, 0, transcriptProof(told.report, one)),
        ).to.be.revertedWithCustomError(system.judge, 'ProvesNothing')
      }
    })
  })

  it('is refused with another docket or root than the reported one', async () => {
    const { system, marketId, told } = await market(otherRule)
    const branch = transcriptBranch(told.transcript, 1)
    const { docket, roundRoot } = told.report
    const bent = { ...docket!, rule: { ...docket!.rule, to: docket!.rule.to + 1 } }
    for (const reported of [
      { roundRoot, docket: bent },
      { roundRoot, docket: null },
      { roundRoot: Bytes.zero32, docket },
    ]) {
      await expect(
        challenge(system, marketId, 0, transcriptProof(reported, branch)),
      ).to.be.revertedWithCustomError(system.judge, 'WrongDocket')
    }
  })

  it('SPEC §1: is refused from the end of the window on', async () => {
    const { system, marketId, told } = await market(otherRule)
    const { windowEnd } = await system.market.getMarket(marketId)
    await system.time.increaseTo(windowEnd)
    await expect(challenge(system, marketId, 0, leafOf(told, 1)))
      .to.be.revertedWithCustomError(system.market, 'TooLate')
      .withArgs(windowEnd)
  })
})
