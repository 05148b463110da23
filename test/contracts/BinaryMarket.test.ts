import { expect } from 'chai'
import * as fc from 'fast-check'
import { network } from 'hardhat'
import { budget } from '../helpers/budget.ts'

const { ethers, networkHelpers } = await network.create()
const { time, loadFixture } = networkHelpers

const Status = { None: 0, Open: 1, Requested: 2, Resolved: 3, Settled: 4, Finalized: 5, Invalid: 6 }
const Outcome = { None: 0, Yes: 1, No: 2, Invalid: 3 }
const Result = { Open: 0, Yes: 1, No: 2, Refund: 3 }

const margin = 600
const id = 7n
const pool = 1_000n
const whole = 10_000
// 18 of 32 seats make an outcome; each would lose half of its stake.
const stake = 2_000n
const limit = 18_000n
const ether = 10n ** 18n
const noToken = ethers.ZeroAddress

async function deploy() {
  const [alice, bob, carol, dave] = await ethers.getSigners()
  const market = await ethers.deployContract('SettableMarket')
  await market.setParameters!(32, 1_000, 5_000)
  const args = [await market.getAddress(), noToken, whole, margin, ether]
  const bets = await ethers.deployContract('BinaryMarket', args)
  const deadline = (await time.latest()) + 86_400
  const open = async (on: bigint, until = deadline, each = stake) => {
    await market.open!(on, pool, until, '§question Will it rain?')
    await market.staff!(on, 32, each)
  }
  await open(id)
  const bet = (who: typeof alice, side: number, value: bigint, on = id) =>
    bets.connect(who!).bet(on, side, value, { value })
  const end = (status: number, outcome: number, on = id) => market.move!(on, status, outcome)
  return { market, bets, deadline, open, bet, end, alice: alice!, bob: bob!, carol: carol!, dave: dave! }
}

/** Alice 100 and Carol 50 on Yes, Bob 301 on No. */
async function withBets() {
  const fixture = await deploy()
  const { bet, alice, bob, carol } = fixture
  await bet(alice, Outcome.Yes, 100n)
  await bet(carol, Outcome.Yes, 50n)
  await bet(bob, Outcome.No, 301n)
  return fixture
}

describe('constructor', () => {
  const deployWith = async (changes: { token?: string; bps?: number; margin?: number; units?: bigint }) => {
    const market = await ethers.deployContract('SettableMarket')
    const { token = noToken, bps = whole, units = ether } = changes
    const args = [await market.getAddress(), token, bps, changes.margin ?? margin, units]
    return ethers.deployContract('BinaryMarket', args)
  }

  it('bounds what may be bet to the whole of what a wrong outcome costs', async () => {
    const { bets } = await loadFixture(deploy)
    await expect(deployWith({ bps: 10_001 }))
      .to.be.revertedWithCustomError(bets, 'BadMaxBets')
      .withArgs(10_001)
    for (const bps of [0, 1, 10_000]) expect(await (await deployWith({ bps })).maxBetsBps()).to.equal(bps)
  })

  it('bounds the closing margin from a minute to a day', async () => {
    const { bets } = await loadFixture(deploy)
    for (const wrong of [59, 86_401]) {
      await expect(deployWith({ margin: wrong }))
        .to.be.revertedWithCustomError(bets, 'BadClosingMargin')
        .withArgs(wrong)
    }
    for (const right of [60, 86_400])
      expect(await (await deployWith({ margin: right })).closingMargin()).to.equal(right)
  })

  it('takes ether at its own worth, or a token that is there at the worth it is given', async () => {
    const { bets, market, alice } = await loadFixture(deploy)
    const coin = await ethers.deployContract('Coin')
    const token = await coin.getAddress()
    for (const units of [0n, 1n, ether - 1n, ether + 1n])
      await expect(deployWith({ units })).to.be.revertedWithCustomError(bets, 'BadUnits').withArgs(units)
    for (const units of [0n, 2n ** 128n])
      await expect(deployWith({ token, units })).to.be.revertedWithCustomError(bets, 'BadUnits')
    await expect(deployWith({ token: alice.address }))
      .to.be.revertedWithCustomError(bets, 'BadToken')
      .withArgs(alice.address)
    for (const units of [1n, 3_000_000_000n, 2n ** 128n - 1n]) {
      const deployed = await deployWith({ token, units })
      expect(await deployed.token()).to.equal(token)
      expect(await deployed.unitsPerEther()).to.equal(units)
    }
    expect([await bets.token(), await bets.unitsPerEther()]).to.deep.equal([noToken, ether])
    expect(await bets.market()).to.equal(await market.getAddress())
  })
})

