import { expect } from 'chai'
import { parseEther } from 'ethers'
import { network } from 'hardhat'
import type { IdentityRegistry } from '../../local/ledger/contracts.ts'
import {
  challenge,
  doubleTalkOf,
  expectEmptied,
  hear,
  invalid,
  leafOf,
  no,
  otherRule,
  payouts,
  question,
  type Saying,
  tell,
  tellFalsely,
  toldMarket,
  yes,
} from '../../local/ledger/evidence.ts'
import {
  day,
  deploySystem,
  hour,
  join,
  joinAll,
  Outcome,
  refusalOf,
  requested,
  Status,
  type System,
  settle,
} from '../../local/ledger/market.ts'
import { Bytes, Payout, Proof, Report, Vote } from '../../protocol/index.ts'
import { ownProof } from '../../workers/sentinel/evidence.ts'

const connection = await network.create()
const { networkHelpers } = connection
const fixture = () => deploySystem(connection)
const ether = parseEther

async function escalate(system: System, marketId: bigint, by = system.appellant) {
  const bond = await system.market.bondOf(marketId)
  await system.market.connect(by).escalate(marketId, { value: bond })
  return bond
}

/** An agent that has joined nothing yet. */
async function registered(system: System, number: number) {
  const wallet = system.others[number]!
  const identities = system.identities as unknown as IdentityRegistry
  const agentId = await identities.connect(wallet)['register()'].staticCall()
  await identities.connect(wallet)['register()']()
  return { wallet, agentId }
}

/** An appeal up to its question: bond, joins of `count` fresh agents, request. */
async function appeal(system: System, marketId: bigint, count: number, first: number, by = system.appellant) {
  const bond = await escalate(system, marketId, by)
  await joinAll(system, marketId, count, first)
  await ask(system, marketId)
  return bond
}

async function ask(system: System, marketId: bigint) {
  await system.time.increaseTo((await system.market.getMarket(marketId)).windowEnd)
  return system.market.requestResolution(marketId)
}

type Line = readonly [saying: Vote.Outcome | Vote.Reason, weight: bigint, stake: string]

/** The payout table, with bonds that were lost in the pool and the appellant's reward out of it. */
function expected(ending: Payout.Ending, lines: readonly Line[], bonds: bigint, pool = ether('1')) {
  const stakes = lines.map(([saying, weight, stake]) => ({
    vote: (Vote.outcomes as readonly string[]).includes(saying)
      ? Vote.cast(saying as Vote.Outcome)
      : Vote.none(saying as Vote.Reason),
    weight,
    stake: ether(stake),
  }))
  return Payout.preview(ending, pool + bonds, stakes)
}

