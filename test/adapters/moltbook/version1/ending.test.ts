import { expect } from 'chai'
import { ending } from '../../../../adapters/moltbook/version1/ending.ts'
import { old } from '../../../../adapters/moltbook/version1/schema.ts'

const deadline = '2026-02-12T00:00:00Z'
function end(more: object) {
  const losses: string[] = []
  const market = ending(old.parse({ question: 'Will it?', deadline, ...more }), {
    deadline,
    zone: null,
    losses,
  })
  return { market, losses }
}

describe('how a market of version 1 ended', () => {
  it('not at all, where it is open or only closed', () => {
    expect(end({})).to.deep.equal({ market: {}, losses: [] })
    expect(end({ status: 'Closed' })).to.deep.equal({ market: {}, losses: ['its status was "closed": open'] })
  })

  it('E11: what an open market cannot have is listed', () => {
    const { market, losses } = end({ outcome_value: 7, resolved_at: deadline })
    expect(market).to.deep.equal({})
    expect(losses).to.deep.equal([
      'outcome_value = 7, though it has no outcome',
      'resolved_at = "2026-02-12T00:00:00Z", though it has no outcome',
    ])
  })

  it('E11: with its outcome, its value and its time', () => {
    const said = {
      status: 'resolved',
      outcome: true,
      resolved_price: '1.50',
      resolved_at: '2026-02-12T00:05:00Z',
    }
    expect(end(said).market).to.include({
      status: 'resolved',
      outcome: 'YES',
      outcome_value: '1.50',
      resolved_at: '2026-02-12T00:05:00Z',
    })
    expect(end({ ...said, outcome_value: 2 }).losses).to.deep.equal([
      'resolved_price = "1.50", beside outcome_value = 2',
    ])
    const { market, losses } = end({ status: 'resolved', outcome: false })
    expect(market).to.include({ outcome: 'NO', outcome_value: null, resolved_at: deadline })
    expect(losses).to.deep.equal(['when it was resolved was not known: its deadline'])
  })

  it('E11: a comment with an id that is none is listed, and posted anew', () => {
    const { market, losses } = end({
      status: 'settled',
      outcome: 'YES',
      resolved_at: deadline,
      resolution_comment_id: 'a b',
    })
    expect(market).to.include({ status: 'resolved', resolution_comment_id: null })
    expect(losses).to.have.length(2)
  })

  it('error: a time that cannot be read', () => {
    expect(() => end({ status: 'resolved', outcome: 'YES', resolved_at: 'late' })).to.throw(
      'its resolved_at "late" is not a time',
    )
  })
})