describe('bet', () => {
  it('S1x-14: adds up what each bets on each side', async () => {
    const { bets, bet, alice, bob } = await loadFixture(deploy)
    await expect(bet(alice, Outcome.Yes, 10n))
      .to.emit(bets, 'BetPlaced')
      .withArgs(id, alice.address, Outcome.Yes, 10)
    await bet(alice, Outcome.Yes, 5n)
    await bet(alice, Outcome.No, 3n)
    await bet(bob, Outcome.No, 20n)
    expect(await bets.betOf(id, alice.address)).to.deep.equal([15, 3])
    expect(await bets.betOf(id, bob.address)).to.deep.equal([0, 20])
    expect(await bets.bookOf(id)).to.deep.equal([15, 23, 0, 0, Result.Open])
    expect(await ethers.provider.getBalance(bets)).to.equal(38)
    expect(await bets.owed()).to.equal(38)
  })

  it('refuses a side other than Yes and No, and no money', async () => {
    const { bets, bet, alice } = await loadFixture(deploy)
    for (const side of [Outcome.None, Outcome.Invalid])
      await expect(bet(alice, side, 1n))
        .to.be.revertedWithCustomError(bets, 'BadSide')
        .withArgs(side)
    await expect(bet(alice, Outcome.Yes, 0n)).to.be.revertedWithCustomError(bets, 'NoMoney')
  })

  it('takes exactly the ether that it is told of', async () => {
    const { bets } = await loadFixture(deploy)
    for (const value of [0n, 9n, 11n]) {
      await expect(bets.bet(id, Outcome.Yes, 10, { value }))
        .to.be.revertedWithCustomError(bets, 'WrongValue')
        .withArgs(value, 10)
    }
  })

  it('S1x-14: closes before answers can start, to the second', async () => {
    const { bets, bet, deadline, alice } = await loadFixture(deploy)
    await time.setNextBlockTimestamp(deadline - margin - 1)
    await bet(alice, Outcome.Yes, 1n)
    expect(await bets.roomFor(id)).to.equal(limit - 1n)
    await time.setNextBlockTimestamp(deadline - margin)
    await expect(bet(alice, Outcome.Yes, 1n))
      .to.be.revertedWithCustomError(bets, 'BetsClosed')
      .withArgs(id)
    await networkHelpers.mine()
    expect(await bets.roomFor(id)).to.equal(0)
  })

  it('S1x-14: takes bets on an open market only', async () => {
    const { bets, bet, end, alice } = await loadFixture(deploy)
    for (const status of Object.values(Status).filter((status) => status !== Status.Open)) {
      await end(status, Outcome.None)
      await expect(bet(alice, Outcome.Yes, 1n), String(status))
        .to.be.revertedWithCustomError(bets, 'BetsClosed')
        .withArgs(id)
      expect(await bets.roomFor(id)).to.equal(0)
    }
    expect(await bets.roomFor(8)).to.equal(0)
    await expect(bet(alice, Outcome.Yes, 1n, 8n))
      .to.be.revertedWithCustomError(bets, 'BetsClosed')
      .withArgs(8)
  })

  it('takes no bets on a market whose deadline is too near from the start', async () => {
    const { bets, open, bet, alice } = await loadFixture(deploy)
    await open(8n, (await time.latest()) + margin)
    await expect(bet(alice, Outcome.Yes, 1n, 8n)).to.be.revertedWithCustomError(bets, 'BetsClosed')
  })

  it('bounds both sides together by what a wrong outcome costs, to the wei', async () => {
    const { bets, bet, alice, bob } = await loadFixture(deploy)
    expect(await bets.roomFor(id)).to.equal(limit)
    await expect(bet(alice, Outcome.Yes, limit + 1n))
      .to.be.revertedWithCustomError(bets, 'TooMuch')
      .withArgs(limit + 1n, limit)
    await bet(alice, Outcome.Yes, limit - 10n)
    expect(await bets.roomFor(id)).to.equal(10)
    await expect(bet(bob, Outcome.No, 11n))
      .to.be.revertedWithCustomError(bets, 'TooMuch')
      .withArgs(11, 10)
    await bet(bob, Outcome.No, 10n)
    await expect(bet(bob, Outcome.Yes, 1n))
      .to.be.revertedWithCustomError(bets, 'TooMuch')
      .withArgs(1, 0)
  })

  it('SPEC 3: 2, 3, 6 and 18 of 3, 5, 10 and 32 seats make a wrong outcome; more agents have no more seats', async () => {
    const { bets, market } = await loadFixture(deploy)
    for (const [joined, makers] of [
      [0, 0n],
      [1, 1n],
      [3, 2n],
      [5, 3n],
      [10, 6n],
      [32, 18n],
      [33, 18n],
      [65_535, 18n],
    ] as const) {
      await market.staff!(id, joined, stake)
      expect(await bets.roomFor(id), String(joined)).to.equal(makers * 1_000n)
    }
    await market.setParameters!(5, 1_000, 5_000)
    expect(await bets.roomFor(id)).to.equal(3_000)
    await market.setParameters!(5, 5_000, 5_000)
    expect(await bets.roomFor(id)).to.equal(4_000)
    await market.setParameters!(5, 5_000, 0)
    expect(await bets.roomFor(id)).to.equal(0)
  })

  it('SPEC 3: counts who has joined when a bet is placed: who leaves later takes the room along, not the bets', async () => {
    const { bets, market, bet, alice } = await loadFixture(deploy)
    await market.staff!(id, 3, stake)
    await bet(alice, Outcome.Yes, 2_000n)
    await market.staff!(id, 5, stake)
    await bet(alice, Outcome.Yes, 1_000n)
    await market.staff!(id, 3, stake)
    expect(await bets.roomFor(id)).to.equal(0)
    await expect(bet(alice, Outcome.No, 1n))
      .to.be.revertedWithCustomError(bets, 'TooMuch')
      .withArgs(1, 0)
    expect(await bets.betOf(id, alice.address)).to.deep.equal([3_000, 0])
  })

  it('takes the part of it that the deployer allows, and each division rounds down', async () => {
    const { market } = await loadFixture(deploy)
    const at = await market.getAddress()
    const roomAt = async (bps: number) =>
      (await ethers.deployContract('BinaryMarket', [at, noToken, bps, margin, ether])).roomFor(id)
    expect(await roomAt(0)).to.equal(0)
    expect(await roomAt(2_500)).to.equal(4_500)
    // A seat loses 999 of 1,999, so three of five lose 2,997; 1 in 10,000 of it is less than a wei.
    await market.staff!(id, 5, 1_999)
    expect(await roomAt(10_000)).to.equal(2_997)
    expect(await roomAt(5_000)).to.equal(1_498)
    expect(await roomAt(1)).to.equal(0)
  })

  it('bounds what the largest pool and the dearest token allow too: a book counts in 128 bits', async () => {
    const { market, open } = await loadFixture(deploy)
    const coin = await ethers.deployContract('Coin')
    const most = 2n ** 128n - 1n
    const args = [await market.getAddress(), await coin.getAddress(), whole, margin, most]
    const bets = await ethers.deployContract('BinaryMarket', args)
    await open(9n, (await time.latest()) + 86_400, 2n ** 97n)
    expect(await bets.roomFor(9)).to.equal(most)
    await coin.mint!(await (await ethers.getSigners())[0]!.getAddress(), most - 1_000n)
    await coin.approve!(await bets.getAddress(), most)
    await bets.bet(9, Outcome.Yes, most - 1n)
    await bets.bet(9, Outcome.No, 1)
    expect(await bets.roomFor(9)).to.equal(0)
    await market.move!(9, Status.Finalized, Outcome.Yes)
    await bets.settle(9)
    await bets.claim(9, (await ethers.getSigners())[1]!.address)
    expect(await bets.owed()).to.equal(0)
  })
})

