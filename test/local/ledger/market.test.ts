import { expect } from 'chai'
import { parseEther } from 'ethers'
import { network } from 'hardhat'
import {
  autoQuestion,
  createMarket,
  day,
  defaultParameters,
  deliver,
  deploySystem,
  deployVariant,
  join,
  manualQuestion,
  Outcome,
  recordOf,
  refusal,
  refusalOf,
  reportOf,
  requested,
  resolved,
  Status,
  type System,
  settle,
  waitUntil,
} from '../../../local/ledger/market.ts'
import { Bytes, Report } from '../../../protocol/index.ts'

describe('a deployment and the steps of a market’s life', () => {
  let system: System
  let start: { restore(): Promise<void> }
  let close: () => Promise<void>
  before(async () => {
    const connection = await network.create()
    close = () => connection.close()
    system = await deploySystem(connection)
    start = await connection.networkHelpers.takeSnapshot()
  })
  afterEach(async () => await start.restore())
  after(() => close())
  const encoded = (report: Report.Report) => Bytes.toHex(Report.encode(report))

  it('is wired: the market writes reputations, and takes reports of the forwarder', async () => {
    const { market, reputations, forwarder } = system
    expect(await reputations.writer()).to.equal(system.address)
    expect(await market.forwarder()).to.equal(forwarder.address)
    expect(system.parameters).to.deep.equal(defaultParameters)
  })

  it('creates markets that end in a day, counted from 1, with a reward and a question unless told', async () => {
    const { marketId, deadline } = await createMarket(system)
    expect(marketId).to.equal(1n)
    const told = { question: autoQuestion, reward: parseEther('2'), deadline: deadline + day }
    const other = await createMarket(system, told)
    expect(other).to.deep.equal({ marketId: 2n, deadline: deadline + day })
    const [one, two] = await Promise.all([1n, 2n].map((id) => system.market.getMarket(id)))
    expect([one!.question, one!.pool]).to.deep.equal([manualQuestion, parseEther('1')])
    expect([two!.question, two!.pool, two!.deadline]).to.deep.equal([
      autoQuestion,
      parseEther('2'),
      BigInt(deadline + day),
    ])
  })

  it('joins with a wallet that plays no other part, an agent of its own, and the stake that is asked', async () => {
    const { marketId } = await createMarket(system)
    const first = await join(system, marketId, 0)
    const second = await join(system, marketId, 1)
    expect(second.agentId).to.equal(first.agentId + 1n)
    expect(second.wallet.address).to.not.equal(first.wallet.address)
    expect((await system.market.getMarket(marketId)).stakes).to.equal(first.stake * 2n)
    const error = await join(system, marketId, 2, first.stake * 2n).catch((one) => one)
    expect(String(error), 'a stake is exact').to.include('WrongValue')
  })

  it('goes from asked to resolved to settled', async () => {
    const { marketId, report } = await resolved(system, ['YES', 'YES', 'NO'], 'YES')
    expect(report.records).to.have.length(3)
    const told = await system.market.getMarket(marketId)
    expect([told.status, told.outcome]).to.deep.equal([Status.Resolved, Outcome.Yes])
    await settle(system, marketId)
    expect((await system.market.getMarket(marketId)).status).to.equal(Status.Settled)
  })

  it('says by which error the market refuses a report, and refuses to go on', async () => {
    const { marketId } = await requested(system, 3)
    const report = await reportOf(system, marketId, ['YES', 'YES', 'YES'], 'YES', { round: 9 })
    const error = await deliver(system, report).catch((one) => one)
    const name = await refusalOf(system, encoded(report))
    expect(name).to.match(/^[A-Z][A-Za-z]+$/)
    expect(error.message).to.equal(`The market refused the report: ${name}`)
    expect(await refusal(system, encoded(report))).to.have.property('name', name)
    expect(await deliver(system, report, { expectRefusal: true })).to.have.property('isProcessed', false)
    const sound = await reportOf(system, marketId, ['YES', 'YES', 'YES'], 'YES')
    expect(await refusalOf(system, encoded(sound))).to.equal(null)
    expect(await refusal(system, encoded(sound))).to.equal(null)
  })

  it('a record is an outcome with scores, or a reason with none', () => {
    expect(recordOf('NO', 40)).to.deep.include({ resQuality: 40, srcQuality: 40, analysisDepth: 40 })
    expect(recordOf('NO').vote).to.deep.include({ outcome: 'NO', reason: null })
    expect(recordOf('silent')).to.deep.include({ resQuality: 0 })
    expect(recordOf('silent').vote).to.deep.include({ outcome: null, reason: 'silent' })
  })

  it('another market beside it has its own reputations and parameters, and shares the rest', async () => {
    const variant = await deployVariant(system, { parameters: { minWorkers: 1 } })
    expect(variant.address).to.not.equal(system.address)
    expect(Number((await variant.market.parameters()).minWorkers)).to.equal(1)
    expect(variant.identities).to.equal(system.identities)
    expect(await variant.reputations.writer()).to.equal(variant.address)
    expect(await system.reputations.writer()).to.equal(system.address)
  })

  it('waits for a time, unless it has come', async () => {
    const now = await system.time.latest()
    await waitUntil(system, now + 100)
    expect(await system.time.latest()).to.equal(now + 100)
    await waitUntil(system, BigInt(now))
    expect(await system.time.latest()).to.equal(now + 100)
  })
})
