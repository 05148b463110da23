import { expect } from 'chai'
import { parseEther } from 'viem'
import { firstWorker } from '../../../../local/workers/startWorkers.ts'
import { begin } from '../../../../scripts/demo/MarketRecord.ts'
import { creator } from '../../../../scripts/demo/people.ts'
import { OtherMarketError, open } from '../../../../scripts/demo/steps/open.ts'
import { ended } from '../records.ts'
import { fakeStage, gasUsed, market, type Sent } from './fakeStage.ts'

const stake = parseEther('0.05')
const reward = parseEther('0.1')

describe('opening markets', () => {
  let ids: bigint
  const stageOf = (first = 1n) => {
    ids = first
    const told = [begin(ended(1).market, [0, 2]), begin(ended(2).market, [4])]
    const event = ({ name }: Sent) =>
      name === 'createMarket'
        ? {
            name: 'MarketCreated',
            args: { marketId: ids++, creator: market, deadline: 1n, pool: reward, question: '' },
          }
        : null
    return { told, ...fakeStage(told, { event, read: () => stake }) }
  }

  it('creates each one with its question, deadline and reward, in order', async () => {
    const { stage, sent, said } = stageOf()
    await open(stage)
    const created = sent.filter(({ name }) => name === 'createMarket')
    expect(created.map(({ from, to, args, value }) => ({ from, to, args, value }))).to.deep.equal(
      [1, 2].map((id) => ({
        from: creator,
        to: market,
        args: [`§question Market ${id}?`, 1_000n],
        value: reward,
      })),
    )
    expect(said).to.deep.equal(['market 1: Market 1?', 'market 2: Market 2?'])
  })

  it('has workers join with their own accounts and the stake that the market asks for, in order', async () => {
    const { stage, sent } = stageOf()
    await open(stage)
    const joined = sent.filter(({ name }) => name === 'joinMarket')
    const of = (id: bigint) => joined.filter(({ args }) => args[0] === id)
    expect(of(1n).map(({ from, args, value }) => [from, args[1], value])).to.deep.equal([
      [firstWorker, 0n, stake],
      [firstWorker + 2, 2n, stake],
    ])
    expect(of(2n).map(({ from }) => from)).to.deep.equal([firstWorker + 4])
  })

  it('notes what came in, and what it cost', async () => {
    const { stage, told } = stageOf()
    await open(stage)
    expect(told.map(({ paidIn }) => paidIn)).to.deep.equal([reward + 2n * stake, reward + stake])
    expect(told.map(({ gas }) => [gas.create, gas.join])).to.deep.equal([
      [gasUsed, 2n * gasUsed],
      [gasUsed, gasUsed],
    ])
  })

  it('says so where somebody else has a market on this chain, and lets nobody join', async () => {
    const { stage, sent } = stageOf(7n)
    const error = await open(stage).catch((one) => one)
    expect(error).to.be.instanceOf(OtherMarketError)
    expect(error.message).to.match(/Market 1 got another id/)
    expect(sent.some(({ name }) => name === 'joinMarket')).to.equal(false)
  })
})
