import { expect } from 'chai'
import { network } from 'hardhat'
import {
  createMarket,
  deliver,
  deploySystem,
  joinAll,
  reportOf,
  type System,
  settle,
} from '../../local/ledger/market.ts'

const connection = await network.create()
const { ethers, networkHelpers } = connection
const { loadFixture, time } = networkHelpers

const Status = { Open: 1, Finalized: 5, Invalid: 6 }
const Outcome = { None: 0, Yes: 1, No: 2, Invalid: 3 }
const id = 7n
const margin = 600
const whole = 10_000

/** Bets in a token of which 2,000 units count as an ether; 18 of 32 seats would lose half an ether each. */
async function deployWith(name: string) {
  const [alice, bob, carol, dave] = await ethers.getSigners()
  const market = await ethers.deployContract('SettableMarket')
  await market.setParameters!(32, 1_000, 5_000)
  const deadline = (await time.latest()) + 86_400
  await market.open!(id, 1, deadline, '§question Will it rain?')
  await market.staff!(id, 32, 10n ** 18n)
  const coin = await ethers.deployContract(name)
  const args = [await market.getAddress(), await coin.getAddress(), whole, margin, 2_000]
  const bets = await ethers.deployContract('BinaryMarket', args)
  const at = await bets.getAddress()
  const bet = async (who: typeof alice, side: number, amount: bigint) => {
    await (coin.connect(who!) as typeof coin).approve!(at, amount)
    return bets.connect(who!).bet(id, side, amount)
  }
  const held = async (who: string = at): Promise<bigint> => coin.balanceOf!(who)
  const end = (status: number, outcome: number) => market.move!(id, status, outcome)
  return { market, coin, bets, at, bet, held, end, alice: alice!, bob: bob!, carol: carol!, dave: dave! }
}

/** Everybody has 10,000 of the coin. */
async function funded(name: string) {
  const fixture = await deployWith(name)
  for (const who of [fixture.bob, fixture.carol]) await fixture.coin.transfer!(who.address, 10_000)
  return fixture
}

/** Alice 100 and Carol 50 on Yes, Bob 301 on No. */
async function withBets(name: string) {
  const fixture = await funded(name)
  const { bet, alice, bob, carol } = fixture
  await bet(alice, Outcome.Yes, 100n)
  await bet(carol, Outcome.Yes, 50n)
  await bet(bob, Outcome.No, 301n)
  return fixture
}

const wilful = () => withBets('WilfulCoin')
const terse = () => withBets('TerseCoin')
const hooked = () => funded('HookedCoin')

describe('bets in a token', () => {
  it('take exactly what was approved, and no ether beside it', async () => {
    const { bets, bet, held, at, alice } = await loadFixture(wilful)
    expect(await held()).to.equal(451)
    expect(await bets.owed()).to.equal(451)
    await expect(bet(alice, Outcome.Yes, 5n))
      .to.emit(bets, 'BetPlaced')
      .withArgs(id, alice.address, Outcome.Yes, 5)
    expect(await held()).to.equal(456)
    await expect(bets.bet(id, Outcome.Yes, 5, { value: 5 }))
      .to.be.revertedWithCustomError(bets, 'WrongValue')
      .withArgs(5, 0)
    expect(await ethers.provider.getBalance(at)).to.equal(0)
  })

  it('fail where nothing was approved, or too little is there', async () => {
    const { bets, bet, coin, dave } = await loadFixture(wilful)
    await expect(bets.bet(id, Outcome.Yes, 5)).to.be.revertedWithCustomError(
      coin,
      'ERC20InsufficientAllowance',
    )
    await expect(bet(dave, Outcome.Yes, 5n)).to.be.revertedWithCustomError(coin, 'ERC20InsufficientBalance')
    expect(await bets.betOf(id, dave.address)).to.deep.equal([0, 0])
  })

  it('SPEC 3: are bounded in the token’s units, by what the deployer said an ether is worth', async () => {
    const { bets, bet, alice } = await loadFixture(wilful)
    // 18 makers, half an ether each, 2,000 units an ether.
    expect(await bets.roomFor(id)).to.equal(18_000 - 451)
    await expect(bet(alice, Outcome.Yes, 17_550n))
      .to.be.revertedWithCustomError(bets, 'TooMuch')
      .withArgs(17_550, 17_549)
    await bet(alice, Outcome.Yes, 17_549n)
    expect(await bets.roomFor(id)).to.equal(0)
  })

  it('are paid like ether: all to the winners, the last gets what rounding left', async () => {
    for (const fixture of [wilful, terse]) {
      const { bets, end, held, alice, bob, carol, dave } = await loadFixture(fixture)
      await end(Status.Finalized, Outcome.Yes)
      await bets.settle(id)
      await bets.connect(carol).claim(id, dave.address)
      await bets.connect(alice).claim(id, dave.address)
      expect(await held(dave.address)).to.equal(451)
      await expect(bets.connect(bob).claim(id, bob.address)).to.be.revertedWithCustomError(
        bets,
        'NothingToClaim',
      )
      expect([await held(), await bets.owed()]).to.deep.equal([0n, 0n])
    }
  })

  it('are refunded to all on Invalid', async () => {
    const { bets, end, held, alice, bob, carol } = await loadFixture(terse)
    await end(Status.Invalid, Outcome.Invalid)
    await bets.settle(id)
    for (const who of [alice, bob, carol]) {
      const before = await held(who.address)
      const due = await bets.claimable(id, who.address)
      await bets.connect(who).claim(id, who.address)
      expect((await held(who.address)) - before).to.equal(due)
    }
    expect([await held(), await bets.owed()]).to.deep.equal([0n, 0n])
  })
})

