import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { ZeroAddress } from 'ethers'
import * as fc from 'fast-check'
import { network } from 'hardhat'
import { Score } from '../../protocol/index.ts'
import { budget } from '../helpers/budget.ts'
import { itMeasures } from '../helpers/gas.ts'

const { ethers, networkHelpers } = await network.create()
const { loadFixture } = networkHelpers

type Case = { name: string; fn: string; input: Score.Reputation; output: number | { throws: string } }
const vectors: Case[] = JSON.parse(readFileSync('test/vectors/score.json', 'utf8')).cases

const entry = (agentId: number, isCorrect: boolean, res: number, src: number, depth: number) => ({
  agentId,
  isCorrect,
  resQuality: res,
  srcQuality: src,
  analysisDepth: depth,
})

async function deploy() {
  const [deployer, writer, stranger] = await ethers.getSigners()
  const fresh = await ethers.deployContract('ReputationRegistry')
  await fresh.setWriter(writer!.address)
  return { registry: fresh.connect(writer!), deployer: deployer!, writer: writer!, stranger: stranger! }
}

async function packed() {
  return ethers.deployContract('PackedReputation')
}

describe('setWriter', () => {
  it('is the deployer’s, once, and never zero', async () => {
    const [, writer, stranger] = await ethers.getSigners()
    const registry = await ethers.deployContract('ReputationRegistry')
    await expect(registry.setWriter(ZeroAddress)).to.be.revertedWithCustomError(registry, 'BadWriter')
    await expect(registry.connect(stranger!).setWriter(stranger!.address)).to.be.revertedWithCustomError(
      registry,
      'BadWriter',
    )
    await expect(registry.setWriter(writer!.address)).to.emit(registry, 'WriterSet').withArgs(writer!.address)
    expect(await registry.writer()).to.equal(writer!.address)
    await expect(registry.setWriter(stranger!.address)).to.be.revertedWithCustomError(registry, 'BadWriter')
  })
})

describe('record', () => {
  it('S1-28 S1-42: adds count, correctness and the three scores of each agent, agent 0 too', async () => {
    const { registry } = await loadFixture(deploy)
    await expect(registry.record(7, [entry(0, true, 100, 90, 80), entry(5, false, 70, 60, 50)]))
      .to.emit(registry, 'ReputationRecorded')
      .withArgs(7, 2)
    await registry.record(8, [entry(0, false, 1, 2, 3), entry(2 ** 48 - 1, true, 0, 0, 100)])
    expect(await registry.reputationOf(0)).to.deep.equal([2, 1, 101, 92, 83])
    expect(await registry.reputationOf(5)).to.deep.equal([1, 0, 70, 60, 50])
    expect(await registry.reputationOf(2 ** 48 - 1)).to.deep.equal([1, 1, 0, 0, 100])
    expect(await registry.reputationOf(6)).to.deep.equal([0, 0, 0, 0, 0])
  })

  it('S1-28: counts a wrong, silent or struck agent with zeros', async () => {
    const { registry } = await loadFixture(deploy)
    await registry.record(1, [entry(3, false, 0, 0, 0)])
    expect(await registry.reputationOf(3)).to.deep.equal([1, 0, 0, 0, 0])
    expect(await registry.factorOf(3)).to.equal(2_500)
  })

  it('I9: takes each market once, the neighbours in its word included', async () => {
    const { registry } = await loadFixture(deploy)
    const markets = [0n, 1n, 255n, 256n, 257n, 511n, 2n ** 256n - 1n]
    for (const market of markets) await registry.record(market, [entry(1, true, 1, 1, 1)])
    for (const market of markets) {
      await expect(registry.record(market, []))
        .to.be.revertedWithCustomError(registry, 'AlreadyRecorded')
        .withArgs(market)
    }
    expect((await registry.reputationOf(1)).count).to.equal(markets.length)
  })

  it('is the writer’s alone', async () => {
    const { registry, deployer, stranger } = await loadFixture(deploy)
    for (const caller of [deployer, stranger]) {
      await expect(registry.connect(caller).record(1, []))
        .to.be.revertedWithCustomError(registry, 'NotTheWriter')
        .withArgs(caller.address)
    }
  })

  it('refuses a score above 100, each of the three', async () => {
    const { registry } = await loadFixture(deploy)
    for (const [res, src, depth] of [
      [101, 0, 0],
      [0, 101, 0],
      [0, 0, 101],
    ] as const) {
      await expect(registry.record(1, [entry(1, true, res, src, depth)]))
        .to.be.revertedWithCustomError(registry, 'ScoreTooHigh')
        .withArgs(101)
    }
    await registry.record(1, [entry(1, true, 100, 100, 100)])
  })

  it('I7: passes over an agent whose register is full, so that it holds nobody’s money', async () => {
    const [writer] = await ethers.getSigners()
    const registry = await loadFixture(packed)
    await registry.setWriter!(writer!.address)
    const most = 2n ** 32n - 1n
    await registry.put!(1, [most, most, 5, 6, 7])
    await registry.put!(2, [most - 1n, 0, 5, 6, 7])
    await registry.record!(1, [entry(1, true, 1, 1, 1), entry(2, true, 1, 1, 1)])
    expect(await registry.reputationOf!(1)).to.deep.equal([most, most, 5, 6, 7])
    expect(await registry.reputationOf!(2)).to.deep.equal([most, 1, 6, 7, 8])
  })

  itMeasures('writes one slot an agent', async () => {
    const { registry } = await loadFixture(deploy)
    const agents = (n: number) => Array.from({ length: n }, (_, i) => entry(i, true, 70, 70, 70))
    await registry.record(0, [])
    const gasOf = async (market: number, n: number) =>
      Number((await (await registry.record(market, agents(n))).wait())!.gasUsed)
    const first = (await gasOf(1, 20)) - (await gasOf(2, 0))
    const next = (await gasOf(3, 20)) - (await gasOf(4, 0))
    // 22,100 for a new slot, 5,000 for one that is written again; the rest is calldata and scores.
    expect(first / 20).to.be.within(22_100, 24_500)
    expect(next / 20).to.be.within(5_000, 7_400)
  })
})

