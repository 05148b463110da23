import { expect } from 'chai'
import { stem } from '../../../workers/facts/stem.ts'

describe('stem', () => {
  it('takes the forms of a verb for one word', () => {
    expect(new Set(['acquire', 'acquires', 'acquired', 'acquiring'].map(stem)).size).to.equal(1)
    expect(new Set(['cancel', 'cancels', 'cancelled', 'canceled'].map(stem)).size).to.equal(1)
    expect(stem('won')).to.equal(stem('wins'))
    expect(stem('withdrew')).to.equal(stem('withdrawn'))
  })

  it('leaves short words and other words apart', () => {
    expect(stem('as')).to.equal('as')
    expect(stem('pass')).not.to.equal(stem('past'))
    expect(stem('sing')).to.equal('sing')
  })
})