describe('a token that does not keep its word', () => {
  it('is refused where it keeps a part of a bet', async () => {
    const { coin, bets, bet, held, alice } = await loadFixture(wilful)
    await coin.setKeeping!(true)
    await expect(bet(alice, Outcome.Yes, 200n))
      .to.be.revertedWithCustomError(bets, 'NotReceived')
      .withArgs(451 + 198, 451 + 200)
    expect([await held(), await bets.owed()]).to.deep.equal([451n, 451n])
    // Of less than a hundred it keeps nothing.
    await bet(alice, Outcome.Yes, 99n)
  })

  it('that took some of what is owed: no more bets until it is there again', async () => {
    const { coin, bets, bet, at, alice } = await loadFixture(wilful)
    await coin.shrink!(at, 1)
    await expect(bet(alice, Outcome.Yes, 5n))
      .to.be.revertedWithCustomError(bets, 'Underfunded')
      .withArgs(450, 451)
    await coin.transfer!(at, 1)
    await bet(alice, Outcome.Yes, 5n)
  })

  it('that took some of what is owed: each claim is cut by the same part, whoever is first', async () => {
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
    ]) {
      const { coin, bets, end, held, at, alice, bob, carol } = await loadFixture(wilful)
      await end(Status.Invalid, Outcome.Invalid)
      await bets.settle(id)
      // A third is gone: 300 of 451 are left.
      await coin.shrink!(at, 151)
      const cut = [66n, 200n, 33n]
      for (const i of order) {
        const who = [alice, bob, carol][i]!
        const before = await held(who.address)
        const told = await bets.claimable(id, who.address)
        await bets.connect(who).claim(id, who.address)
        const got = (await held(who.address)) - before
        expect(got).to.equal(told)
        expect(got - cut[i]!, `${i} in ${order}`).to.be.oneOf([0n, 1n])
      }
      expect([await held(), await bets.owed()]).to.deep.equal([0n, 0n])
    }
  })

  it('that took all: a claim keeps the bet, and is paid once there is money again', async () => {
    const { coin, bets, end, at, alice, carol } = await loadFixture(wilful)
    await end(Status.Finalized, Outcome.Yes)
    await bets.settle(id)
    await coin.shrink!(at, 451)
    await expect(bets.claim(id, alice.address))
      .to.be.revertedWithCustomError(bets, 'Underfunded')
      .withArgs(0, 451)
    await coin.transfer!(at, 451)
    await bets.connect(carol).claim(id, carol.address)
    await bets.claim(id, alice.address)
    expect(await bets.owed()).to.equal(0)
  })

  it('I7: that bars a bettor harms nobody else, and the bettor can name another', async () => {
    const { coin, bets, end, held, alice, carol, dave } = await loadFixture(wilful)
    await end(Status.Finalized, Outcome.Yes)
    await bets.settle(id)
    await coin.bar!(carol.address)
    await expect(bets.connect(carol).claim(id, carol.address)).to.be.revertedWithCustomError(coin, 'Barred')
    await bets.claim(id, alice.address)
    await bets.connect(carol).claim(id, dave.address)
    expect([await held(), await bets.owed()]).to.deep.equal([0n, 0n])
  })
})

