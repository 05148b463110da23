import { expect } from 'chai'
import fc from 'fast-check'
import { isTwice, isZone, sameZone, toInstant } from '../../../reading/rule/zones.ts'

/** What the clocks of a place show at an instant, by the tables of the machine. */
function localOf(instant: number, timeZone: string): { days: number; minutes: number } {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(instant * 1_000)
  const of = (type: string) => Number(parts.find((part) => part.type === type)!.value)
  return {
    days: Date.UTC(of('year'), of('month') - 1, of('day')) / 86_400_000,
    minutes: of('hour') * 60 + of('minute'),
  }
}

const places: readonly (readonly [string, string])[] = [
  ['ET', 'America/New_York'],
  ['CST', 'America/Chicago'],
  ['MT', 'America/Denver'],
  ['PDT', 'America/Los_Angeles'],
  ['AKT', 'America/Anchorage'],
  ['HST', 'Pacific/Honolulu'],
  ['London', 'Europe/London'],
  ['CET', 'Europe/Berlin'],
  ['EET', 'Europe/Athens'],
  ['IST', 'Asia/Kolkata'],
  ['JST', 'Asia/Tokyo'],
  ['BRT', 'America/Sao_Paulo'],
  ['UTC', 'UTC'],
  ['Jerusalem', 'Asia/Jerusalem'],
  ['Palestine', 'Asia/Gaza'],
  ['Kathmandu', 'Asia/Kathmandu'],
  ['Sydney', 'Australia/Sydney'],
  ['Japan', 'Asia/Tokyo'],
]

describe('zones', () => {
  const minute = fc
    .integer({ min: Date.UTC(2020, 0, 1) / 60_000, max: Date.UTC(2035, 0, 1) / 60_000 })
    .map((value) => value * 60)

  it('S4-5: tell the instant that the clocks of a place show, in summer and winter', () => {
    fc.assert(
      fc.property(fc.constantFrom(...places), minute, ([name, timeZone], instant) => {
        if (isTwice(instant, name)) return
        const { days, minutes } = localOf(instant, timeZone)
        expect(toInstant(days, minutes, name), `${name} ${instant}`).to.equal(instant)
      }),
      { numRuns: 400 },
    )
  })

  it('know the two hours a year that a clock shows twice', () => {
    const twice = (iso: string, name: string) => isTwice(Date.parse(iso) / 1_000, name)
    // In New York it is 1:30 twice on November 7, 2027: at 5:30 and at 6:30 UTC.
    expect(['05:00', '06:59'].map((at) => twice(`2027-11-07T${at}:00Z`, 'ET'))).to.deep.equal([true, true])
    expect(['04:59', '07:00'].map((at) => twice(`2027-11-07T${at}:00Z`, 'ET'))).to.deep.equal([false, false])
    expect(['00:00', '01:59'].map((at) => twice(`2027-10-31T${at}:00Z`, 'CET'))).to.deep.equal([true, true])
    expect(twice('2027-11-07T05:30:00Z', 'UTC')).to.equal(false)
    expect(twice('2027-11-07T05:30:00Z', 'Nowhere')).to.equal(false)
  })

  it('may be an offset of UTC, up to fourteen hours', () => {
    expect(toInstant(0, 330, 'UTC+5:30')).to.equal(0)
    expect(toInstant(0, 0, 'UTC-3')).to.equal(10_800)
    for (const name of ['UTC+14', 'utc-12', 'ET']) expect(isZone(name), name).to.equal(true)
    for (const name of ['UTC+15', 'UTC+', 'XYZ', 'new york', '', 'constructor', 'toString'])
      expect(isZone(name), name).to.equal(false)
  })

  it('without one, a time is of UTC', () => {
    expect(toInstant(1, 1, null)).to.equal(86_460)
    expect(toInstant(1, 1, 'Nowhere')).to.equal(86_460)
  })

  it('have one name where their clocks always show the same', () => {
    expect(['EST', 'edt', 'New York', 'ET'].map(sameZone)).to.deep.equal(['ET', 'ET', 'ET', 'ET'])
    expect(['GMT', 'UTC', 'UTC+0', 'Zulu'].map(sameZone)).to.deep.equal(['UTC', 'UTC', 'UTC', 'UTC'])
    expect(sameZone('London')).to.not.equal(sameZone('UTC'))
    expect(sameZone('Nowhere')).to.equal('NOWHERE')
  })
})
