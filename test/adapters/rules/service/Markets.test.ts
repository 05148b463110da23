import { expect } from 'chai'
import { dueMarkets, makeDue, watchMarkets } from '../../../../adapters/rules/service/Markets.ts'
import { idOf } from './fakeGamma.ts'
import { makeStage, type Stage, start } from './stage.ts'

describe('the markets that are watched', () => {
  let stage: Stage
  beforeEach(async () => {
    stage = await makeStage()
  })
  const watch = (at: number, ...numbers: number[]) => watchMarkets(stage.store, numbers.map(idOf), at)

  it('are due at once, the most overdue first, and no more than are asked for', async () => {
    await watch(start, 3)
    await watch(start - 1_000, 5, 4)
    expect(await dueMarkets(stage.store, start, 10)).to.deep.equal([4, 5, 3].map(idOf))
    expect(await dueMarkets(stage.store, start, 2)).to.deep.equal([4, 5].map(idOf))
    expect(await dueMarkets(stage.store, start - 1, 10)).to.deep.equal([4, 5].map(idOf))
  })

  it('stay as they are when they are named again, and come back when they were archived', async () => {
    await watch(start, 1, 2)
    await stage.store.query('update markets set is_archived = true where condition_id = $1', [idOf(2)])
    await watch(start + 9_000, 1, 2, 3)
    const rows = await stage.store.query(
      'select condition_id, is_archived, known_at, due_at from markets order by condition_id',
    )
    const [first, later] = [new Date(start), new Date(start + 9_000)]
    expect(rows).to.deep.equal([
      { condition_id: idOf(1), is_archived: false, known_at: first, due_at: first },
      { condition_id: idOf(2), is_archived: false, known_at: first, due_at: later },
      { condition_id: idOf(3), is_archived: false, known_at: later, due_at: later },
    ])
  })

  it('S4-90: are made due by name, or all of them, archived ones never', async () => {
    await watch(start + 60_000, 1, 2, 3)
    await stage.store.query('update markets set is_archived = true where condition_id = $1', [idOf(3)])
    const trace = 'cd'.repeat(16)
    expect(
      await makeDue(stage.store, start, { ids: [2, 3, 9].map(idOf), isForced: true, trace }),
    ).to.deep.equal([idOf(2)])
    expect(await dueMarkets(stage.store, start, 10)).to.deep.equal([idOf(2)])
    expect(await makeDue(stage.store, start, { isForced: false })).to.have.members([1, 2].map(idOf))
    const rows = await stage.store.query(
      'select is_forced, trace, fingerprint from markets where not is_archived order by condition_id',
    )
    // What was forced stays so, and keeps its trace, until it was parsed.
    expect(rows).to.deep.equal([
      { is_forced: false, trace: null, fingerprint: null },
      { is_forced: true, trace, fingerprint: null },
    ])
  })

  it('a market that is overdue is not made due later', async () => {
    await watch(start - 5_000, 1)
    await makeDue(stage.store, start, { isForced: false })
    expect(await dueMarkets(stage.store, start - 5_000, 10)).to.deep.equal([idOf(1)])
  })
})
