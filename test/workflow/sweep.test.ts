import { expect } from 'chai'
import type { Hex } from 'viem'
import type { Plan, Sweep } from '../../protocol/index.ts'
import { chainOf, stageOf } from './fakeRound.ts'
import { fakeRuntime, load, type Runtime } from './fakeRuntime.ts'

type Look = {
  readonly marketCount: number
  readonly waiting: readonly Sweep.Waiting[]
  readonly spent: Plan.Spent
}
const { findWaiting, mostSpent } = await load<{
  findWaiting(runtime: Runtime, tick: number): Look
  readonly mostSpent: Plan.Spent
}>('sweep')

describe('a look for markets that wait', () => {
  const look = async (waiting: readonly (readonly [bigint, bigint])[]) => {
    const stage = await stageOf([{ value: '75120.5' }], { told: { waiting } })
    return { found: findWaiting(stage.runtime, 0), reads: stage.reads.length }
  }

  it('finds them with what is at stake, and says what it read', async () => {
    const { found, reads } = await look([
      [1n, 5n],
      [2n, 9n],
    ])
    expect(found).to.deep.equal({
      marketCount: 2,
      waiting: [
        { marketId: 1n, value: 5n },
        { marketId: 2n, value: 9n },
      ],
      spent: { httpCalls: 0, reads: 2, consensusCalls: 0 },
    })
    expect(reads).to.equal(2)
  })

  it('looks for them in the newest block, where what was reported a minute ago waits no longer', async () => {
    const { runtime, reads } = await stageOf([{ value: '75120.5' }], {
      told: { waiting: [[1n, 5n]] },
      host: { config: { confidence: 'FINALIZED' } },
    })
    expect(findWaiting(runtime, 0).waiting).to.have.length(1)
    expect(reads.map(({ block }) => block)).to.deep.equal([-3n, -2n])
  })

  it('takes the final block where nodes do not agree on the newest one', async () => {
    const stage = await stageOf([{ value: '75120.5' }])
    const chain = (data: Hex, _to: Hex, block: bigint) => {
      if (block === -2n) throw new Error('nodes disagree')
      return chainOf({ round: stage.round, waiting: [[1n, 5n]] })(data)
    }
    const { runtime, reads } = fakeRuntime({ chain, config: { confidence: 'FINALIZED' } })
    const found = findWaiting(runtime, 0)
    expect(found).to.deep.include({ waiting: [{ marketId: 1n, value: 5n }] })
    expect(found.spent.reads).to.equal(3)
    expect(reads.map(({ block }) => block)).to.deep.equal([-3n, -2n, -3n])
  })

  it('reads nothing more where there are no markets, and never more than it says', async () => {
    expect((await look([])).reads).to.equal(1)
    expect(mostSpent).to.deep.equal({ httpCalls: 0, reads: 6, consensusCalls: 0 })
  })
})
