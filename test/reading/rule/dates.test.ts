import { expect } from 'chai'
import { readDates } from '../../../reading/rule/dates.ts'
import { scan } from '../../../reading/text/Words.ts'

const read = (text: string) => readDates(scan(text), text)
const first = (text: string) => {
  const [mention] = read(text)
  return mention === undefined
    ? null
    : { ...mention, zone: mention.zone?.name ?? null, quote: text.slice(mention.start, mention.end) }
}

describe('readDates', () => {
  it('reads a day with the clock and zone that stand after it', () => {
    for (const text of [
      'June 23, 2025, 3:00 PM ET',
      'June 23, 2025 at 3:00 PM ET',
      'June 23, 2025 (3:00 PM ET)',
      'June 23, 3:00 PM ET, 2025',
    ])
      expect(first(text), text).to.deep.include({ year: 2025, month: 6, day: 23, minutes: 900, zone: 'ET' })
    expect(first('June 23, 2025 ET')).to.deep.include({ minutes: null, zone: 'ET' })
  })

  it('or before it', () => {
    for (const text of [
      '3:00 PM ET on June 23, 2025',
      '3:00 PM (ET), June 23, 2025',
      '3 p.m. ET June 23, 2025',
    ])
      expect(first(text), text).to.deep.include({ minutes: 900, zone: 'ET', day: 23 })
    expect(first('5 p.m. (ET) on June 23, 2025')).to.deep.include({ minutes: 1_020, zone: 'ET', day: 23 })
    const quoted = first('It ends at 3:00 PM ET on June 23, 2025, or so.')!
    expect(quoted.quote).to.equal('3:00 PM ET on June 23, 2025')
  })

  it('says what leads to it, in one word', () => {
    const lead = (text: string) => first(`It ends ${text} June 30, 2027.`)!.lead
    expect(lead('by')).to.equal('by')
    expect(lead('before')).to.equal('before')
    expect(lead('on or before')).to.equal('by')
    expect(lead('no later than')).to.equal('by')
    expect(lead('prior to')).to.equal('before')
    expect(lead('before the end of')).to.equal('by')
    expect(lead('by the end of day on')).to.equal('by')
    expect(lead('until')).to.equal('until')
    expect(lead('around')).to.equal(null)
    expect(first('It ends. June 30, 2027.')!.lead).to.equal(null)
  })

  it('finds all of them, in order and without overlap', () => {
    const text = 'From May 6, 5:00 PM ET to May 9, then August 22-29, 2027, or by 2028.'
    const found = read(text)
    expect(found.map(({ month, day }) => [month, day])).to.deep.equal([
      [5, 6],
      [5, 9],
      [8, 22],
      [8, 29],
      [null, null],
    ])
    for (const [i, mention] of found.entries()) expect(mention.at).to.be.at.least(found[i - 1]?.next ?? 0)
    expect(found.at(-1)).to.include({ year: 2028, lead: 'by' })
  })

  it('finds none in numbers that are no days', () => {
    for (const text of ['', 'It may 5 times.', '50-50', '5:00 PM', 'The 2027 season', 'Apollo 11'])
      expect(read(text), text).to.deep.equal([])
  })
})
