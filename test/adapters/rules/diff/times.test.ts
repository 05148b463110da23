import { expect } from 'chai'
import { tokens } from '../../../../adapters/rules/diff/tokens.ts'

const keys = (text: string) =>
  tokens(text)
    .map(({ key }) => key)
    .join(' ')

describe('times of a rule', () => {
  it('are the same on one side of a day, however it is said', () => {
    for (const text of ['on or before March 3', 'no later than March 3', 'not later than March 3'])
      expect(keys(text), text).to.equal(keys('by March 3'))
    expect(keys('prior to March 3')).to.equal(keys('before March 3'))
    expect(keys('by March 3')).not.to.equal(keys('before March 3'))
  })

  it('are minutes of the day, in the zone that stands beside them', () => {
    expect(keys('closes at 5 PM ET')).to.equal(keys('closes at 17:00 ET'))
    expect(keys('closes at 5 PM ET')).not.to.equal(keys('closes at 5 AM ET'))
    expect(keys('closes at 5 PM ET')).not.to.equal(keys('closes at 5 PM PT'))
    expect(keys('closes at 5 PM ET')).not.to.equal(keys('closes at 5 PM'))
  })

  it('have seconds only where they are neither the first nor the last of their minute', () => {
    expect(keys('by 11:59:59 PM ET')).to.equal(keys('by 11:59 PM ET'))
    expect(keys('by 11:59:00 PM ET')).to.equal(keys('by 11:59 PM ET'))
    expect(keys('by 11:59:30 PM ET')).not.to.equal(keys('by 11:59 PM ET'))
  })
})
