import { expect } from 'chai'
import { readMarket } from '../../../reading/Market.ts'
import { readFacts } from '../../../reading/rule/readFacts.ts'

const differs = (title: string, rule: string) =>
  readFacts(
    readMarket({
      question: `Will they meet ${title}?`,
      description: `This market resolves to "Yes" if they meet ${rule}.`,
    }),
  ).contradictions.some(({ code }) => code === 'deadline_differs')

describe('endsElsewhere', () => {
  it('B10, S4-53: is said of another day, and of another clock on one day', () => {
    expect(differs('by December 31, 2026', 'by December 30, 2026, 11:59 PM ET')).to.equal(true)
    expect(differs('by May 4, 2027', 'by June 4, 2027, 11:59 PM ET')).to.equal(true)
    expect(differs('by 6 PM ET on May 4, 2027', 'by 6 PM PT on May 4, 2027')).to.equal(true)
  })

  it('is not said where a title rounds, or where the rules say when it becomes known', () => {
    expect(differs('by May 4, 2027', 'by May 4, 2027, 12:00 PM ET')).to.equal(false)
    expect(differs('before 2028', 'by December 31, 2027, 11:59 PM ET')).to.equal(false)
    expect(differs('by 2030', 'before January 1, 2030, 12:00 AM ET')).to.equal(false)
    expect(differs('in June 2027', 'in June 2027 by what is published by July 31, 2027')).to.equal(false)
    expect(differs('by 6 PM ET on May 4, 2027', 'by 3 PM PT on May 4, 2027')).to.equal(false)
  })
})
