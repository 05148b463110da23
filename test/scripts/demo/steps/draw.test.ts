import { expect } from 'chai'
import { firstWorker } from '../../../../local/workers/startWorkers.ts'
import { begin } from '../../../../scripts/demo/MarketRecord.ts'
import { draw } from '../../../../scripts/demo/steps/draw.ts'
import { ended } from '../records.ts'
import { fakeStage, gasUsed, market, type Sent } from './fakeStage.ts'

describe('the draw of seats', () => {
  const drawn = () => {
    const told = begin(ended(1).market, [0, 1, 2, 5])
    const seats = [5n, 0n, 2n]
    const read = (name: string, args: readonly unknown[]) => {
      if (name === 'getMarket') return { appeals: 0, seats: 3 }
      return name === 'getMember' ? { stake: 50n } : { agentId: seats[Number(args[1])] }
    }
    const event = ({ name, args }: Sent) =>
      name === 'leaveMarket'
        ? { name: 'WorkerLeft', args: { marketId: args[0], agentId: args[1], payee: market, amount: 50n } }
        : null
    return { told, ...fakeStage([told], { read, event }) }
  }

  it('waits for its block and for the keeper, and lets go who has no seat, with the agent’s own account', async () => {
    const { told, stage, sent, said, mined, idled } = drawn()
    await draw(stage, told, 104n)
    expect([mined, idled]).to.deep.equal([[4], [0]])
    expect(sent.map(({ from, name, args }) => [from, name, args])).to.deep.equal([
      [firstWorker + 1, 'leaveMarket', [1n, 1n]],
    ])
    expect(said).to.deep.equal([
      'market 1: 4 agents drew lots for 3 seats; agent 1 has none, and its 0.00000000000000005 ETH back',
    ])
  })

  it('notes what was given back, and what it cost', async () => {
    const { told, stage } = drawn()
    await draw(stage, told, 104n)
    expect(told.undrawn).to.deep.equal([{ agentId: 1, stake: 50n, paid: 50n }])
    expect(told.paidOut).to.equal(50n)
    expect(told.gas).to.include({ leave: gasUsed })
  })
})