describe('factorOf', () => {
  const anyHistory = fc
    .oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 2 ** 32 - 1 }))
    .chain((count) => {
      const sum = fc.bigInt({ min: 0n, max: 100n * BigInt(count) })
      const correct = fc.integer({ min: 0, max: count })
      return fc.record({ count: fc.constant(count), correct, sumRes: sum, sumSrc: sum, sumDepth: sum })
    })

  async function withFactors() {
    const registry = await loadFixture(packed)
    const factorOf = async ({ count, correct, sumRes, sumSrc, sumDepth }: Score.Reputation) => {
      await registry.put!(1, [count, correct, sumRes, sumSrc, sumDepth])
      return registry.factorOf!(1) as Promise<bigint>
    }
    return factorOf
  }

  it('S1-28: agrees with the vectors that Node and the CRE guest run', async () => {
    const factorOf = await withFactors()
    let factors = 0
    for (const { name, fn, input, output } of vectors) {
      if (fn !== 'factorBps' || typeof output !== 'number') continue
      expect(await factorOf(input), name).to.equal(output)
      ++factors
    }
    // A name that matches nothing would otherwise pass in silence.
    expect(factors).to.be.at.least(5)
  })

  it('S1-28: agrees with Score.ts on any history', async () => {
    const factorOf = await withFactors()
    const agrees = async (reputation: Score.Reputation) => {
      expect(await factorOf(reputation)).to.equal(Score.factorBps(reputation))
    }
    await fc.assert(fc.asyncProperty(anyHistory, agrees), { numRuns: budget(30, 200) })
  })

  it('S1-28: is 2,500 for a newcomer, and never less: nobody gains by a fresh id', async () => {
    const { registry } = await loadFixture(deploy)
    expect(await registry.factorOf(1)).to.equal(2_500)
    const factorOf = await withFactors()
    const isLeast = async (reputation: Score.Reputation) => {
      expect(Number(await factorOf(reputation))).to.be.within(2_500, 15_000)
    }
    await fc.assert(fc.asyncProperty(anyHistory, isLeast), { numRuns: budget(30, 200) })
  })

  it('A6: no failure raises it, whatever the history', async () => {
    const factorOf = await withFactors()
    const falls = async (reputation: Score.Reputation) => {
      fc.pre(reputation.count < 2 ** 32 - 1)
      const before = await factorOf(reputation)
      const after = await factorOf({ ...reputation, count: reputation.count + 1 })
      expect(Number(after)).to.be.at.most(Number(before))
    }
    await fc.assert(fc.asyncProperty(anyHistory, falls), { numRuns: budget(30, 200) })
  })

  it('rises to 15,000 with a perfect record, as the definition has it', async () => {
    const factorOf = await withFactors()
    const perfect = (count: number) => {
      const sum = 100n * BigInt(count)
      return factorOf({ count, correct: count, sumRes: sum, sumSrc: sum, sumDepth: sum })
    }
    expect(await perfect(1), '(25,000 + 15,000) / 11').to.equal(3_636)
    expect(await perfect(10), '(25,000 + 150,000) / 20').to.equal(8_750)
    expect(await perfect(2 ** 32 - 1)).to.equal(14_999)
  })
})
