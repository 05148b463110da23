import { expect } from 'chai'
import { resultsIn } from '../../workflow/result.ts'

describe('what an execution returned', () => {
  it('tells of one market, and of the second one where it took up two', () => {
    const first = { status: 'waiting', market_id: 1, why: 'unsealed' }
    const also = { status: 'reported', market_id: 2, round: 1 }
    expect(resultsIn(JSON.stringify(first))).to.deep.equal([first])
    expect(resultsIn(JSON.stringify({ ...first, also }))).to.deep.equal([first, also])
  })
})
