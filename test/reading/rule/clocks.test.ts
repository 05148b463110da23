import { expect } from 'chai'
import fc from 'fast-check'
import { clockAt, readZone } from '../../../reading/rule/clocks.ts'
import { scan } from '../../../reading/text/Words.ts'

const minutesOf = (text: string) => clockAt(scan(text), 0)?.minutes ?? null

describe('clockAt', () => {
  it('reads the clock however it is written', () => {
    for (const [text, hour, minute] of [
      ['11:59 PM', 23, 59],
      ['11:59PM', 23, 59],
      ['11:59 p.m.', 23, 59],
      ['11:59:59 PM', 23, 59],
      ['4PM', 16, 0],
      ['4 pm', 16, 0],
      ['4 a.m', 4, 0],
      ['16:00', 16, 0],
      ['00:00', 0, 0],
      ['12:00 AM', 0, 0],
      ['12:00 PM', 12, 0],
      ['00:00 AM', 0, 0],
      ['noon', 12, 0],
      ['midday', 12, 0],
      ['15h00', 15, 0],
      ['7h30', 7, 30],
    ] as const)
      expect(minutesOf(text), text).to.equal(hour * 60 + minute)
  })

  it('midnight is the last minute of its day', () => {
    expect(minutesOf('midnight')).to.equal(1_439)
    expect(minutesOf('12 midnight')).to.equal(1_439)
    expect(minutesOf('24:00')).to.equal(1_439)
  })

  it('B10: 12 noon is noon, whatever stands between', () => {
    for (const text of ['12:00 noon ET', '12 noon', '12:00:00 noon'])
      expect(minutesOf(text), text).to.equal(720)
    expect(minutesOf('11:00 noon')).to.equal(660)
  })

  it('is none where a number is no time', () => {
    for (const text of [
      '4',
      '13 PM',
      '24:01',
      '12:60',
      '00:30 PM',
      '4:5:x',
      'four',
      '',
      '123:00',
      '5 apples',
    ])
      expect(minutesOf(text), text).to.equal(null)
  })

  it('says which word comes after it', () => {
    const words = scan('11:59 p.m. ET')
    expect(words[clockAt(words, 0)!.next]!.text).to.equal('et')
  })

  it('reads any time of day back, on both kinds of clock', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_439 }), (minutes) => {
        const [hour, minute] = [Math.floor(minutes / 60), String(minutes % 60).padStart(2, '0')]
        expect(minutesOf(`${String(hour).padStart(2, '0')}:${minute}`)).to.equal(minutes)
        expect(
          minutesOf(`${hour % 12 === 0 ? 12 : hour % 12}:${minute} ${hour < 12 ? 'AM' : 'PM'}`),
        ).to.equal(minutes)
      }),
    )
  })
})

describe('readZone', () => {
  const of = (text: string) => readZone(scan(text), text)?.name ?? null

  it('is the first that stands with a time of day', () => {
    expect(of('In ET we trust. It ends at 5 PM PT, not 5 PM ET.')).to.equal('PT')
    expect(of('12:00 in the ET timezone')).to.equal('ET')
    expect(of('The UTC timezone holds.')).to.equal('UTC')
    expect(of('It ends at 5 PM.')).to.equal(null)
    expect(of('The ET movie.')).to.equal(null)
  })

  it('B10: else it is one in a parenthesis of its own, or that "times are" in', () => {
    expect(of('It ends in April 2027 (UTC).')).to.equal('UTC')
    expect(of('All times are in ET.')).to.equal('ET')
    expect(of('It ends in April (UTC or not).')).to.equal(null)
    expect(of('It ends at 17:00 on 3 November 2026, Lisbon local time.')).to.equal('Lisbon')
    expect(of('It ends in Lisbon, Porto or Faro.')).to.equal(null)
  })
})