describe('an appeal', () => {
  async function market(sayings: readonly Saying[] = [yes, yes, no], reward?: bigint) {
    const system = await networkHelpers.loadFixture(fixture)
    const told = await toldMarket(system, sayings, reward === undefined ? {} : { reward })
    return { system, told, marketId: told.marketId, contract: system.market }
  }

  describe('begins', () => {
    it('with exactly its bond, a tenth of pool and stakes, and again as much with each appeal', async () => {
      const { system, marketId, contract } = await market()
      const bond = ether('0.25')
      expect(await contract.bondOf(marketId)).to.equal(bond)
      for (const value of [0n, bond - 1n, bond + 1n]) {
        await expect(contract.escalate(marketId, { value }))
          .to.be.revertedWithCustomError(contract, 'WrongValue')
          .withArgs(value, bond)
      }
      await appeal(system, marketId, 3, 3)
      await tell(system, marketId, [no, no, no])
      // Pool 1, stakes 3 · 0.5 and 3 · 1.
      expect(await contract.bondOf(marketId)).to.equal(ether('1.1'))
    })

    it('with the least bond where a tenth is less', async () => {
      const { system, marketId, contract } = await market([yes, yes, no], ether('0.001'))
      expect(await contract.bondOf(marketId)).to.equal(ether('0.01'))
      await appeal(system, marketId, 0, 3)
      expect(await contract.bondOf(marketId)).to.equal(ether('0.02'))
    })

    it('and the market stays Resolved: nobody settles it, nobody appeals twice at once', async () => {
      const { system, marketId, contract } = await market()
      const bond = await contract.bondOf(marketId)
      await expect(contract.connect(system.appellant).escalate(marketId, { value: bond }))
        .to.emit(contract, 'MarketEscalated')
        .withArgs(marketId, system.appellant.address, bond, BigInt(await system.time.latest()) + 3_601n)
      const now = await contract.getMarket(marketId)
      expect([now.status, now.outcome, now.isAppealing]).to.deep.equal([Status.Resolved, Outcome.Yes, true])
      const refused = async () => {
        await expect(contract.settle(marketId)).to.be.revertedWithCustomError(contract, 'WrongStatus')
        await expect(
          contract.escalate(marketId, { value: await contract.bondOf(marketId) }),
        ).to.be.revertedWithCustomError(contract, 'NoAppeal')
        await expect(contract.claim(marketId, 0)).to.be.revertedWithCustomError(contract, 'WrongStatus')
        await expect(contract.finalize(marketId)).to.be.revertedWithCustomError(contract, 'WrongStatus')
      }
      await refused()
      await joinAll(system, marketId, 3, 3)
      await system.time.increase(3 * hour)
      await refused()
      await contract.requestResolution(marketId)
      await refused()
      await system.time.increase(3 * hour)
      await refused()
    })

    it('before the end of the window, once there is something to appeal against', async () => {
      const { system, marketId, contract } = await market()
      const bond = await contract.bondOf(marketId)
      const { windowEnd } = await contract.getMarket(marketId)
      await system.time.setNextBlockTimestamp(windowEnd)
      await expect(contract.escalate(marketId, { value: bond }))
        .to.be.revertedWithCustomError(contract, 'TooLate')
        .withArgs(windowEnd)
      const { marketId: next } = await requested(system, 3)
      await expect(contract.escalate(next, { value: bond })).to.be.revertedWithCustomError(
        contract,
        'WrongStatus',
      )
      await settle(system, marketId)
      await expect(contract.escalate(marketId, { value: bond })).to.be.revertedWithCustomError(
        contract,
        'WrongStatus',
      )
    })
  })

  describe('is joined', () => {
    it('by fresh agents only, with twice the stake, while joins are open', async () => {
      const { system, marketId, contract, told } = await market()
      await escalate(system, marketId)
      expect(await contract.stakeOf(marketId)).to.equal(ether('1'))
      for (const { agentId, wallet } of told.workers) {
        await expect(contract.connect(wallet).joinMarket(marketId, agentId, { value: ether('1') }))
          .to.be.revertedWithCustomError(contract, 'AlreadyJoined')
          .withArgs(marketId, agentId)
      }
      const fresh = await join(system, marketId, 3)
      await expect(
        contract.connect(fresh.wallet).joinMarket(marketId, fresh.agentId, { value: ether('1') }),
      ).to.be.revertedWithCustomError(contract, 'AlreadyJoined')
      await expect(join(system, marketId, 4, ether('1') - 1n))
        .to.be.revertedWithCustomError(contract, 'WrongValue')
        .withArgs(ether('1') - 1n, ether('1'))
      const { windowEnd } = await contract.getMarket(marketId)
      await expect(contract.requestResolution(marketId))
        .to.be.revertedWithCustomError(contract, 'TooEarly')
        .withArgs(windowEnd)
      expect((await contract.pendingMarkets(0, 9)).marketIds).to.deep.equal([])
      const { agentId, wallet } = await registered(system, 5)
      const last = await registered(system, 6)
      await system.time.setNextBlockTimestamp(windowEnd - 1n)
      await contract.connect(last.wallet).joinMarket(marketId, last.agentId, { value: ether('1') })
      await system.time.setNextBlockTimestamp(windowEnd)
      await expect(contract.connect(wallet).joinMarket(marketId, agentId, { value: ether('1') }))
        .to.be.revertedWithCustomError(contract, 'TooLate')
        .withArgs(windowEnd)
    })

    it('and asks only them', async () => {
      const { system, marketId, contract, told } = await market()
      await escalate(system, marketId)
      const fresh = await joinAll(system, marketId, 4, 3)
      await expect(ask(system, marketId))
        .to.emit(contract, 'ResolutionRequested')
        .withArgs(marketId, question)
      const asked = await contract.getRound(marketId, 0, 16)
      expect([asked.status, asked.round, asked.n]).to.deep.equal([Status.Requested, 2n, 4n])
      expect(asked.workers.map(({ signer }) => signer)).to.deep.equal(
        fresh.map(({ wallet }) => wallet.address),
      )
      expect((await contract.pendingMarkets(0, 9)).marketIds).to.deep.equal([marketId])
      await expect(join(system, marketId, 8)).to.be.revertedWithCustomError(contract, 'WrongStatus')
      // The report of the round before is none of this one.
      expect(await refusalOf(system, Bytes.toHex(Report.encode(told.report)))).to.equal('WrongRound')
    })
  })

  describe('is lost', () => {
    it('with too few fresh agents: the outcome stands, and the bond goes to who agreed', async () => {
      const { system, marketId, contract, told } = await market()
      const { windowEnd } = await contract.getMarket(marketId)
      const bond = await escalate(system, marketId)
      await joinAll(system, marketId, 2, 3)
      await expect(ask(system, marketId))
        .to.emit(contract, 'AppealEnded')
        .withArgs(marketId, system.appellant.address, false)
      const after = await contract.getMarket(marketId)
      expect([after.outcome, after.isAppealing, after.round]).to.deep.equal([Outcome.Yes, false, 1n])
      expect(after.windowEnd, 'what was left of the window').to.equal(windowEnd)
      await settle(system, marketId)
      const [a, b, c] = told.weights as [bigint, bigint, bigint]
      const table = expected(
        'YES',
        [
          ['YES', a, '0.5'],
          ['YES', b, '0.5'],
          ['NO', c, '0.5'],
        ],
        bond,
      )
      expect(await payouts(system, marketId)).to.deep.equal([...table.workers, ether('1'), ether('1')])
      const { count } = await contract.reputationOf(4n)
      expect(count, 'who was never asked is not remembered').to.equal(0n)
      await expectEmptied(system, marketId)
    })

    it('at the timeout: the outcome stands, and who was asked in vain has its stake', async () => {
      const { system, marketId, contract } = await market()
      await appeal(system, marketId, 3, 3)
      const { requestedAt } = await contract.getMarket(marketId)
      await expect(contract.expire(marketId))
        .to.be.revertedWithCustomError(contract, 'TooEarly')
        .withArgs(requestedAt + BigInt(day))
      const told = await hear(system, marketId, [no, no, no])
      await system.time.increaseTo(requestedAt + BigInt(day))
      const late = { ...told.report, expiresAt: Number(requestedAt) + day + 600 }
      expect(await refusalOf(system, Bytes.toHex(Report.encode(late)))).to.equal('TooLate')
      await contract.expire(marketId)
      expect(await contract.outcomeOf(marketId)).to.equal(Outcome.Yes)
      await contract.settle(marketId)
      expect((await payouts(system, marketId)).slice(3)).to.deep.equal(Array(3).fill(ether('1')))
      await expectEmptied(system, marketId)
    })

    it('without quorum: answers cost nothing, silence does', async () => {
      const { system, marketId, contract, told } = await market()
      const bond = await appeal(system, marketId, 4, 3)
      const early = await hear(system, marketId, [no, no, 'silent', 'silent'])
      expect(await refusalOf(system, Bytes.toHex(Report.encode(early.report)))).to.equal('TooEarly')
      await system.time.increase(hour)
      const before = await contract.getMarket(marketId)
      const fresh = await tell(system, marketId, [no, no, 'silent', 'silent'])
      expect(fresh.outcome).to.equal(null)
      const after = await contract.getMarket(marketId)
      expect([after.outcome, after.yesWeight, after.noWeight, after.isAppealing]).to.deep.equal([
        before.outcome,
        before.yesWeight,
        before.noWeight,
        false,
      ])
      expect(after.windowEnd).to.equal(BigInt(await system.time.latest()) + BigInt(2 * hour))
      // What is in no tally can't be struck out of it.
      await expect(challenge(system, marketId, 3, doubleTalkOf(fresh, 0))).to.be.revertedWithCustomError(
        contract,
        'NotStrikable',
      )
      await settle(system, marketId)
      const [a, b, c] = told.weights as [bigint, bigint, bigint]
      const table = expected(
        'YES',
        [
          ['YES', a, '0.5'],
          ['YES', b, '0.5'],
          ['NO', c, '0.5'],
          ['omitted-unprobed', 0n, '1'],
          ['omitted-unprobed', 0n, '1'],
          ['silent', 0n, '1'],
          ['silent', 0n, '1'],
        ],
        bond,
      )
      expect(await payouts(system, marketId)).to.deep.equal(table.workers)
      expect(await contract.creditOf(system.creator.address)).to.equal(table.creator)
      await expectEmptied(system, marketId)
    })

    it('when it finds the same outcome', async () => {
      const { system, marketId, contract, told } = await market()
      const bond = await appeal(system, marketId, 3, 3)
      const fresh = await tell(system, marketId, [yes, yes, 'silent'])
      await settle(system, marketId)
      const [a, b, c] = told.weights as [bigint, bigint, bigint]
      const table = expected(
        'YES',
        [
          ['YES', a, '0.5'],
          ['YES', b, '0.5'],
          ['NO', c, '0.5'],
          ['YES', fresh.weights[0]!, '1'],
          ['YES', fresh.weights[1]!, '1'],
          ['silent', 0n, '1'],
        ],
        bond,
      )
      expect(await payouts(system, marketId)).to.deep.equal(table.workers)
      const { count, sumRes } = await contract.reputationOf(fresh.round.workers[2]!.agentId)
      expect([count, sumRes]).to.deep.equal([1n, 0n])
      await expectEmptied(system, marketId)
    })
  })

  describe('is won', () => {
    it('with quorum and lead: the bond is back, with half of what the losing side is slashed', async () => {
      const { system, marketId, contract, told } = await market([
        { ...yes, score: 100 },
        { ...no, score: 30 },
        { ...no, score: 31 },
      ])
      const bond = await appeal(system, marketId, 3, 3)
      const fresh = await tell(system, marketId, [no, { ...no, score: 71 }, { ...no, score: 73 }])
      expect(await contract.outcomeOf(marketId)).to.equal(Outcome.No)
      const totals = await contract.getMarket(marketId)
      expect(totals.noWeight).to.equal(
        [...told.weights.slice(1), ...fresh.weights].reduce((sum, weight) => sum + weight),
      )
      await settle(system, marketId)
      const reward = ether('0.125')
      expect(reward < bond).to.equal(true)
      expect(await contract.creditOf(system.appellant.address)).to.equal(bond + reward)
      const table = expected(
        'NO',
        [
          ['YES', told.weights[0]!, '0.5'],
          ['NO', told.weights[1]!, '0.5'],
          ['NO', told.weights[2]!, '0.5'],
          ...fresh.weights.map((weight): Line => ['NO', weight, '1']),
        ],
        -reward,
      )
      expect(await payouts(system, marketId)).to.deep.equal(table.workers)
      expect(await contract.creditOf(system.creator.address)).to.equal(table.creator)
      await expectEmptied(system, marketId)
    })

    it('and earns its bond again at most', async () => {
      const { system, marketId, contract } = await market([yes, yes, yes, yes])
      const bond = await appeal(system, marketId, 6, 4)
      await tell(system, marketId, Array(6).fill(no))
      expect(await contract.outcomeOf(marketId)).to.equal(Outcome.No)
      await settle(system, marketId)
      // Half of 4 · 0.25 would be 0.5.
      expect(bond).to.equal(ether('0.3'))
      expect(await contract.creditOf(system.appellant.address)).to.equal(2n * bond)
      await expectEmptied(system, marketId)
    })

    it('only until a second one changes it back: the first has its bond, and no more', async () => {
      const { system, marketId, contract, told } = await market([yes, yes, no])
      const first = await appeal(system, marketId, 3, 3)
      const second = await tell(system, marketId, [no, no, no])
      expect(await contract.outcomeOf(marketId)).to.equal(Outcome.No)
      const bond = await appeal(system, marketId, 6, 6, system.challenger)
      expect(await contract.stakeOf(marketId)).to.equal(ether('2'))
      const third = await tell(system, marketId, Array(6).fill(yes))
      expect(await contract.outcomeOf(marketId)).to.equal(Outcome.Yes)
      // maxRounds 3: nothing is above this.
      await expect(
        contract.escalate(marketId, { value: await contract.bondOf(marketId) }),
      ).to.be.revertedWithCustomError(contract, 'NoAppeal')
      await settle(system, marketId)
      // Wrong: one of 0.5 and three of 1, by half; and half of that, below the bond.
      const reward = ether('0.875')
      expect(reward < bond).to.equal(true)
      expect(await contract.creditOf(system.appellant.address)).to.equal(first)
      expect(await contract.creditOf(system.challenger.address)).to.equal(bond + reward)
      const table = expected(
        'YES',
        [
          ['YES', told.weights[0]!, '0.5'],
          ['YES', told.weights[1]!, '0.5'],
          ['NO', told.weights[2]!, '0.5'],
          ...second.weights.map((weight): Line => ['NO', weight, '1']),
          ...third.weights.map((weight): Line => ['YES', weight, '2']),
        ],
        -reward,
      )
      expect(await payouts(system, marketId)).to.deep.equal(table.workers)
      await expectEmptied(system, marketId)
    })

    it('only until strikes undo it: the bond is back, and nothing is earned', async () => {
      const { system, marketId, contract } = await market([yes, yes, no])
      const bond = await appeal(system, marketId, 3, 3)
      const fresh = await tell(system, marketId, [no, no, no])
      expect(await contract.outcomeOf(marketId)).to.equal(Outcome.No)
      for (const i of [0, 1, 2]) await challenge(system, marketId, 3 + i, doubleTalkOf(fresh, i))
      expect(await contract.outcomeOf(marketId), 'two against one').to.equal(Outcome.Yes)
      await settle(system, marketId)
      expect(await contract.creditOf(system.appellant.address)).to.equal(bond)
      // The pool, a quarter ether of who was wrong, and three quarters of each struck stake of 1, by halves.
      expect(await payouts(system, marketId)).to.deep.equal([
        ...Array(2).fill(ether('0.5') + (ether('1') + ether('0.25') + 3n * ether('0.75')) / 2n),
        ether('0.25'),
        ...Array(3).fill(0n),
      ])
      await expectEmptied(system, marketId)
    })

    it('against an Invalid by a tie', async () => {
      const { system, marketId, contract } = await market([yes, yes, no, no])
      expect(await contract.outcomeOf(marketId)).to.equal(Outcome.Invalid)
      const bond = await appeal(system, marketId, 3, 4)
      await tell(system, marketId, [yes, yes, yes])
      expect(await contract.outcomeOf(marketId)).to.equal(Outcome.Yes)
      await settle(system, marketId)
      expect(await contract.creditOf(system.appellant.address)).to.equal(bond + ether('0.25'))
      await expectEmptied(system, marketId)
    })

    it('and may bring an Invalid by vote, which slashes nobody', async () => {
      const { system, marketId, contract } = await market([yes, yes, no])
      const bond = await appeal(system, marketId, 4, 3)
      await tell(system, marketId, Array(4).fill(invalid))
      expect(await contract.outcomeOf(marketId)).to.equal(Outcome.Invalid)
      await settle(system, marketId)
      expect(await contract.creditOf(system.appellant.address)).to.equal(bond)
      expect(await payouts(system, marketId)).to.deep.equal([
        ...Array(3).fill(ether('0.5')),
        ...Array(4).fill(ether('1.05')),
      ])
      await expectEmptied(system, marketId)
    })
  })

  describe('against an Invalid by default', () => {
    async function byDefault() {
      const system = await networkHelpers.loadFixture(fixture)
      const { marketId } = await requested(system, 4, { question })
      await system.time.increase(hour)
      await tell(system, marketId, [yes, no, 'silent', 'silent'])
      await system.time.increase(hour)
      const told = await tell(system, marketId, [yes, no, 'silent', 'silent'], { quorum: 3 })
      expect(told.outcome).to.equal(null)
      const { outcome, ending } = await system.market.getMarket(marketId)
      expect([outcome, ending]).to.deep.equal([Outcome.Invalid, 1n])
      return { system, marketId, told, contract: system.market }
    }

    it('brings an outcome, and then those of the first rounds were right or wrong', async () => {
      const { system, marketId, contract, told } = await byDefault()
      const bond = await appeal(system, marketId, 3, 4)
      const fresh = await tell(system, marketId, [yes, yes, yes])
      const after = await contract.getMarket(marketId)
      // The weights of the rounds without quorum are in no tally.
      expect([after.outcome, after.ending, after.yesWeight, after.noWeight]).to.deep.equal([
        Outcome.Yes,
        0n,
        fresh.weights.reduce((sum, weight) => sum + weight),
        0n,
      ])
      await settle(system, marketId)
      const reward = ether('0.125')
      expect(await contract.creditOf(system.appellant.address)).to.equal(bond + reward)
      const table = expected(
        'YES',
        [
          ['YES', told.weights[0]!, '0.5'],
          ['NO', told.weights[1]!, '0.5'],
          ['silent', 0n, '0.5'],
          ['silent', 0n, '0.5'],
          ...fresh.weights.map((weight): Line => ['YES', weight, '1']),
        ],
        -reward,
      )
      expect(await payouts(system, marketId)).to.deep.equal(table.workers)
      await expectEmptied(system, marketId)
    })

    it('has weights of its own: a strike takes them out of the tally, from the first fresh worker on', async () => {
      const { system, marketId, contract } = await byDefault()
      await appeal(system, marketId, 4, 4)
      const fresh = await tell(system, marketId, [yes, { ...yes, score: 71 }, no, { ...yes, score: 73 }])
      const [, second, third, last] = fresh.weights as [bigint, bigint, bigint, bigint]
      await challenge(system, marketId, 4, doubleTalkOf(fresh, 0))
      expect((await contract.getMarket(marketId)).yesWeight).to.equal(second + last)
      await challenge(system, marketId, 7, doubleTalkOf(fresh, 3))
      const after = await contract.getMarket(marketId)
      expect([after.yesWeight, after.noWeight]).to.deep.equal([second, third])
      await settle(system, marketId)
      await expectEmptied(system, marketId)
    })

    it('may come after a strike, which finds no weight in a tally to take away', async () => {
      const { system, marketId, contract, told } = await byDefault()
      await challenge(system, marketId, 0, doubleTalkOf(told, 0))
      const after = await contract.getMarket(marketId)
      expect([after.outcome, after.ending]).to.deep.equal([Outcome.Invalid, 1n])
      expect([after.yesWeight, after.noWeight, after.invalidWeight]).to.deep.equal([0n, 0n, 0n])
      await settle(system, marketId)
      await expectEmptied(system, marketId)
    })

    it('that is lost shares its bond among all who answered; a strike there moves no tally', async () => {
      const { system, marketId, contract, told } = await byDefault()
      const bond = await appeal(system, marketId, 0, 4)
      await challenge(system, marketId, 1, doubleTalkOf(told, 1))
      const after = await contract.getMarket(marketId)
      expect([after.outcome, after.ending]).to.deep.equal([Outcome.Invalid, 1n])
      await settle(system, marketId)
      const table = expected(
        'INVALID-by-default',
        [
          ['YES', told.weights[0]!, '0.5'],
          ['struck', 0n, '0.5'],
          ['silent', 0n, '0.5'],
          ['silent', 0n, '0.5'],
        ],
        0n,
      )
      const [first, ...rest] = table.workers
      expect(await payouts(system, marketId)).to.deep.equal([first! + bond, ...rest])
      expect(await contract.creditOf(system.creator.address)).to.equal(ether('1'))
      await expectEmptied(system, marketId)
    })
  })

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
      expect(after.windowEnd).to.equal(struckAt + BigInt(hour))
      await expect(contract.settle(marketId)).to.be.revertedWithCustomError(contract, 'TooEarly')
      await settle(system, marketId)
      await expectEmptied(system, marketId)
    })

    it('against fresh workers, by their own round and docket', async () => {
      const { system, marketId, contract, told } = await market()
      await appeal(system, marketId, 4, 3)
      const outside: Saying = {
        ...no,
        proof: (parts) => {
          const items = parts.evidence.items.map((item) => ({
            ...item,
            normalized: { ...item.normalized!, observed_at: '2020-01-01T00:00:00Z' },
          }))
          return { ...parts, evidence: { ...parts.evidence, items } }
        },
      }
      const fresh = await tell(system, marketId, [no, no, no, outside])
      const { attestation, proof } = fresh.answers[3]!
      const branch = Proof.branch(proof!, 'evidence', 0)
      const shown = ownProof(fresh.report, attestation, branch)
      await expect(
        challenge(system, marketId, 6, ownProof(told.report, attestation, branch)),
      ).to.be.revertedWithCustomError(system.judge, 'WrongDocket')
      await challenge(system, marketId, 6, shown)
      await challenge(system, marketId, 3, doubleTalkOf(fresh, 0))
      // The round before is struck by its own signatures, and not by those of this one.
      await challenge(system, marketId, 2, doubleTalkOf(told, 2))
      await expect(
        challenge(system, marketId, 0, doubleTalkOf({ ...told, round: { ...told.round, round: 2 } }, 0)),
      ).to.be.revertedWithCustomError(system.judge, 'BadSignature')
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
      await appeal(system, marketId, 3, 4)
      // Three against four, less than a tenth apart: YES stands without a lead.
      const fresh = await tell(system, marketId, [
        { ...no, score: 69 },
        { ...no, score: 69 },
        { ...yes, score: 10 },
      ])
      expect(await contract.outcomeOf(marketId)).to.equal(Outcome.Yes)
      await challenge(system, marketId, 6, doubleTalkOf(fresh, 2))
      expect(await contract.outcomeOf(marketId)).to.equal(Outcome.Yes)
      await settle(system, marketId)
      await expectEmptied(system, marketId)
    })
  })

  describe('whose round is void', () => {
    it('is asked again, with the outcome before it back; then it may be won', async () => {
      const { system, marketId, contract, told } = await market()
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
      const fresh = await tell(system, marketId, [no, no, no, 'silent'])
      expect(await contract.outcomeOf(marketId)).to.equal(Outcome.No)
      await settle(system, marketId)
      const reward = ether('0.25')
      expect(await contract.creditOf(system.appellant.address)).to.equal(bond + reward)
      const table = expected(
        'NO',
        [
          ['YES', told.weights[0]!, '0.5'],
          ['YES', told.weights[1]!, '0.5'],
          ['NO', told.weights[2]!, '0.5'],
          ...fresh.weights.slice(0, 3).map((weight): Line => ['NO', weight, '1']),
          ['silent', 0n, '1'],
        ],
        -reward,
      )
      expect(await payouts(system, marketId)).to.deep.equal(table.workers)
      await expectEmptied(system, marketId)
    })

    it('or lost, and then what it said proves nothing any more', async () => {
      const { system, marketId, contract, told } = await market()
      await appeal(system, marketId, 3, 3)
      const false_ = await tellFalsely(system, marketId, [no, no, no], otherRule)
      const struck = doubleTalkOf(false_, 0)
      await challenge(system, marketId, 3, struck)
      await challenge(system, marketId, 0, leafOf(false_, 1))
      await system.time.increase(day - 60)
      // A strike just before the end keeps a window open, in which the voided round could be shown again.
      await challenge(system, marketId, 0, doubleTalkOf(told, 0))
      await system.time.increase(60)
      await contract.expire(marketId)
      await expect(challenge(system, marketId, 0, leafOf(false_, 1))).to.be.revertedWithCustomError(
        system.judge,
        'WrongDocket',
      )
      const after = await contract.getMarket(marketId)
      expect([after.isAppealing, after.outcome]).to.deep.equal([false, Outcome.Invalid])
      await settle(system, marketId)
      expect(await payouts(system, marketId)).to.deep.equal([
        0n,
        ether('0.5'),
        ether('0.5'),
        0n,
        ether('1'),
        ether('1'),
      ])
      await expectEmptied(system, marketId)
    })

    it('brings back an Invalid by a tie, which nobody leads', async () => {
      const { system, marketId, contract } = await market([yes, yes, no, no])
      await appeal(system, marketId, 3, 4)
      const false_ = await tellFalsely(system, marketId, [yes, yes, yes], otherRule)
      expect(await contract.outcomeOf(marketId)).to.equal(Outcome.Yes)
      await challenge(system, marketId, 0, leafOf(false_, 1))
      const after = await contract.getMarket(marketId)
      expect([after.outcome, after.ending]).to.deep.equal([Outcome.Invalid, 0n])
    })

    it('brings back no outcome that strikes have left without its votes: what leads now stands', async () => {
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
