import { expect } from 'chai'
import { concat, toBeHex } from 'ethers'
import { network } from 'hardhat'
import { submitReport } from '../../local/ledger/forwarder.ts'
import {
  createMarket,
  deliver,
  deploySystem,
  hour,
  joinAll,
  mineTo,
  reportOf,
  requested,
  resolved,
  Status,
  type System,
} from '../../local/ledger/market.ts'
import { appealedMarket } from '../../scripts/bench/gas.ts'

const connection = await network.create()
const { networkHelpers } = connection
const { loadFixture, time } = networkHelpers

const steps = { expire: 0, draw: 1, request: 2, settle: 3, finalize: 4 } as const
type Step = keyof typeof steps

async function kept() {
  const system = await deploySystem(connection, { maxWorkers: 3, minWorkers: 3 })
  const upkeep = await system.ethers.deployContract('Upkeep', [system.address])
  return { system, upkeep }
}
const fixture = () => kept()
type Upkeep = Awaited<ReturnType<typeof kept>>['upkeep']

const encode = (...made: readonly (readonly [Step | number, bigint])[]) =>
  concat(
    made.flatMap(([step, marketId]) => [
      toBeHex(typeof step === 'number' ? step : steps[step], 1),
      toBeHex(marketId, 8),
    ]),
  )

/** What is due, by name, and the market. */
async function dueIn(upkeep: Upkeep, from = 1n, count = 64n): Promise<(readonly [string, bigint])[]> {
  const found = await upkeep.findDue.staticCall(from, count)
  return found.map(({ step, marketId }) => [Object.keys(steps)[Number(step)]!, marketId] as const)
}

async function make(upkeep: Upkeep, ...made: readonly (readonly [string, bigint])[]) {
  return upkeep.onReport('0x', encode(...(made as [Step, bigint][])))
}

const statusOf = async ({ market }: System, marketId: bigint) => (await market.getMarket(marketId)).status

