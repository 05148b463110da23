import { expect } from 'chai'
import { getCreateAddress, hexlify, MaxUint256, parseEther, toUtf8Bytes } from 'ethers'
import { network } from 'hardhat'
import {
  day,
  defaultParameters,
  deploySystem,
  manualQuestion,
  Outcome,
  Status,
} from '../../local/ledger/market.ts'

const connection = await network.create()
const { networkHelpers } = connection
const { loadFixture, setBalance, time } = networkHelpers
const fixture = () => deploySystem(connection)

const reward = parseEther('1')
const { joinCutoff, maxDuration, minReward } = defaultParameters

/** The time of the next block, fixed, so that a test can stand on either side of it. */
async function nextTime() {
  const now = (await time.latest()) + 100
  await time.setNextBlockTimestamp(now)
  return now
}

describe('createMarket', () => {
  it('S1x-1: keeps question, pool, creator and times, and takes the money', async () => {
    const { market, creator, address, ethers } = await loadFixture(fixture)
    const now = await nextTime()
    const deadline = now + day
    const sent = market.connect(creator).createMarket(manualQuestion, deadline, { value: reward })
    await expect(sent)
      .to.emit(market, 'MarketCreated')
      .withArgs(1, creator.address, reward, deadline, manualQuestion)
    expect(await ethers.provider.getBalance(address)).to.equal(reward)
    const made = await market.getMarket(1)
    expect(made.creator).to.equal(creator.address)
    expect(made.status).to.equal(Status.Open)
    expect(made.outcome).to.equal(Outcome.None)
    expect(made.createdAt).to.equal(now)
    expect(made.deadline).to.equal(deadline)
    expect(made.pool).to.equal(reward)
    expect(made.question).to.equal(manualQuestion)
    for (const zero of [
      made.ending,
      made.requestedAt,
      made.windowEnd,
      made.readyAt,
      made.round,
      made.joined,
      made.seats,
      made.appeals,
      made.drawBlock,
      made.stakes,
      made.yesWeight,
      made.noWeight,
      made.invalidWeight,
      made.answeredBefore,
    ])
      expect(zero).to.equal(0)
    expect([made.isAppealing, made.isHeld]).to.deep.equal([false, false])
  })

  it('S1x-1: counts markets from 1, and returns the number', async () => {
    const { market } = await loadFixture(fixture)
    const deadline = (await time.latest()) + day
    expect(await market.marketCount()).to.equal(0)
    for (const id of [1n, 2n]) {
      expect(await market.createMarket.staticCall('a?', deadline, { value: reward })).to.equal(id)
      await market.createMarket('a?', deadline, { value: reward })
      expect(await market.marketCount()).to.equal(id)
    }
  })

  it('S1x-1: refuses an empty question, and takes one of a single byte', async () => {
    const { market } = await loadFixture(fixture)
    const deadline = (await time.latest()) + day
    await expect(market.createMarket('', deadline, { value: reward })).to.be.revertedWithCustomError(
      market,
      'QuestionEmpty',
    )
    await market.createMarket('?', deadline, { value: reward })
    expect((await market.getMarket(1)).question).to.equal('?')
  })

  it('S1x-1 C7: takes 2,048 bytes of question and refuses 2,049; bytes, not letters', async () => {
    const { market } = await loadFixture(fixture)
    const deadline = (await time.latest()) + day
    const longest = `${'§'.repeat(1_023)}ab`
    expect(toUtf8Bytes(longest).length).to.equal(2_048)
    await market.createMarket(longest, deadline, { value: reward })
    expect((await market.getMarket(1)).question).to.equal(longest)
    await expect(market.createMarket(`${longest}c`, deadline, { value: reward }))
      .to.be.revertedWithCustomError(market, 'QuestionTooLong')
      .withArgs(2_049)
    await expect(market.createMarket('§'.repeat(1_025), deadline, { value: reward }))
      .to.be.revertedWithCustomError(market, 'QuestionTooLong')
      .withArgs(2_050)
  })

  it('keeps every length of question around a word as it is', async () => {
    const { market } = await loadFixture(fixture)
    const deadline = (await time.latest()) + day
    for (const length of [30, 31, 32, 33, 63, 64, 65, 255, 256, 257]) {
      const question = 'q'.repeat(length)
      await market.createMarket(question, deadline, { value: reward })
      expect((await market.getMarket(await market.marketCount())).question).to.equal(question)
    }
  })

  it('keeps the question as code that stops at once', async () => {
    const { market, address, ethers } = await loadFixture(fixture)
    await market.createMarket(manualQuestion, (await time.latest()) + day, { value: reward })
    // The first contract that the market creates is the one of its views.
    const code = await ethers.provider.getCode(getCreateAddress({ from: address, nonce: 2 }))
    expect(code).to.equal(`0x00${hexlify(toUtf8Bytes(manualQuestion)).slice(2)}`)
  })

  it('fails as a whole where the gas does not keep the question', async () => {
    const { market } = await loadFixture(fixture)
    const deadline = (await time.latest()) + day
    const sent = market.createMarket('q'.repeat(2_048), deadline, { value: reward, gasLimit: 480_000 })
    await expect(sent).to.be.revertedWithCustomError(market, 'NotKept')
    expect(await market.marketCount()).to.equal(0)
  })

  it('S1x-1: a deadline is later than the join cutoff from now, to the second', async () => {
    const { market } = await loadFixture(fixture)
    const first = (await nextTime()) + joinCutoff
    await expect(market.createMarket('a?', first, { value: reward }))
      .to.be.revertedWithCustomError(market, 'BadDeadline')
      .withArgs(first)
    const second = (await nextTime()) + joinCutoff + 1
    await market.createMarket('a?', second, { value: reward })
    expect((await market.getMarket(1)).deadline).to.equal(second)
  })

  it('S1x-1: a deadline is at most the longest duration from now, to the second', async () => {
    const { market } = await loadFixture(fixture)
    const first = (await nextTime()) + maxDuration + 1
    await expect(market.createMarket('a?', first, { value: reward }))
      .to.be.revertedWithCustomError(market, 'BadDeadline')
      .withArgs(first)
    const second = (await nextTime()) + maxDuration
    await market.createMarket('a?', second, { value: reward })
    expect((await market.getMarket(1)).deadline).to.equal(second)
    for (const deadline of [0n, 2n ** 64n - 1n])
      await expect(market.createMarket('a?', deadline, { value: reward }))
        .to.be.revertedWithCustomError(market, 'BadDeadline')
        .withArgs(deadline)
  })

  it('S1x-1: the pool is at least the minimum, to the wei', async () => {
    const { market } = await loadFixture(fixture)
    const deadline = (await time.latest()) + day
    for (const value of [0n, minReward - 1n])
      await expect(market.createMarket('a?', deadline, { value }))
        .to.be.revertedWithCustomError(market, 'WrongValue')
        .withArgs(value, minReward)
    await market.createMarket('a?', deadline, { value: minReward })
    expect((await market.getMarket(1)).pool).to.equal(minReward)
  })

  it('the pool fits 96 bits: no larger one is cut', async () => {
    const { market, creator } = await loadFixture(fixture)
    await setBalance(creator.address, MaxUint256 / 2n)
    const deadline = (await time.latest()) + day
    const most = 2n ** 96n - 1n
    await expect(market.connect(creator).createMarket('a?', deadline, { value: most + 1n }))
      .to.be.revertedWithCustomError(market, 'WrongValue')
      .withArgs(most + 1n, minReward)
    await market.connect(creator).createMarket('a?', deadline, { value: most })
    expect((await market.getMarket(1)).pool).to.equal(most)
  })

  it('the kill switch stops new markets, and resumes them', async () => {
    const { market, killSwitch } = await loadFixture(fixture)
    const deadline = (await time.latest()) + day
    await killSwitch.getFunction('stop')()
    await expect(market.createMarket('a?', deadline, { value: reward })).to.be.revertedWithCustomError(
      market,
      'Stopped',
    )
    await killSwitch.getFunction('resume')()
    await market.createMarket('a?', deadline, { value: reward })
  })
})
