import { expect } from 'chai'
import { zoneAt } from '../../../reading/rule/zoneNames.ts'
import { scan } from '../../../reading/text/Words.ts'

/** The zone that a text begins with, as it is written and what it is called. */
const of = (text: string) => {
  const found = zoneAt(scan(text), 0, text)
  return found === null ? null : [found.zone.name, text.slice(found.zone.start, found.zone.end)]
}

describe('zoneAt', () => {
  it('reads abbreviations, names with "time", and both in parentheses', () => {
    expect(of('ET on May 1')).to.deep.equal(['ET', 'ET'])
    expect(of('Eastern Time.')).to.deep.equal(['ET', 'Eastern Time'])
    expect(of('Eastern Daylight Time')).to.deep.equal(['ET', 'Eastern Daylight Time'])
    expect(of('London time')).to.deep.equal(['London', 'London time'])
    expect(of('Hong Kong local time')).to.deep.equal(['Hong Kong', 'Hong Kong local time'])
    expect(of('(UTC)')).to.deep.equal(['UTC', 'UTC'])
    expect(of('in the ET timezone')).to.deep.equal(['ET', 'ET timezone'])
    expect(of('Coordinated Universal Time')).to.deep.equal(['UTC', 'Coordinated Universal Time'])
    expect(of('Zulu')).to.deep.equal(['UTC', 'Zulu'])
  })

  it('takes a place or a direction for a zone only with "time", unless it can be nothing else', () => {
    expect(of('London bridge')).to.equal(null)
    expect(of('Central bank')).to.equal(null)
    expect(of('Mountain View')).to.equal(null)
    expect(of('Pacific')).to.deep.equal(['PT', 'Pacific'])
    expect(of('Central on May 3')).to.deep.equal(['CT', 'Central'])
    expect(of('Central')).to.deep.equal(['CT', 'Central'])
  })

  it('takes words of English for zones only in capitals', () => {
    expect(of('EST')).to.deep.equal(['EST', 'EST'])
    for (const text of ['est', 'west', 'West', 'eat', 'art', 'et al']) expect(of(text), text).to.equal(null)
    expect(of('utc')).to.deep.equal(['UTC', 'utc'])
  })

  it('reads offsets of UTC that stand right after it', () => {
    expect(of('UTC+3')).to.deep.equal(['UTC+3', 'UTC+3'])
    expect(of('GMT-05:30 sharp')).to.deep.equal(['UTC-5:30', 'GMT-05:30'])
    expect(of('GMT+0530')).to.deep.equal(['UTC+5:30', 'GMT+0530'])
    expect(of('GMT+0000')).to.deep.equal(['UTC', 'GMT+0000'])
    expect(of('UTC - 5 people')).to.deep.equal(['UTC', 'UTC'])
    expect(of('UTC+99')).to.deep.equal(['UTC', 'UTC'])
  })

  it('B10: reads cities and countries with "time", before it or after it', () => {
    expect(of('Jerusalem time')).to.deep.equal(['Jerusalem', 'Jerusalem time'])
    expect(of('local time in Tokyo')).to.deep.equal(['Tokyo', 'local time in Tokyo'])
    expect(of('Japan Standard Time')).to.deep.equal(['Japan', 'Japan Standard Time'])
    expect(of('(Buenos Aires time)')).to.deep.equal(['Buenos Aires', 'Buenos Aires time'])
    expect(of('jerusalem time')).to.equal(null)
    expect(of('local time')).to.equal(null)
  })

  it('B10: lets a parenthesis say what an abbreviation means', () => {
    expect(of('PDT (Palestine Daylight Time)')![0]).to.equal('Palestine')
    expect(of('CST (China Standard Time)')![0]).to.equal('China')
    expect(of('PDT (Pacific Daylight Time)')![0]).to.equal('PDT')
    expect(of('ET (New York time)')![0]).to.equal('ET')
    expect(of('CST (China has one more)')![0]).to.equal('CST')
  })

  it('B10: reads every dash as the sign of an offset', () => {
    for (const dash of ['-', '−', '–']) expect(of(`UTC${dash}03:00`)![0], dash).to.equal('UTC-3')
  })

  it('finds none where there is none', () => {
    for (const text of ['', 'today', '5', 'in the morning']) expect(of(text), text).to.equal(null)
  })
})