describe('settle', () => {
  it('S0-68: waits until the market is Finalized or Invalid', async () => {
    const { bets, end } = await loadFixture(withBets)
    for (const status of [Status.None, Status.Open, Status.Requested, Status.Resolved, Status.Settled]) {
      await end(status, Outcome.Yes)
      await expect(bets.settle(id), String(status))
        .to.be.revertedWithCustomError(bets, 'NotFinal')
        .withArgs(id)
    }
  })

  it('S1x-14: names the winning side, by anyone, once', async () => {
    for (const [outcome, result, shares] of [
      [Outcome.Yes, Result.Yes, 150n],
      [Outcome.No, Result.No, 301n],
    ] as const) {
      const { bets, end, dave } = await loadFixture(withBets)
      await end(Status.Finalized, outcome)
      await expect(bets.connect(dave).settle(id)).to.emit(bets, 'BetsSettled').withArgs(id, result)
      const book = await bets.bookOf(id)
      expect([book.result, book.pot, book.shares]).to.deep.equal([BigInt(result), 451n, shares])
      await expect(bets.settle(id)).to.be.revertedWithCustomError(bets, 'AlreadySettled').withArgs(id)
    }
  })

  it('S1x-14: refunds an Invalid, whatever outcome stands beside it', async () => {
    for (const outcome of Object.values(Outcome)) {
      const { bets, end } = await loadFixture(withBets)
      await end(Status.Invalid, outcome)
      await expect(bets.settle(id)).to.emit(bets, 'BetsSettled').withArgs(id, Result.Refund)
    }
  })

  it('refunds a final market that says neither Yes nor No', async () => {
    for (const outcome of [Outcome.None, Outcome.Invalid]) {
      const { bets, end } = await loadFixture(withBets)
      await end(Status.Finalized, outcome)
      await expect(bets.settle(id)).to.emit(bets, 'BetsSettled').withArgs(id, Result.Refund)
    }
  })

  it('S1x-14: refunds where nobody bet on the winning side', async () => {
    for (const [bettor, outcome] of [
      [Outcome.Yes, Outcome.No],
      [Outcome.No, Outcome.Yes],
    ] as const) {
      const { bets, bet, end, alice } = await loadFixture(deploy)
      await bet(alice, bettor, 10n)
      await end(Status.Finalized, outcome)
      await expect(bets.settle(id)).to.emit(bets, 'BetsSettled').withArgs(id, Result.Refund)
      await expect(bets.claim(id, alice.address)).to.changeEtherBalance(ethers, bets, -10)
    }
  })

  it('settles a market without bets', async () => {
    const { bets, end, alice } = await loadFixture(deploy)
    await end(Status.Finalized, Outcome.Yes)
    await expect(bets.settle(id)).to.emit(bets, 'BetsSettled').withArgs(id, Result.Refund)
    await expect(bets.claim(id, alice.address)).to.be.revertedWithCustomError(bets, 'NothingToClaim')
  })
})

