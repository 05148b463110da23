import { expect } from 'chai'
import { admissionsOf, toItem } from '../../gateway/admissions.ts'
import { attest, replyOf, roundOf } from '../helpers/round.ts'
import { viewOf } from './keeping.ts'

describe('admissionsOf', () => {
  const row = { agent_id: 0n }

  it('reads stored rows as a batch has them, and says which of them count', async () => {
    const round = roundOf(2)
    const view = { ...viewOf(7), workers: round.workers }
    const reply = JSON.stringify(await attest(round, 0, replyOf('75120.5')))
    const items = [
      toItem({ ...row, place: 0, status: 'ok', reply }),
      toItem({ ...row, place: 1, agent_id: 1n, status: 'not-ready', reply: null }),
    ]
    expect(items[1]).to.deep.equal({ index: 1, agent_id: 1, reply: null, status: 'not-ready' })
    const votes = admissionsOf(view, items).map(({ vote }) => vote)
    expect(votes).to.deep.equal([
      { outcome: 'YES', reason: null },
      { outcome: null, reason: 'not-ready' },
    ])
  })
})
