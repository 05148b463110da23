import { expect } from 'chai'
import { readTitleClocks } from '../../../reading/rule/titleClocks.ts'
import { scan } from '../../../reading/text/Words.ts'

const of = (text: string) => readTitleClocks(scan(text))

describe('readTitleClocks', () => {
  it('gives the days of the title the times that the rules give them', () => {
    expect(of('from 10:30 AM ET on the first date to 11:59 PM ET on the last')).to.deep.equal({
      first: 630,
      last: 1_439,
    })
    expect(of('at 12:00 in the ET timezone (noon) on the date specified in the title')).to.include({
      last: 720,
    })
    expect(of('from 12:00 AM ET of the start date')).to.deep.equal({ first: 0, last: null })
  })

  it('takes the nearest clock of the same sentence, and none farther away', () => {
    expect(of('It opens at 9 AM. It ends on the last day.')).to.deep.equal({ first: null, last: null })
    expect(of('From 9 AM until 5 PM on the last day')).to.include({ last: 1_020 })
    const far = `at 9 AM ${'and so on '.repeat(6)}on the last day`
    expect(of(far)).to.include({ last: null })
  })

  it('is empty for rules that give none', () => {
    expect(of('')).to.deep.equal({ first: null, last: null })
    expect(of('by 5 PM on May 1')).to.deep.equal({ first: null, last: null })
  })
})
