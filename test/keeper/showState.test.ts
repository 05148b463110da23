import { expect } from 'chai'
import { showState } from '../../keeper/showState.ts'
import { keeperWith } from './keeperWith.ts'
import { facts, headAt } from './markets.ts'

describe('the gauges of a keeper', () => {
  it('show what is due by kind, for how long, and what may still be spent', async () => {
    const draw = { ...facts(), kind: 'draw', seat: null, left: 5_000 }
    const record = { ...draw, kind: 'publishFeedback', seat: 1, left: 10_000 }
    const since = ({ kind }: { kind: string }) => ({ block: 1, time: kind === 'draw' ? 20_040 : 0 })
    const book = { calls: () => [draw, record], since, size: 2 }
    const keeper = keeperWith({ book, status: { head: null, waiting: 'price' } })
    showState(keeper, headAt(20_100, 12))
    const text = await keeper.metrics.registry.metrics()
    for (const line of [
      'due{kind="draw"} 1',
      'due{kind="settle"} 0',
      'waiting{why="price"} 1',
      'waiting{why="funds"} 0',
      'oldest_due_seconds 60',
      'draw_blocks_left 128',
      'balance_eth 2',
      'budget_left_eth 0.9',
      'block_time_seconds 20100',
      'pending 1',
      'markets 2',
    ])
      expect(text).to.contain(`cresolver_keeper_${line}\n`)
    expect(text).to.contain('cresolver_watched_block 12\n')
  })
})
