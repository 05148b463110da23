import { expect } from 'chai'
import fc from 'fast-check'
import { Instant } from '../../protocol/index.ts'

describe('Instant', () => {
  it('property: agrees with the calendar, both ways', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 253_402_300_799 }), (seconds) => {
        const iso = new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z')
        expect(Instant.format(seconds)).to.equal(iso)
        expect(Instant.parse(iso)).to.equal(seconds)
      }),
    )
  })

  it('error: refuses days and hours that are not there', () => {
    for (const text of [
      '2026-02-29T00:00:00Z',
      '2026-13-01T00:00:00Z',
      '2026-01-01T24:00:00Z',
      '2026-01-01',
      '',
    ]) {
      expect(() => Instant.parse(text), text).to.throw(Instant.InvalidInstantError)
    }
    expect(Instant.parse('2024-02-29T00:00Z')).to.equal(1_709_164_800)
    expect(() => Instant.format(-1)).to.throw(Instant.InvalidInstantError)
  })

  it('takes the first and the last second it can spell, and none beyond', () => {
    expect(Instant.format(0)).to.equal('1970-01-01T00:00:00Z')
    expect(Instant.format(253_402_300_799)).to.equal('9999-12-31T23:59:59Z')
    for (const value of [253_402_300_800, 0.5, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => Instant.format(value), `${value}`).to.throw(Instant.InvalidInstantError)
  })

  it('error: other zones, spellings and fractions are no instants, and the error shows how one is written', () => {
    const good = '2026-02-20T23:59:00Z'
    for (const text of [
      '2026-02-20T23:59:00+00:00',
      '2026-02-20T23:59:00',
      '2026-02-20T23:59:00.5Z',
      '2026-02-20 23:59:00Z',
      '2026-02-20t23:59:00z',
      ` ${good}`,
      `${good}\n`,
      '2026-02-20T23:60:00Z',
      '2026-02-20T23:59:60Z',
      '+002026-02-20T23:59:00Z',
    ])
      expect(Instant.isInstant(text), text).to.equal(false)
    expect(Instant.isInstant(good)).to.equal(true)
    expect(() => Instant.parse('soon')).to.throw(
      '"soon" is no instant.\nWrite instants in UTC, as 2026-02-20T23:59:00Z.',
    )
  })
})