describe('claim', () => {
  it('S1x-14: shares all bets among the winners, to the wei; the last gets what rounding left', async () => {
    const { bets, end, alice, bob, carol } = await loadFixture(withBets)
    await end(Status.Finalized, Outcome.Yes)
    await bets.settle(id)
    // 451 · 50/150 = 150.33…, then what is left.
    expect(await bets.claimable(id, carol.address)).to.equal(150)
    await expect(bets.connect(carol).claim(id, carol.address)).to.changeEtherBalances(
      ethers,
      [bets, carol],
      [-150, 150],
    )
    expect(await bets.claimable(id, alice.address)).to.equal(301)
    const last = bets.connect(alice).claim(id, alice.address)
    await expect(last).to.changeEtherBalances(ethers, [bets, alice], [-301, 301])
    await expect(last).to.emit(bets, 'BetPaid').withArgs(id, alice.address, alice.address, 301)
    await expect(bets.connect(bob).claim(id, bob.address))
      .to.be.revertedWithCustomError(bets, 'NothingToClaim')
      .withArgs(id, bob.address)
    expect(await ethers.provider.getBalance(bets)).to.equal(0)
  })

  it('pays No the same way', async () => {
    const { bets, end, alice, bob } = await loadFixture(withBets)
    await end(Status.Finalized, Outcome.No)
    await bets.settle(id)
    expect(await bets.claimable(id, alice.address)).to.equal(0)
    await expect(bets.connect(bob).claim(id, bob.address)).to.changeEtherBalance(ethers, bob, 451)
    await expect(bets.claim(id, alice.address)).to.be.revertedWithCustomError(bets, 'NothingToClaim')
  })

  it('S1x-14: refunds both sides of a bettor on Invalid, exactly', async () => {
    const { bets, bet, end, alice, bob, carol } = await loadFixture(withBets)
    await bet(alice, Outcome.No, 7n)
    await end(Status.Invalid, Outcome.None)
    await bets.settle(id)
    for (const [who, amount] of [
      [alice, 107],
      [bob, 301],
      [carol, 50],
    ] as const) {
      expect(await bets.claimable(id, who.address)).to.equal(amount)
      await expect(bets.connect(who).claim(id, who.address)).to.changeEtherBalance(ethers, who, amount)
    }
    expect(await ethers.provider.getBalance(bets)).to.equal(0)
  })

  it('pays once', async () => {
    const { bets, end, alice } = await loadFixture(withBets)
    await end(Status.Invalid, Outcome.None)
    await bets.settle(id)
    await bets.claim(id, alice.address)
    expect(await bets.claimable(id, alice.address)).to.equal(0)
    await expect(bets.claim(id, alice.address)).to.be.revertedWithCustomError(bets, 'NothingToClaim')
  })

  it('waits for settle', async () => {
    const { bets, end, alice } = await loadFixture(withBets)
    await end(Status.Finalized, Outcome.Yes)
    expect(await bets.claimable(id, alice.address)).to.equal(0)
    await expect(bets.claim(id, alice.address)).to.be.revertedWithCustomError(bets, 'NotSettled').withArgs(id)
  })

  it('I7: a receiver that refuses money harms nobody else, and can name another', async () => {
    const { bets, end, alice, carol, dave } = await loadFixture(withBets)
    const refusing = await ethers.deployContract('RefusingBettor', [await bets.getAddress()])
    const address = await refusing.getAddress()
    await refusing.bet!(id, Outcome.Yes, { value: 150 })
    await end(Status.Finalized, Outcome.Yes)
    await bets.settle(id)
    await expect(refusing.claim!(id, address))
      .to.be.revertedWithCustomError(bets, 'PaymentRefused')
      .withArgs(address)
    await bets.claim(id, alice.address)
    await bets.connect(carol).claim(id, carol.address)
    await expect(refusing.claim!(id, dave.address)).to.changeEtherBalance(ethers, dave, 301)
    expect(await ethers.provider.getBalance(bets)).to.equal(0)
  })

  it('I7: a receiver that claims again while it is paid gets nothing', async () => {
    const { bets, end } = await loadFixture(withBets)
    const thief = await ethers.deployContract('ReenteringBettor', [await bets.getAddress()])
    await thief.bet!(id, Outcome.Yes, { value: 10 })
    await end(Status.Finalized, Outcome.Yes)
    await bets.settle(id)
    await expect(thief.attack!(id)).to.be.revertedWithCustomError(bets, 'PaymentRefused')
    expect(await ethers.provider.getBalance(bets)).to.equal(461)
  })

  it('keeps the books of markets apart', async () => {
    const { bets, open, bet, end, bob } = await loadFixture(withBets)
    await open(8n)
    await bet(bob, Outcome.Yes, 5n, 8n)
    await end(Status.Finalized, Outcome.Yes, 8n)
    await bets.settle(8)
    await expect(bets.connect(bob).claim(8, bob.address)).to.changeEtherBalance(ethers, bob, 5)
    await expect(bets.connect(bob).claim(id, bob.address)).to.be.revertedWithCustomError(bets, 'NotSettled')
    expect(await ethers.provider.getBalance(bets)).to.equal(451)
    expect(await bets.owed()).to.equal(451)
  })

  it('I1 I3: pays out all of any set of bets, nobody less than its share rounded down', async () => {
    const bettors = (await ethers.getSigners()).slice(0, 6)
    const { market, bets, open, bet } = await loadFixture(deploy)
    let next = 100n
    const amount = fc.oneof(fc.bigInt(0n, 9n), fc.bigInt(0n, 10n ** 18n))
    const sides = fc.array(fc.tuple(amount, amount), { minLength: 1, maxLength: bettors.length })
    const run = async (placed: (readonly [bigint, bigint])[], outcome: number) => {
      const on = ++next
      await open(on, (await time.latest()) + 86_400, 10n ** 20n)
      const total = (side: 0 | 1) => placed.reduce((sum, bet) => sum + bet[side], 0n)
      for (const [i, [yes, no]] of placed.entries()) {
        if (yes > 0n) await bet(bettors[i], Outcome.Yes, yes, on)
        if (no > 0n) await bet(bettors[i], Outcome.No, no, on)
      }
      await market.move!(on, outcome === Outcome.Invalid ? Status.Invalid : Status.Finalized, outcome)
      await bets.settle(on)
      const pot = total(0) + total(1)
      const won = outcome === Outcome.Yes ? total(0) : outcome === Outcome.No ? total(1) : 0n
      let paid = 0n
      for (const [i, [yes, no]] of placed.entries()) {
        const share = won === 0n ? yes + no : outcome === Outcome.Yes ? yes : no
        const got = await bets.claimable(on, bettors[i]!.address)
        const exact = won === 0n ? share : (pot * share) / won
        expect(got >= exact && got <= exact + BigInt(placed.length), `${got} of ${exact}`).to.equal(true)
        if (share === 0n) continue
        await bets.connect(bettors[i]!).claim(on, bettors[i]!.address)
        paid += got
      }
      expect(paid).to.equal(pot)
      expect([await ethers.provider.getBalance(bets), await bets.owed()]).to.deep.equal([0n, 0n])
    }
    const outcome = fc.constantFrom(Outcome.Yes, Outcome.No, Outcome.Invalid)
    await fc.assert(fc.asyncProperty(sides, outcome, run), { numRuns: budget(10, 60) })
  })
})
