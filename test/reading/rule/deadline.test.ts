import { expect } from 'chai'
import { parseRule } from '../../../adapters/rules/index.ts'

const read = (question: string, description: string, endDate: string | null = null) =>
  parseRule({ question, description, endDate, outcomes: ['Yes', 'No'] }).structured

describe('the deadline of a rule', () => {
  it('S4-5: is an instant of UTC, by the summer or winter time of the zone', () => {
    const rule = (date: string) => `This market will resolve to "Yes" if it rains by ${date}, 11:59 PM ET.`
    expect(read('Rain?', rule('July 31, 2027'))).to.include({ deadline: '2027-08-01T03:59Z', timezone: 'ET' })
    expect(read('Rain?', rule('December 31, 2027')).deadline).to.equal('2028-01-01T04:59Z')
    expect(read('Rain?', rule('March 13, 2027')).deadline).to.equal('2027-03-14T04:59Z')
    expect(read('Rain?', rule('March 14, 2027')).deadline).to.equal('2027-03-15T03:59Z')
    expect(read('Rain?', rule('November 7, 2027')).deadline).to.equal('2027-11-08T04:59Z')
  })

  it('B10: is told by a quarter, a fortnight or a distance from a day', () => {
    const by = (date: string) => read('Rain?', `This market resolves to "Yes" if it rains ${date}.`)
    expect(by('by the end of Q3 2027').deadline).to.equal('2027-09-30T23:59Z')
    expect(by('within 30 days of March 1, 2027, 11:59 PM ET')).to.include({
      deadline: '2027-04-01T03:59Z',
      opens: '2027-03-01T05:00Z',
    })
    expect(by('no later than a fortnight after May 10, 2027').deadline).to.equal('2027-05-24T23:59Z')
    expect(by('within 48 hours of May 1, 2027, 10 AM UTC').deadline).to.equal('2027-05-03T10:00Z')
    expect(by('within 5 business days of May 1, 2027').deadline).to.equal(null)
  })

  it('B10: is noon of the day itself, where it is noon', () => {
    const rule = 'This market resolves to "Yes" if it rains by 12:00 noon ET on July 4, 2027.'
    expect(read('Rain?', rule).deadline).to.equal('2027-07-04T16:00Z')
  })

  it('B10: a quarter that is measured is not when it must be known', () => {
    const rule =
      'Resolves to "Yes" if growth in Q1 2027 is above 1.5% in the estimate published by April 30, 2027.'
    expect(read('Growth in Q1 2027?', rule).deadline).to.equal('2027-04-30T23:59Z')
    expect(read('Growth in Q1 2027?', 'Resolves to "Yes" if growth is above 1.5%.').deadline).to.equal(
      '2027-03-31T23:59Z',
    )
  })

  it('knows the zones of other countries', () => {
    const at = (clock: string) =>
      read('Rain?', `Resolves to "Yes" if it rains by June 1, 2027, ${clock}.`).deadline
    expect(at('12:00 PM CET')).to.equal('2027-06-01T10:00Z')
    expect(at('12:00 PM UTC')).to.equal('2027-06-01T12:00Z')
    expect(at('9:00 AM JST')).to.equal('2027-06-01T00:00Z')
    expect(at('5 p.m. PT')).to.equal('2027-06-02T00:00Z')
    expect(at('17:30 IST')).to.equal('2027-06-01T12:00Z')
    expect(at('12:00 PM AKDT')).to.equal('2027-06-01T20:00Z')
    expect(at('12:00 PM London time')).to.equal('2027-06-01T11:00Z')
    expect(at('12:00 PM Central Time')).to.equal('2027-06-01T17:00Z')
    expect(at('12:00 UTC+5:30')).to.equal('2027-06-01T06:30Z')
    expect(at('12:00 PM GMT-3')).to.equal('2027-06-01T15:00Z')
  })

  it('is the end of the day in UTC, with a factor, where no zone is given', () => {
    const { deadline, timezone, factors } = read('Rain?', 'Resolves to "Yes" if it rains by 31 Dec 2026.')
    expect({ deadline, timezone }).to.deep.equal({ deadline: '2026-12-31T23:59Z', timezone: null })
    expect(factors).to.deep.include({ name: 'no_timezone', weight: 0.05, count: 1 })
  })

  it('says "by" in other words', () => {
    const by = (lead: string) =>
      read('Rain?', `Resolves to "Yes" if it rains ${lead} Dec. 31, 2027, 11:59 PM ET.`).deadline
    for (const lead of ['by', 'on or before', 'no later than', 'through'])
      expect(by(lead), lead).to.equal('2028-01-01T04:59Z')
    const withoutClock = (lead: string) =>
      read('Rain?', `Resolves to "Yes" if it rains ${lead} December 31, 2027.`).deadline
    expect([withoutClock('before'), withoutClock('prior to'), withoutClock('on or before')]).to.deep.equal([
      '2027-12-30T23:59Z',
      '2027-12-30T23:59Z',
      '2027-12-31T23:59Z',
    ])
    expect(
      read('Rain?', 'Resolves to "Yes" if it rains prior to January 1, 2028, 12:00 AM ET.').deadline,
    ).to.equal('2028-01-01T04:59Z')
    expect(withoutClock('before the end of')).to.equal('2027-12-31T23:59Z')
    expect(withoutClock('by 12/31/2027 or')).to.equal('2027-12-31T23:59Z')
  })

  it('ends before the day that follows "before"', () => {
    const rule = 'This market will resolve to "Yes" if it rains.'
    expect(read('Rain before July?', rule, '2027-06-30T12:00:00Z').deadline).to.equal('2027-06-30T23:59Z')
    expect(read('Rain before 2028?', rule, '2027-12-31T12:00:00Z').deadline).to.equal('2027-12-31T23:59Z')
  })

  it('reads the clock before the day, and a window’s two ends', () => {
    const rule = 'Resolves to "Yes" if it rains by 11:59 PM ET on June 30, 2027.'
    expect(read('Rain?', rule).deadline).to.equal('2027-07-01T03:59Z')
    const window = 'Resolves to "Yes" if it rains between May 6, 5:00 PM ET and May 9, 2027, 11:59 PM ET.'
    expect(read('Rain?', window)).to.include({ opens: '2027-05-06T21:00Z', deadline: '2027-05-10T03:59Z' })
  })

  it('takes the year from the same day elsewhere, then from the end date', () => {
    const rule = 'Resolves to "Yes" if it rains between January 2 and June 30, 2027, 11:59 PM ET.'
    const parsed = read('Rain by June 30?', rule, '2027-12-31T00:00:00Z')
    expect(parsed.deadline).to.equal('2027-07-01T03:59Z')
    expect(parsed.contradictions).to.deep.equal([])
    expect(
      read('Rain on May 3?', 'Resolves to "Yes" if it rains.', '2029-05-03T12:00:00Z').deadline,
    ).to.equal('2029-05-03T23:59Z')
  })

  it('gives the title’s days the times of day that the rules give them', () => {
    const rule =
      'Resolves to "Yes" if it rains in the date range of the title (from 10:30 AM ET on the first date to 11:59 PM ET on the last).'
    const { opens, deadline } = read('Rain August 4–10?', rule, '2027-08-11T04:00:00Z')
    expect({ opens, deadline }).to.deep.equal({ opens: '2027-08-04T14:30Z', deadline: '2027-08-11T03:59Z' })
  })

  it('prefers when the market ends to when the event is late', () => {
    const rule =
      'In the game scheduled for March 14 at 7:30PM ET: if the Gulls win, the market will resolve to "Yes".\nIf the game is postponed past April 2, 2027, this market will resolve 50-50.'
    expect(read('Gulls?', rule, '2027-03-21T23:30:00Z').deadline).to.equal('2027-03-14T23:30Z')
  })

  it('falls back on the end date, and is null without one', () => {
    expect(read('Rain?', 'It rains or not.', '2027-01-02T03:04:05Z').deadline).to.equal('2027-01-02T03:04Z')
    expect(read('Rain?', 'It rains or not.').deadline).to.equal(null)
  })
})
