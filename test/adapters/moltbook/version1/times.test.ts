import { expect } from 'chai'
import { readTime, zoneNamed } from '../../../../adapters/moltbook/version1/times.ts'

const at = (text: string, zone?: string) => {
  const read = readTime(text, zone === undefined ? null : zoneNamed(zone))
  return 'at' in read ? read.at : read.fault
}

describe('times of version 1', () => {
  it('E11: a zone in the text is the one that counts', () => {
    for (const zone of [undefined, 'Asia/Tokyo']) {
      expect(at('2026-02-12T00:00:00Z', zone)).to.equal('2026-02-12T00:00:00Z')
      expect(at('2026-02-12T00:00:00.123456+00:00', zone)).to.equal('2026-02-12T00:00:00Z')
      expect(at('2026-02-12 01:30+0130', zone)).to.equal('2026-02-12T00:00:00Z')
      expect(at('2026-02-12T00:00 UTC', zone)).to.equal('2026-02-12T00:00:00Z')
      expect(at('2026-02-11T19:00:00-05', zone)).to.equal('2026-02-12T00:00:00Z')
    }
  })

  it('E11: without one it is read in the zone that is given, by the clocks of that day', () => {
    expect(at('2026-02-12T12:00:00')).to.equal('names no zone: say which with --zone')
    expect(at('2026-02-12T12:00:00', 'Europe/Berlin')).to.equal('2026-02-12T11:00:00Z')
    expect(at('2026-07-12T12:00:00', 'Europe/Berlin')).to.equal('2026-07-12T10:00:00Z')
    expect(at('2026-07-12T12:00:00', 'Asia/Kolkata')).to.equal('2026-07-12T06:30:00Z')
  })

  it('E11: an hour that clocks skip or repeat is no time of its own', () => {
    expect(at('2026-03-29T02:30:00', 'Europe/Berlin')).to.equal('is skipped by the clocks of its zone')
    expect(at('2026-10-25T02:30:00', 'Europe/Berlin')).to.include('comes twice')
    expect(at('2026-10-25T02:30:00+01:00', 'Europe/Berlin')).to.equal('2026-10-25T01:30:00Z')
    expect(at('2026-10-25T03:30:00', 'Europe/Berlin')).to.equal('2026-10-25T02:30:00Z')
  })

  it('E11: what is no time of a day is refused', () => {
    expect(at('2026-02-12', 'UTC')).to.equal('names a day and no time')
    for (const text of [
      '',
      'tomorrow',
      'Feb 12, 2026 18:00',
      '2026-02-30T00:00Z',
      '2026-02-12T24:00Z',
      '12/02/2026 10:00',
      '1770854400',
    ])
      expect(at(text, 'UTC'), text).to.equal('is not a time')
    expect(at('1960-01-01T00:00Z')).to.equal('is before 1970')
    expect(at('2026-02-12T00:00+19:00')).to.equal('names an unknown zone')
  })

  it('zones have the names of the IANA database, or are offsets', () => {
    for (const name of ['local', '', 'Mars/Olympus', '+25:00', '+2', '02:00'])
      expect(zoneNamed(name), name).to.equal(null)
    expect(zoneNamed('UTC')!(0)).to.equal(0)
    expect(zoneNamed('-03:30')!(0)).to.equal(-12_600)
  })
})
