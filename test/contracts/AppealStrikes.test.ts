import { expect } from 'chai'
import { parseEther } from 'ethers'
import { network } from 'hardhat'
import {
  attest,
  challenge,
  doubleTalkOf,
  leafOf,
  no,
  otherRule,
  question,
  type Saying,
  tell,
  tellFalsely,
  toldMarket,
  yes,
} from '../../local/ledger/evidence.ts'
import {
  ask,
  defaultParameters,
  deploySystem,
  hour,
  joinAll,
  Outcome,
  requested,
  Status,
  settle,
} from '../../local/ledger/market.ts'
import { expectEmptied, expectTable, payouts } from '../../local/ledger/payout.ts'
import { Proof } from '../../protocol/index.ts'
import { equivocation, ownProof } from '../../workers/sentinel/check/evidence.ts'
import { appeal, escalate } from '../helpers/appeal.ts'

const connection = await network.create()
const { networkHelpers } = connection
const fixture = () => deploySystem(connection)
const ether = parseEther
const { resolutionTimeout } = defaultParameters

async function market(sayings: readonly Saying[] = [yes, yes, no]) {
  const system = await networkHelpers.loadFixture(fixture)
  const told = await toldMarket(system, sayings)
  return { system, told, marketId: told.marketId, contract: system.market }
}

/** The same answer, by evidence of another time. */
const outsideOf = (saying: Exclude<Saying, 'silent'>): Saying => ({
  ...saying,
  proof: (parts) => {
    const items = parts.evidence.items.map((item) => ({
      ...item,
      normalized: { ...item.normalized!, observed_at: '2020-01-01T00:00:00Z' },
    }))
    return { ...parts, evidence: { ...parts.evidence, items } }
  },
})

