import { expect } from 'chai'
import * as Wording from '../../../../protocol/page/health/Wording.ts'

// Where wording counts, and where it does not, is shown in Health.test.ts.
describe('Wording', () => {
  it('a number condemns only where it is the error’s', () => {
    expect(Wording.isMissing('404')).to.equal(true)
    expect(Wording.isMissing('error 404 - nothing here')).to.equal(true)
    expect(Wording.isMissing('bill 404 passes')).to.equal(false)
    expect(Wording.isMissing('4042 people came')).to.equal(false)
    expect(Wording.isFailure('503 service unavailable')).to.equal(true)
    expect(Wording.isFailure('s&p 500 closes higher')).to.equal(false)
  })

  it('a login is a wall if it opens this page, not if it offers another', () => {
    expect(Wording.isLogin('log in to continue')).to.equal(true)
    expect(Wording.isLogin('subscribe to unlock this story')).to.equal(true)
    expect(Wording.isLogin('log in')).to.equal(false)
    expect(Wording.isLogin('subscribe to our newsletter')).to.equal(false)
  })

  it('not found is a whole message, not a part of a headline', () => {
    expect(Wording.isMissing('not found')).to.equal(true)
    expect(Wording.isMissing('missing painting not found')).to.equal(false)
    expect(Wording.isMissing("we can't find that page")).to.equal(true)
  })
})
