import { expect } from 'chai'
import { makeInFlight } from '../../../services/http/InFlight.ts'

describe('makeInFlight', () => {
  it('counts what each caller has under way, and nobody else’s', () => {
    const { begin } = makeInFlight(2)
    const first = begin('a')
    expect([first, begin('a')]).to.not.include(null)
    expect(begin('a')).to.equal(null)
    expect(begin('b')).to.not.equal(null)
    first!()
    expect(begin('a')).to.not.equal(null)
    expect(begin('a')).to.equal(null)
  })
})
