import { expect } from 'chai'
import { parseEther } from 'ethers'
import { network } from 'hardhat'
import {
  attest,
  challenge,
  doubleTalk,
  expectEmptied,
  invalid,
  keyBehind,
  no,
  payouts,
  type Told,
  tell,
  toldMarket,
  yes,
} from '../../local/ledger/evidence.ts'
import {
  createMarket,
  deploySystem,
  join,
  manualQuestion,
  Outcome,
  requested,
  type System,
  settle,
  treasury,
} from '../../local/ledger/market.ts'
import { expectTable } from '../../local/ledger/payout.ts'
import { Address, Bytes, Hash } from '../../protocol/index.ts'
import { type Attestation, equivocation } from '../../workers/sentinel/check/evidence.ts'

const connection = await network.create()
const { networkHelpers } = connection
const fixture = () => deploySystem(connection)

describe('an equivocation (kind 2)', () => {
  async function market(sayings = [yes, yes, no], options: { question?: string } = {}) {
    const system = await networkHelpers.loadFixture(fixture)
    return { system, told: await toldMarket(system, sayings, options) }
  }

  const shownOf = (told: Told, index: number) => {
    const { one, other } = doubleTalk(told, index)
    return equivocation(one, other)
  }

  it('SPEC §2: two answers of one worker to one round strike it', async () => {
    const { system, told } = await market([yes, yes, yes, no])
    await expect(challenge(system, told.marketId, 3, shownOf(told, 3)))
      .to.emit(system.market, 'WorkerStruck')
      .withArgs(told.marketId, 3, 2, system.challenger.address, parseEther('0.125'))
    await settle(system, told.marketId)
    const { workers } = await expectTable(system, told.marketId)
    expect(workers[3]).to.equal(0n)
    await expectEmptied(system, told.marketId)
  })

  it('needs no docket: it holds under manual rules', async () => {
    const { system, told } = await market([yes, yes, no], { question: manualQuestion })
    await challenge(system, told.marketId, 2, shownOf(told, 2))
    expect((await system.market.getWorker(told.marketId, 2)).reason).to.equal(63n)
    await settle(system, told.marketId)
    await expectEmptied(system, told.marketId)
  })

  it('holds for two defences as well', async () => {
    const { system, told } = await market()
    const { key, reply } = told.answers[1]!
    const over = { phase: 'challenge', checkHash: Bytes.zero32 } as const
    const one = attest(told.round, key, reply, { ...over, responseHash: Hash.of(`0x${'01'.repeat(32)}`) })
    const other = attest(told.round, key, reply, { ...over, responseHash: Hash.of(`0x${'02'.repeat(32)}`) })
    await challenge(system, told.marketId, 1, equivocation(one, other))
    expect((await system.market.getWorker(told.marketId, 1)).reason).to.equal(63n)
  })

  it('takes the weight of any vote: struck Invalids no longer make a market Invalid', async () => {
    const { system, told } = await market([invalid, invalid, yes])
    const [, second, third] = told.weights as [bigint, bigint, bigint]
    expect(told.outcome).to.equal('INVALID')
    const weights = async () => {
      const { yesWeight, noWeight, invalidWeight } = await system.market.getMarket(told.marketId)
      return [yesWeight, noWeight, invalidWeight]
    }
    await challenge(system, told.marketId, 0, shownOf(told, 0))
    expect(await weights()).to.deep.equal([third, 0n, second])
    await challenge(system, told.marketId, 1, shownOf(told, 1))
    expect(await weights()).to.deep.equal([third, 0n, 0n])
    expect(await system.market.outcomeOf(told.marketId)).to.equal(Outcome.Yes)
    await settle(system, told.marketId)
    // The pool less the fee, its own stake, and three quarters of each struck one.
    expect(await payouts(system, told.marketId)).to.deep.equal([0n, 0n, parseEther('2.22')])
    await expectEmptied(system, told.marketId)
  })

  it('takes an outcome back for all votes: YES becomes Invalid when nothing is left', async () => {
    const { system, told } = await market([yes, yes, yes])
    for (const i of [0, 1]) await challenge(system, told.marketId, i, shownOf(told, i))
    expect(await system.market.outcomeOf(told.marketId)).to.equal(Outcome.Yes)
    await challenge(system, told.marketId, 2, shownOf(told, 2))
    expect(await system.market.outcomeOf(told.marketId)).to.equal(Outcome.Invalid)
    await settle(system, told.marketId)
    expect(await payouts(system, told.marketId)).to.deep.equal([0n, 0n, 0n])
    // A quarter of each stake is the challenger's; nobody earned the rest, and it is not the creator's.
    expect(await system.market.creditOf(system.challenger.address)).to.equal(parseEther('0.375'))
    expect(await system.market.creditOf(system.creator.address)).to.equal(parseEther('1'))
    expect(await system.market.creditOf(treasury)).to.equal(parseEther('1.125'))
    await expectEmptied(system, told.marketId)
  })

  describe('C77: of agents that share a wallet', () => {
    async function shared() {
      const system = await networkHelpers.loadFixture(fixture)
      const { marketId, deadline } = await createMarket(system)
      for (const wallet of [0, 0, 1]) await join(system, marketId, wallet)
      await system.time.increaseTo(deadline)
      await system.market.requestResolution(marketId)
      return { system, marketId, told: await tell(system, marketId, [yes, no, yes]) }
    }

    it('A13: the answers of two are told apart, and strike neither', async () => {
      const { system, marketId, told } = await shared()
      const [one, other] = told.answers.map((answer) => answer!.attestation)
      expect(told.answers[0]!.key.privateKey).to.equal(told.answers[1]!.key.privateKey)
      expect(told.round.workers[0]!.agentId).to.not.equal(told.round.workers[1]!.agentId)
      for (const worker of [0, 1])
        await expect(
          challenge(system, marketId, worker, equivocation(one!, other!)),
        ).to.be.revertedWithCustomError(system.judge, 'BadSignature')
      await settle(system, marketId)
      await expectEmptied(system, marketId)
    })

    it('A13: who says two things is struck, and the other is not', async () => {
      const { system, marketId, told } = await shared()
      const shown = shownOf(told, 1)
      await expect(challenge(system, marketId, 0, shown)).to.be.revertedWithCustomError(
        system.judge,
        'BadSignature',
      )
      await challenge(system, marketId, 1, shown)
      const reasons = await Promise.all(
        [0, 1].map(async (seat) => (await system.market.getWorker(marketId, seat)).reason),
      )
      expect(reasons).to.deep.equal([0n, 63n])
      await settle(system, marketId)
      await expectTable(system, marketId)
      await expectEmptied(system, marketId)
    })
  })

  describe('proves nothing', () => {
    async function expectNothing(
      system: System,
      told: Told,
      worker: number,
      pairs: readonly [Attestation, Attestation][],
    ) {
      for (const [one, other] of pairs)
        for (const shown of [equivocation(one, other), equivocation(other, one)])
          await expect(challenge(system, told.marketId, worker, shown)).to.be.revertedWithCustomError(
            system.judge,
            'ProvesNothing',
          )
    }

    it('A13: with the answers to two different requests, in either phase', async () => {
      const { system, told } = await market()
      const { key, reply, attestation } = told.answers[2]!
      const requestHash = Hash.asRequestHash(`0x${'09'.repeat(32)}`)
      const changed = { ...reply, evidence: 'To the other request, another answer.' }
      const defence = { phase: 'challenge', checkHash: Bytes.zero32 } as const
      await expectNothing(system, told, 2, [
        [attestation, attest(told.round, key, changed, { requestHash })],
        [
          attest(told.round, key, reply, defence),
          attest(told.round, key, changed, { ...defence, requestHash }),
        ],
      ])
      await settle(system, told.marketId)
      expect((await payouts(system, told.marketId))[2], 'wrong, not struck').to.equal(parseEther('0.25'))
    })

    it('with one answer signed twice, a phase mixed with another, or a phase that does not exist', async () => {
      const { system, told } = await market()
      const { key, reply, attestation } = told.answers[2]!
      const again = attest(told.round, key, reply, {
        requestHash: Hash.asRequestHash(`0x${'09'.repeat(32)}`),
      })
      const defence = attest(told.round, key, reply, {
        phase: 'challenge',
        responseHash: Hash.of(`0x${'02'.repeat(32)}`),
      })
      const { one, other } = doubleTalk(told, 2)
      const pairs: [Attestation, Attestation][] = [
        [attestation, attestation],
        [attestation, again],
        [attestation, defence],
      ]
      await expectNothing(system, told, 2, pairs)
      // Phases are bytes: any other is spelled by hand.
      for (const phase of [0, 3]) {
        const { evidence } = equivocation(one, other)
        const word = (value: number) => value.toString(16).padStart(64, '0')
        const forged = evidence.replaceAll(
          word(1) + one.requestHash.slice(2),
          word(phase) + one.requestHash.slice(2),
        )
        expect(forged).to.not.equal(evidence)
        await expect(
          challenge(system, told.marketId, 2, { kind: 2, evidence: forged }),
        ).to.be.revertedWithCustomError(system.judge, 'ProvesNothing')
      }
    })
  })

  describe('is refused', () => {
    it('when either signature is for another round, market, contract or chain, or by another key', async () => {
      const { system, told } = await market()
      const { key, reply, attestation } = told.answers[2]!
      const changed = { ...reply, evidence: 'Something else.' }
      const others = [
        attest(told.round, key, changed, { round: 2 }),
        attest(told.round, key, changed, { marketId: 2 }),
        attest(told.round, key, changed, { market: Address.of(`0x${'11'.repeat(20)}`) }),
        attest(told.round, key, changed, { chainId: 1 }),
        attest(told.round, keyBehind(system.challenger.address), changed),
        { ...attest(told.round, key, changed), signature: '0x' as const },
        { ...attest(told.round, key, changed), signature: `0x${'00'.repeat(65)}` as const },
      ]
      for (const other of others) {
        for (const shown of [equivocation(attestation, other), equivocation(other, attestation)]) {
          await expect(challenge(system, told.marketId, 2, shown)).to.be.revertedWithCustomError(
            system.judge,
            'BadSignature',
          )
        }
      }
    })

    it('against another worker than the one that signed', async () => {
      const { system, told } = await market()
      await expect(challenge(system, told.marketId, 1, shownOf(told, 2))).to.be.revertedWithCustomError(
        system.judge,
        'BadSignature',
      )
    })

    it('against another agent than the one that either statement names', async () => {
      const { system, told } = await market()
      const { key, reply, attestation } = told.answers[2]!
      const changed = { ...reply, evidence: 'Something else.' }
      const { agentId } = told.round.workers[1]!
      const other = attest(told.round, key, changed, { agentId })
      for (const shown of [equivocation(attestation, other), equivocation(other, attestation)])
        await expect(challenge(system, told.marketId, 2, shown)).to.be.revertedWithCustomError(
          system.judge,
          'BadSignature',
        )
    })

    it('against a silent worker, whose stake answers for its silence already', async () => {
      const { system, told } = await market([yes, yes, yes, 'silent'] as never)
      const key = keyBehind(told.round.workers[3]!.signer)
      const { reply } = told.answers[0]!
      const one = attest(told.round, key, reply)
      const other = attest(told.round, key, { ...reply, evidence: 'Else.' })
      await expect(challenge(system, told.marketId, 3, equivocation(one, other)))
        .to.be.revertedWithCustomError(system.market, 'NotStrikable')
        .withArgs(3)
    })

    it('against a worker that does not exist, and in a market that does not', async () => {
      const { system, told } = await market()
      await expect(challenge(system, told.marketId, 3, shownOf(told, 2)))
        .to.be.revertedWithCustomError(system.market, 'UnknownWorker')
        .withArgs(told.marketId, 3)
      await expect(challenge(system, 9n, 2, shownOf(told, 2)))
        .to.be.revertedWithCustomError(system.market, 'UnknownMarket')
        .withArgs(9)
    })

    it('when its kind is unknown', async () => {
      const { system, told } = await market()
      const { evidence } = shownOf(told, 2)
      for (const kind of [0, 5, 255]) {
        await expect(challenge(system, told.marketId, 2, { kind, evidence }))
          .to.be.revertedWithCustomError(system.judge, 'UnknownKind')
          .withArgs(kind)
      }
    })

    it('SPEC §1: from the end of the window on, and not a second before', async () => {
      const { system, told } = await market([yes, yes, yes, no])
      const { windowEnd } = await system.market.getMarket(told.marketId)
      const snapshot = await networkHelpers.takeSnapshot()
      await system.time.setNextBlockTimestamp(windowEnd)
      await expect(challenge(system, told.marketId, 3, shownOf(told, 3)))
        .to.be.revertedWithCustomError(system.market, 'TooLate')
        .withArgs(windowEnd)
      await snapshot.restore()
      await system.time.setNextBlockTimestamp(windowEnd - 1n)
      await challenge(system, told.marketId, 3, shownOf(told, 3))
    })

    it('before a report, and after the settlement', async () => {
      const { system, told } = await market()
      const { one, other } = doubleTalk(told, 2)
      const { marketId } = await requested(system, 3)
      await expect(challenge(system, marketId, 2, equivocation(one, other)))
        .to.be.revertedWithCustomError(system.market, 'WrongStatus')
        .withArgs(marketId, 2)
      await settle(system, told.marketId)
      await expect(challenge(system, told.marketId, 2, shownOf(told, 2)))
        .to.be.revertedWithCustomError(system.market, 'WrongStatus')
        .withArgs(told.marketId, 4)
    })
  })
})