describe('I7: a token that calls those it moves between', () => {
  async function bettor() {
    const fixture = await loadFixture(hooked)
    const { coin, at, bets, bob, bet } = fixture
    const contract = await ethers.deployContract('HookedBettor', [at, await coin.getAddress()])
    const address = await contract.getAddress()
    await coin.transfer!(address, 1_000)
    await bet(bob, Outcome.No, 300n)
    const data = (fn: string, args: unknown[]) => bets.interface.encodeFunctionData(fn, args)
    return { ...fixture, contract, address, data }
  }

  it('lets no bet count another as its own', async () => {
    const { contract, data, bets, held } = await bettor()
    await contract.set!(data('bet', [id, Outcome.Yes, 100]))
    await contract.bet!(id, Outcome.Yes, 100)
    // The bet within found less than is owed, so only the one around it was placed.
    expect(await contract.isDone!()).to.equal(false)
    expect([await held(), await bets.owed()]).to.deep.equal([400n, 400n])
  })

  it('pays nothing twice', async () => {
    const { contract, address, data, bets, end, held, bob } = await bettor()
    await contract.bet!(id, Outcome.Yes, 100)
    await end(Status.Invalid, Outcome.Invalid)
    await bets.settle(id)
    await contract.set!(data('claim', [id, address]))
    await contract.claim!(id, address)
    expect(await contract.isDone!()).to.equal(false)
    expect(await held(address)).to.equal(1_000)
    await bets.connect(bob).claim(id, bob.address)
    expect([await held(), await bets.owed()]).to.deep.equal([0n, 0n])
  })

  it('takes no bet that is paid with what another market pays meanwhile', async () => {
    const { contract, address, data, bets, market, held } = await bettor()
    await contract.bet!(id, Outcome.Yes, 100)
    await market.open!(8, 1, (await time.latest()) + 86_400, 'another')
    await market.staff!(8, 32, 10n ** 18n)
    await market.move!(id, Status.Invalid, Outcome.Invalid)
    await bets.settle(id)
    const before = await held(address)
    await contract.set!(data('claim', [id, address]))
    await expect(contract.bet!(8, Outcome.Yes, 100)).to.be.revertedWithCustomError(bets, 'NotReceived')
    expect(await held(address)).to.equal(before)
    expect(await bets.owed()).to.equal(400)
  })
})

describe('beside the real market', () => {
  async function betting() {
    const system = await deploySystem(connection)
    const coin = await ethers.deployContract('TerseCoin')
    // 3,000 whole coins of 6 decimals for an ether would be 3 · 10^9; the coin has only 10^6 units, so 10^5.
    const args = [system.address, await coin.getAddress(), whole, margin, 100_000]
    const bets = await ethers.deployContract('BinaryMarket', args)
    const { marketId } = await createMarket(system)
    return { system, coin, bets, marketId }
  }

  const place = async (
    { system, coin, bets, marketId }: Awaited<ReturnType<typeof betting>>,
    side: number,
    amount: number,
  ) => {
    // A bet that failed leaves its approval, and this coin changes none that is there.
    for (const approved of [0, amount]) await coin.approve!(await bets.getAddress(), approved)
    return bets.connect(system.admin).bet(marketId, side, amount)
  }

  async function finish(system: System, marketId: bigint) {
    const { deadline } = await system.market.getMarket(marketId)
    await system.time.increaseTo(deadline)
    await system.market.requestResolution(marketId)
    await deliver(system, await reportOf(system, marketId, ['YES', 'YES', 'NO'], 'YES'))
    await settle(system, marketId)
    await system.market.finalize(marketId)
  }

  it('SPEC 3: the room grows with joins, shrinks with leaves, and the bets are paid as the market says', async () => {
    const all = await loadFixture(betting)
    const { system, coin, bets, marketId } = all
    expect(await bets.roomFor(marketId)).to.equal(0)
    await expect(place(all, Outcome.Yes, 1)).to.be.revertedWithCustomError(bets, 'TooMuch')
    const workers = await joinAll(system, marketId, 4)
    // Three of four make an outcome; each stakes half an ether and would lose a quarter.
    expect(await bets.roomFor(marketId)).to.equal(75_000)
    const [, , , last] = workers
    await system.market.connect(last!.wallet).leaveMarket(marketId, last!.agentId)
    expect(await bets.roomFor(marketId)).to.equal(50_000)
    await place(all, Outcome.Yes, 20_000)
    await place(all, Outcome.No, 30_000)
    expect(await bets.roomFor(marketId)).to.equal(0)
    await finish(system, marketId)
    await bets.settle(marketId)
    const to = system.creator.address
    await bets.connect(system.admin).claim(marketId, to)
    expect(await coin.balanceOf!(to)).to.equal(50_000)
    expect(await bets.owed()).to.equal(0)
  })

  it('an unknown market takes no bets', async () => {
    const { bets, system } = await loadFixture(betting)
    expect(await bets.roomFor(9)).to.equal(0)
    await expect(bets.connect(system.admin).bet(9, Outcome.Yes, 1))
      .to.be.revertedWithCustomError(bets, 'BetsClosed')
      .withArgs(9)
  })
})
