import { expect } from 'chai'
import { type StateRow, stateOf, whereState } from '../../../indexer/queries/state.ts'
import { states } from '../../../protocol/Catalog.ts'
import { made } from './made.ts'

const now = 1_000
const row = (changes: Partial<StateRow> = {}): StateRow => ({
  ...{ status: 'open', is_appealing: false, draw_block: 0n, seats: 0, deadline: 2_000n },
  ...changes,
})

const cases: [Partial<StateRow>, string][] = [
  [{}, 'open'],
  [{ deadline: 1_000n }, 'waiting'],
  [{ deadline: 1_000n, draw_block: 9n }, 'drawing'],
  [{ status: 'requested' }, 'answering'],
  [{ status: 'resolved', seats: 3 }, 'window'],
  [{ status: 'resolved', is_appealing: true }, 'appealed'],
  [{ status: 'resolved', is_appealing: true, draw_block: 9n }, 'drawing'],
  [{ status: 'resolved', is_appealing: true, seats: 3 }, 'answering'],
  [{ status: 'settled' }, 'settled'],
  [{ status: 'finalized' }, 'finalized'],
  [{ status: 'invalid' }, 'invalid'],
]

describe('where a market is in its life', () => {
  const one = made(1)

  it('WEB §3.1: has a word for each case', () => {
    for (const [changes, state] of cases) expect(stateOf(row(changes), now), state).to.equal(state)
    expect(new Set(cases.map(([, state]) => state))).to.deep.equal(new Set(states))
  })

  it('each of them is found by one filter, and by no other', async () => {
    for (const [changes, state] of cases) {
      const { status, is_appealing, draw_block, seats, deadline } = row(changes)
      const found: string[] = []
      for (const name of states) {
        const rows = await one().store.query(
          `select 1 as one from (values ($1::text, $2::boolean, $3::bigint, $4::int, $5::bigint))
             as row (status, is_appealing, draw_block, seats, deadline)
           where ${whereState(name, now)}`,
          [status, is_appealing, draw_block, seats, deadline],
        )
        if (rows.length > 0) found.push(name)
      }
      expect(found, JSON.stringify({ status, state })).to.deep.equal([state])
    }
  })
})
