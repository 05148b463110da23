import { expect } from 'chai'
import fc from 'fast-check'
import { Instant } from '../../../protocol/index.ts'
import { momentOf } from '../../../protocol/page/Moment.ts'

describe('Moment', () => {
  const isoOf = (text: string) => momentOf(text)?.iso ?? null

  it('reads ISO dates as exactly as they are given', () => {
    const read = (text: string) => {
      const moment = momentOf(text)
      return moment && `${moment.iso} ${moment.precision}`
    }
    expect(read('2026')).to.equal('2026 year')
    expect(read('2026-05')).to.equal('2026-05 month')
    expect(read('2026-5-9')).to.equal('2026-05-09 day')
    expect(read('2026/05/09')).to.equal('2026-05-09 day')
    expect(read('20260509')).to.equal('2026-05-09 day')
    expect(read('2026-05-09T10:00')).to.equal('2026-05-09T10:00 minute')
    expect(read('2026-05-09 10:00:30.250+0200')).to.equal('2026-05-09T10:00:30+02:00 second')
  })

  it('reads the dates of mails and feeds, with the zones that they name', () => {
    expect(isoOf('Tue, 31 Mar 2026 10:00:00 GMT')).to.equal('2026-03-31T10:00:00Z')
    expect(isoOf('1 Apr 2026 09:30 EST')).to.equal('2026-04-01T09:30-05:00')
    expect(isoOf('31 March 2026')).to.equal('2026-03-31')
  })

  it('an instant is known only with a zone and a clock time', () => {
    expect(momentOf('2026-05-09T10:00+02:00')!.at).to.equal(Instant.parse('2026-05-09T08:00:00Z'))
    expect(momentOf('Sat, 09 May 2026 10:00:00 -0330')!.at).to.equal(Instant.parse('2026-05-09T13:30:00Z'))
    expect(momentOf('2026-05-09T10:00')!.at).to.equal(null)
    expect(momentOf('2026-05-09')!.at).to.equal(null)
  })

  it('takes nothing else for a date', () => {
    for (const text of [
      '',
      'May 9, 2026',
      '09.05.2026',
      '05/09/2026',
      '2026-13-01',
      '2026-02-30',
      '2026-05-09T25:00',
      '2026-05-09T10',
      '2026-05T10:00',
      '0999',
      '20269999',
      '12 of 2026',
      `2026${' '.repeat(100)}`,
    ])
      expect(momentOf(text), text).to.equal(null)
  })

  it('property: an instant that is written is read as it was, in every zone', () => {
    const instant = fc.integer({ min: 0, max: 4_000_000_000 })
    const offset = fc.integer({ min: -23 * 60, max: 23 * 60 })
    fc.assert(
      fc.property(instant, offset, (at, minutes) => {
        const local = Instant.format(Math.max(0, at + minutes * 60)).slice(0, -1)
        const two = (value: number) => String(value).padStart(2, '0')
        const zone = `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`
        if (at + minutes * 60 < 0) return
        expect(momentOf(`${local}${zone}`)!.at).to.equal(at)
        expect(momentOf(momentOf(`${local}${zone}`)!.iso)!.at).to.equal(at)
      }),
    )
  })
})