describe('an appeal', () => {
  describe('leaves room for strikes', () => {
    it('against the round before it, while agents join and while they are asked', async () => {
      const { system, marketId, contract, told } = await market([yes, yes, yes, no])
      await escalate(system, marketId)
      await challenge(system, marketId, 0, doubleTalkOf(told, 0))
      await joinAll(system, marketId, 3, 4)
      await ask(system, marketId)
      await system.time.increase(5 * hour)
      await challenge(system, marketId, 1, doubleTalkOf(told, 1))
      expect(await contract.outcomeOf(marketId), 'one against one').to.equal(Outcome.Invalid)
      const fresh = await tell(system, marketId, [no, no, yes])
      const after = await contract.getMarket(marketId)
      expect([after.outcome, after.yesWeight]).to.deep.equal([
        Outcome.No,
        told.weights[2]! + fresh.weights[2]!,
      ])
      await settle(system, marketId)
      await expectEmptied(system, marketId)
    })

    it('and what they change stays open as long as ever, should nobody answer the appeal', async () => {
      const { system, marketId, contract, told } = await market()
      await escalate(system, marketId)
      const { windowEnd } = await contract.getMarket(marketId)
      await system.time.increaseTo(windowEnd - 1n)
      await challenge(system, marketId, 0, doubleTalkOf(told, 0))
      const struckAt = BigInt(await system.time.latest())
      expect(await contract.outcomeOf(marketId)).to.equal(Outcome.Invalid)
      await contract.requestResolution(marketId)
      const after = await contract.getMarket(marketId)
      expect(after.isAppealing).to.equal(false)
      const least = BigInt(await system.time.latest()) + BigInt(hour)
      expect(after.windowEnd >= struckAt + BigInt(hour) && after.windowEnd >= least).to.equal(true)
      await expect(contract.settle(marketId)).to.be.revertedWithCustomError(contract, 'TooEarly')
      await settle(system, marketId)
      await expectEmptied(system, marketId)
    })

    it('A20: against the round before it by that round’s docket, once the appeal has one too', async () => {
      const { system, marketId, contract, told } = await market([yes, yes, no, outsideOf(yes)])
      await appeal(system, marketId, 3, 4)
      const fresh = await tell(system, marketId, [no, no, no])
      const { attestation, proof } = told.answers[3]!
      const branch = Proof.branch(proof!, 'evidence', 0)
      await expect(
        challenge(system, marketId, 3, ownProof(fresh.report, attestation, branch)),
      ).to.be.revertedWithCustomError(system.judge, 'WrongDocket')
      await challenge(system, marketId, 3, ownProof(told.report, attestation, branch))
      expect((await contract.getMarket(marketId)).yesWeight).to.equal(told.weights[0]! + told.weights[1]!)
      await settle(system, marketId)
      await expectEmptied(system, marketId)
    })

    it('against fresh workers, by their own round and docket', async () => {
      const { system, marketId, contract, told } = await market()
      await appeal(system, marketId, 4, 3)
      const fresh = await tell(system, marketId, [no, no, no, outsideOf(no)])
      const { attestation, proof } = fresh.answers[3]!
      const branch = Proof.branch(proof!, 'evidence', 0)
      const shown = ownProof(fresh.report, attestation, branch)
      await expect(
        challenge(system, marketId, 35, ownProof(told.report, attestation, branch)),
      ).to.be.revertedWithCustomError(system.judge, 'WrongDocket')
      await challenge(system, marketId, 35, shown)
      await challenge(system, marketId, 32, doubleTalkOf(fresh, 0))
      // The round before is struck by its own signatures, and not by those of this one.
      await challenge(system, marketId, 2, doubleTalkOf(told, 2))
      const { key, reply, attestation: first } = told.answers[0]!
      const { agentId } = told.round.workers[0]!
      const later = attest(
        told.round,
        key,
        { ...reply, evidence: 'Of another round.' },
        { agentId, round: 2 },
      )
      await expect(challenge(system, marketId, 0, equivocation(first, later))).to.be.revertedWithCustomError(
        system.judge,
        'BadSignature',
      )
      const after = await contract.getMarket(marketId)
      expect([after.yesWeight, after.noWeight]).to.deep.equal([
        told.weights[0]! + told.weights[1]!,
        fresh.weights[1]! + fresh.weights[2]!,
      ])
      // Two against two: the lead that there was is gone.
      expect(after.outcome).to.equal(Outcome.Invalid)
      await settle(system, marketId)
      await expectEmptied(system, marketId)
    })

    it('which take away only a lead that there was', async () => {
      const { system, marketId, contract } = await market([yes, yes, yes, no])
      await appeal(system, marketId, 4, 4)
      // Four against four: YES stands without a lead.
      const fresh = await tell(system, marketId, [no, no, no, yes])
      expect(fresh.outcome).to.equal('INVALID')
      expect(await contract.outcomeOf(marketId)).to.equal(Outcome.Yes)
      // Three against four is a lead of a seventh for NO.
      await challenge(system, marketId, 35, doubleTalkOf(fresh, 3))
      expect(await contract.outcomeOf(marketId)).to.equal(Outcome.No)
      // Three against three: the lead that there was is gone.
      await challenge(system, marketId, 32, doubleTalkOf(fresh, 0))
      const after = await contract.getMarket(marketId)
      expect([after.outcome, after.ending]).to.deep.equal([Outcome.Invalid, 1n])
      await settle(system, marketId)
      await expectTable(system, marketId, { decidedIn: 1 })
      await expectEmptied(system, marketId)
    })

    it('but leave an outcome that stood without a lead, where nobody leads afterwards', async () => {
      const { system, marketId, contract } = await market([yes, yes, yes, no, no])
      await appeal(system, marketId, 6, 5)
      // Five against six: less than a tenth, so YES stands.
      const fresh = await tell(system, marketId, [yes, yes, no, no, no, no])
      expect([fresh.outcome, await contract.outcomeOf(marketId)]).to.deep.equal(['INVALID', Outcome.Yes])
      await challenge(system, marketId, 34, doubleTalkOf(fresh, 2))
      const after = await contract.getMarket(marketId)
      expect([after.outcome, after.ending]).to.deep.equal([Outcome.Yes, 0n])
      await settle(system, marketId)
      await expectTable(system, marketId)
      await expectEmptied(system, marketId)
    })
  })

  describe('whose round is void', () => {
    it('is asked again, with the outcome before it back; then it may be won', async () => {
      const { system, marketId, contract } = await market()
      const before = await contract.getMarket(marketId)
      const bond = await appeal(system, marketId, 4, 3)
      const false_ = await tellFalsely(system, marketId, [no, no, no, no], otherRule)
      expect(await contract.outcomeOf(marketId)).to.equal(Outcome.No)
      await challenge(system, marketId, 0, leafOf(false_, 1))
      const voided = await contract.getMarket(marketId)
      expect([voided.status, voided.outcome, voided.isAppealing, voided.round]).to.deep.equal([
        Status.Resolved,
        Outcome.Yes,
        true,
        3n,
      ])
      expect([voided.yesWeight, voided.noWeight]).to.deep.equal([before.yesWeight, before.noWeight])
      const asked = await contract.getRound(marketId, 0, 16)
      expect([asked.status, asked.n]).to.deep.equal([Status.Requested, 4n])
      await expect(contract.settle(marketId)).to.be.revertedWithCustomError(contract, 'WrongStatus')
      await tell(system, marketId, [no, no, no, 'silent'])
      expect(await contract.outcomeOf(marketId)).to.equal(Outcome.No)
      await settle(system, marketId)
      expect(await contract.creditOf(system.appellant.address)).to.equal(bond + ether('0.25'))
      const table = await expectTable(system, marketId, { decidedIn: 1, turnedBy: 'appeal' })
      expect(table.workers[6]).to.equal(ether('0.5'))
      await expectEmptied(system, marketId)
    })

    it('or not answered, and then what it said proves nothing any more', async () => {
      const { system, marketId, contract, told } = await market()
      const bond = await appeal(system, marketId, 3, 3)
      const false_ = await tellFalsely(system, marketId, [no, no, no], otherRule)
      const struck = doubleTalkOf(false_, 0)
      await challenge(system, marketId, 32, struck)
      await challenge(system, marketId, 0, leafOf(false_, 1))
      await system.time.increase(resolutionTimeout - 60)
      // A strike just before the end keeps a window open, in which the voided round could be shown again.
      await challenge(system, marketId, 0, doubleTalkOf(told, 0))
      await system.time.increase(60)
      await contract.expire(marketId)
      await expect(challenge(system, marketId, 0, leafOf(false_, 1))).to.be.revertedWithCustomError(
        system.judge,
        'WrongDocket',
      )
      const after = await contract.getMarket(marketId)
      expect([after.isAppealing, after.outcome, after.ending]).to.deep.equal([false, Outcome.Invalid, 1n])
      await settle(system, marketId)
      await expectTable(system, marketId, { decidedIn: 1 })
      // The two who are left share three quarters of both struck stakes; the bond is back.
      const each = ether('0.5') + (ether('0.375') + ether('0.75')) / 2n
      expect(await payouts(system, marketId)).to.deep.equal([0n, each, each, 0n, ether('1'), ether('1')])
      expect(await contract.creditOf(system.appellant.address)).to.equal(bond)
      await expectEmptied(system, marketId)
    })

    it('brings back an Invalid by a tie, which nobody leads', async () => {
      const { system, marketId, contract } = await market([yes, yes, no, no])
      await appeal(system, marketId, 3, 4)
      const false_ = await tellFalsely(system, marketId, [yes, yes, yes], otherRule)
      expect(await contract.outcomeOf(marketId)).to.equal(Outcome.Yes)
      await challenge(system, marketId, 0, leafOf(false_, 1))
      const after = await contract.getMarket(marketId)
      expect([after.outcome, after.ending]).to.deep.equal([Outcome.Invalid, 1n])
      await tell(system, marketId, [yes, yes, yes])
      await settle(system, marketId)
      await expectTable(system, marketId, { decidedIn: 1, turnedBy: 'appeal' })
      await expectEmptied(system, marketId)
    })

    it('A18: brings back no outcome that strikes have left without its votes: what leads now stands', async () => {
      const { system, marketId, contract, told } = await market([yes, yes, no])
      await appeal(system, marketId, 3, 3)
      const false_ = await tellFalsely(system, marketId, [yes, yes, yes], otherRule)
      for (const i of [0, 1]) await challenge(system, marketId, i, doubleTalkOf(told, i))
      expect(await contract.outcomeOf(marketId)).to.equal(Outcome.Yes)
      await challenge(system, marketId, 0, leafOf(false_, 1))
      const after = await contract.getMarket(marketId)
      expect([after.outcome, after.yesWeight, after.noWeight]).to.deep.equal([
        Outcome.No,
        0n,
        told.weights[2],
      ])
    })

    it('A18: leaves standing what an earlier appeal had left without a lead, as if nobody had answered this one', async () => {
      const { system, marketId, contract } = await market([yes, yes, yes])
      await appeal(system, marketId, 3, 3)
      await tell(system, marketId, [no, no, no])
      expect(await contract.outcomeOf(marketId), 'three against three').to.equal(Outcome.Yes)
      await appeal(system, marketId, 3, 6)
      const false_ = await tellFalsely(system, marketId, [yes, yes, yes], otherRule)
      await challenge(system, marketId, 0, leafOf(false_, 1))
      const after = await contract.getMarket(marketId)
      expect([after.outcome, after.ending, after.isAppealing]).to.deep.equal([Outcome.Yes, 0n, true])
      await tell(system, marketId, [yes, yes, yes])
      expect(await contract.outcomeOf(marketId)).to.equal(Outcome.Yes)
      await settle(system, marketId)
      await expectTable(system, marketId, { decidedIn: 0 })
      await expectEmptied(system, marketId)
    })

    it('keeps its seats, and who was struck in it is asked again and weighs nothing', async () => {
      const { system, marketId, contract } = await market()
      await appeal(system, marketId, 4, 3)
      const false_ = await tellFalsely(system, marketId, [no, no, no, no], otherRule)
      await challenge(system, marketId, 33, doubleTalkOf(false_, 1))
      const before = await contract.getRound(marketId, 0, 16)
      await challenge(system, marketId, 0, leafOf(false_, 1))
      const after = await contract.getRound(marketId, 0, 16)
      expect(after.workers.map(({ agentId }) => agentId)).to.deep.equal(
        before.workers.map(({ agentId }) => agentId),
      )
      expect(after.workers.map(({ factorBps }) => factorBps)).to.deep.equal([2_500n, 0n, 2_500n, 2_500n])
      const fresh = await tell(system, marketId, [no, no, no, no])
      expect((await contract.getMarket(marketId)).noWeight).to.equal(
        [0, 2, 3].reduce((sum, i) => sum + fresh.weights[i]!, 37_000n),
      )
      expect((await contract.getWorker(marketId, 33)).reason).to.equal(63)
      await settle(system, marketId)
      await expectTable(system, marketId, { decidedIn: 1, turnedBy: 'appeal' })
      await expectEmptied(system, marketId)
    })

    it('while a round that an appeal is about is the appeal’s to decide', async () => {
      const system = await networkHelpers.loadFixture(fixture)
      const { marketId } = await requested(system, 3, { question })
      const false_ = await tellFalsely(system, marketId, [yes, yes, no], otherRule)
      await escalate(system, marketId)
      await expect(challenge(system, marketId, 0, leafOf(false_, 1))).to.be.revertedWithCustomError(
        system.market,
        'NoAppeal',
      )
      await ask(system, marketId)
      await expect(challenge(system, marketId, 0, leafOf(false_, 1))).to.be.revertedWithCustomError(
        system.judge,
        'WrongDocket',
      )
      await settle(system, marketId)
      await expectEmptied(system, marketId)
    })
  })
})
