import { expect } from 'chai'
import { openStage, type Stage } from './stage.ts'

describe('a round on the DON', function () {
  this.timeout(120_000)
  let stage: Stage

  before(async () => {
    stage = await openStage({ workers: 4 })
  })
  after(async () => {
    await stage.close()
  })

  it('S1-1 … S1-8: reads the round, takes signed answers and defences, scores, and writes the outcome', async () => {
    const marketId = await stage.ask()
    await stage.collect(marketId, [
      { value: '75120.5' },
      { value: '75120.5' },
      { value: '75120.5' },
      { value: '75120.5' },
    ])
    const don = stage.don()
    const { result, report } = await stage.poke(don, marketId)
    console.log(
      result,
      report.usage,
      report.ms,
      report.nodes.map(({ cpuMs, memoryBytes }) => [cpuMs, memoryBytes]),
    )
    expect(result).to.deep.include({ status: 'reported', outcome: 'YES', excluded: [] })
    expect(await stage.read(marketId)).to.deep.include({ status: 3, outcome: 1 })
  })
})