describe('Upkeep', () => {
  it('a whole life: it names each step in its second, makes it, and names nothing before', async () => {
    const { system, upkeep } = await loadFixture(fixture)
    const { marketId, deadline } = await createMarket(system)
    await joinAll(system, marketId, 3)
    expect(await dueIn(upkeep)).to.deep.equal([])
    await time.increaseTo(deadline)
    expect(await dueIn(upkeep)).to.deep.equal([['request', marketId]])
    await make(upkeep, ['request', marketId])
    expect(await statusOf(system, marketId)).to.equal(Status.Requested)
    expect(await dueIn(upkeep)).to.deep.equal([])
    await time.increase(2 * hour)
    expect(await dueIn(upkeep), 'a round is not asked again').to.deep.equal([])
    await deliver(system, await reportOf(system, marketId, ['YES', 'YES', 'YES'], 'YES'))
    expect(await dueIn(upkeep)).to.deep.equal([])
    await time.increaseTo((await system.market.getMarket(marketId)).windowEnd)
    expect(await dueIn(upkeep)).to.deep.equal([['settle', marketId]])
    await make(upkeep, ['settle', marketId])
    expect(await dueIn(upkeep)).to.deep.equal([['finalize', marketId]])
    await make(upkeep, ['finalize', marketId])
    expect(await statusOf(system, marketId)).to.equal(Status.Finalized)
    expect(await dueIn(upkeep)).to.deep.equal([])
  })

  it('where more agents join than there are seats it has a block noted, waits for it, and draws', async () => {
    const { system, upkeep } = await loadFixture(fixture)
    const { marketId, deadline } = await createMarket(system)
    await joinAll(system, marketId, 4)
    await time.increaseTo(deadline)
    await make(upkeep, ['request', marketId])
    expect(await dueIn(upkeep)).to.deep.equal([])
    await mineTo(system, Number((await system.market.getMarket(marketId)).drawBlock) + 1)
    expect(await dueIn(upkeep)).to.deep.equal([['draw', marketId]])
    await make(upkeep, ['draw', marketId])
    expect(await statusOf(system, marketId)).to.equal(Status.Requested)
  })

  it('asks an appeal once, and expires what nobody reports in time', async () => {
    const { system, upkeep } = await loadFixture(fixture)
    const { market, appellant } = system
    const { marketId } = await resolved(system, ['YES', 'YES', 'YES'], 'YES')
    await market.connect(appellant).escalate(marketId, 1, { value: await market.bondOf(marketId) })
    await joinAll(system, marketId, 3, 10)
    expect(await dueIn(upkeep)).to.deep.equal([])
    await time.increaseTo((await market.getMarket(marketId)).windowEnd)
    expect(await dueIn(upkeep)).to.deep.equal([['request', marketId]])
    await make(upkeep, ['request', marketId])
    await time.increase(2 * hour)
    expect(await dueIn(upkeep)).to.deep.equal([])
    await time.increase(system.parameters.resolutionTimeout)
    expect(await dueIn(upkeep)).to.deep.equal([['expire', marketId]])
    await make(upkeep, ['expire', marketId])
    expect((await market.getMarket(marketId)).isAppealing).to.equal(false)
  })

  it('a first round that nobody reports is ended at its timeout', async () => {
    const { system, upkeep } = await loadFixture(fixture)
    const { marketId } = await requested(system, 3)
    const { requestedAt } = await system.market.getMarket(marketId)
    const end = Number(requestedAt) + system.parameters.resolutionTimeout
    await time.increaseTo(end - 1)
    expect(await dueIn(upkeep)).to.deep.equal([])
    await time.increaseTo(end)
    expect(await dueIn(upkeep)).to.deep.equal([['expire', marketId]])
    await make(upkeep, ['expire', marketId])
    expect(await statusOf(system, marketId)).to.equal(Status.Invalid)
    expect(await dueIn(upkeep)).to.deep.equal([])
  })

  it('a market that nobody asked in time is ended, not asked', async () => {
    const { system, upkeep } = await loadFixture(fixture)
    const { marketId, deadline } = await createMarket(system)
    await joinAll(system, marketId, 3)
    await time.increaseTo(deadline + system.parameters.resolutionTimeout)
    expect(await dueIn(upkeep)).to.deep.equal([['expire', marketId]])
  })

  it('says what is at stake and what gas a step took, within a tenth and the cost of trying', async () => {
    const { system, upkeep } = await loadFixture(fixture)
    const { marketId } = await resolved(system, ['YES', 'YES', 'NO'], 'YES')
    const { windowEnd, pool, stakes } = await system.market.getMarket(marketId)
    await time.increaseTo(windowEnd)
    const [due] = await upkeep.findDue.staticCall(1n, 64n)
    expect(due!.value).to.equal(pool + stakes)
    const receipt = await (await make(upkeep, ['settle', marketId])).wait()
    expect(Number(due!.gas)).to.be.within(0.8 * (Number(receipt!.gasUsed) - 30_000), Number(receipt!.gasUsed))
  })

  it('names at most eight steps of a page, and the rest once they are made', async () => {
    const { system, upkeep } = await loadFixture(fixture)
    const markets = []
    for (let i = 0; i < 10; i++) markets.push(await createMarket(system))
    await time.increaseTo(markets.at(-1)!.deadline)
    const first = await dueIn(upkeep)
    expect(first.map(([, id]) => Number(id))).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8])
    expect(
      (await dueIn(upkeep, 2n, 3n)).map(([, id]) => Number(id)),
      'a page ends',
    ).to.deep.equal([2, 3, 4])
    await make(upkeep, ...first)
    expect((await dueIn(upkeep)).map(([, id]) => Number(id))).to.deep.equal([9, 10])
    expect(await dueIn(upkeep, 10n, 5n)).to.have.length(1)
    expect(await dueIn(upkeep, 11n, 5n)).to.deep.equal([])
  })

  it('passes over no step for want of gas, not even the costliest: it stops before', async () => {
    // As many rounds and seats as any deployment can have.
    const system = await deploySystem(connection, { maxRounds: 4, maxWorkers: 32 })
    const upkeep = await system.ethers.deployContract('Upkeep', [system.address])
    const large = await appealedMarket(system, 4)
    await time.increaseTo((await system.market.getMarket(large)).windowEnd)
    const small = await createMarket(system)
    await time.increaseTo(small.deadline)
    const due = await dueIn(upkeep)
    expect(due.map(([, id]) => id)).to.deep.equal([large, small.marketId])
    const counts = new Set<number>()
    for (let gasLimit = 3_800_000n; gasLimit <= 12_000_000n; gasLimit += 100_000n) {
      const found = await upkeep.findDue.staticCall(1n, 64n, { gasLimit })
      expect(found.map(({ marketId }) => marketId)).to.deep.equal(
        [large, small.marketId].slice(0, found.length),
      )
      counts.add(found.length)
    }
    expect([...counts]).to.deep.equal([0, 1, 2])
  })

  it('leaves nothing behind when it only looks', async () => {
    const { system, upkeep } = await loadFixture(fixture)
    const { marketId, deadline } = await createMarket(system)
    await joinAll(system, marketId, 3)
    await time.increaseTo(deadline)
    await upkeep.findDue(1n, 64n)
    expect(await statusOf(system, marketId)).to.equal(Status.Open)
    await expect(upkeep.rehearse(steps.request, marketId))
      .to.be.revertedWithCustomError(upkeep, 'Rehearsed')
      .withArgs(true)
    expect(await statusOf(system, marketId)).to.equal(Status.Open)
  })

  it('a step that somebody else made first stops none of the others, and is told', async () => {
    const { system, upkeep } = await loadFixture(fixture)
    const { marketId } = await requested(system, 3)
    const other = await createMarket(system)
    await joinAll(system, other.marketId, 3)
    await time.increaseTo(other.deadline)
    await expect(make(upkeep, ['settle', marketId], ['request', 77n], ['request', other.marketId]))
      .to.emit(upkeep, 'StepMade')
      .withArgs(marketId, steps.settle, false)
      .and.to.emit(upkeep, 'StepMade')
      .withArgs(77n, steps.request, false)
      .and.to.emit(upkeep, 'StepMade')
      .withArgs(other.marketId, steps.request, true)
    expect(await statusOf(system, other.marketId)).to.equal(Status.Requested)
  })

  it('takes lists of steps alone, whoever sends them, and no money', async () => {
    const { system, upkeep } = await loadFixture(fixture)
    await expect(upkeep.onReport('0x', '0x0300'))
      .to.be.revertedWithCustomError(upkeep, 'BadSteps')
      .withArgs(2)
    await expect(upkeep.onReport('0x', encode([5, 1n]))).to.be.revertedWithCustomError(upkeep, 'BadSteps')
    await upkeep.onReport('0x', '0x')
    const to = await upkeep.getAddress()
    await expect(system.challenger.sendTransaction({ to, value: 1n })).to.revert(system.ethers)
  })

  it('takes reports through the genuine forwarder', async () => {
    const { system, upkeep } = await loadFixture(fixture)
    const { marketId, deadline } = await createMarket(system)
    await joinAll(system, marketId, 3)
    await time.increaseTo(deadline)
    const payload = encode(['request', marketId])
    const { isProcessed } = await submitReport(system.forwarder, await upkeep.getAddress(), { payload })
    expect(isProcessed).to.equal(true)
    expect(await statusOf(system, marketId)).to.equal(Status.Requested)
    expect(await upkeep.supportsInterface('0x805f2132')).to.equal(true)
    expect(await upkeep.supportsInterface('0x01ffc9a7')).to.equal(true)
    expect(await upkeep.supportsInterface('0xffffffff')).to.equal(false)
  })
})
