import { expect } from 'chai'
import { Instant } from '../../../protocol/index.ts'
import * as Span from '../../../workers/facts/Span.ts'

const window = { from: null, to: Instant.parse('2026-04-01T03:59:00Z'), zone: 'ET' }
const at = (date: string, zone: string | null = null) => Span.positionIn(Span.read(date)!, window, zone)

describe('Span.positionIn', () => {
  it('S2-113: takes a day in the zone of the question, and one that straddles the end in the zone of the page for open', () => {
    expect(at('2026-03-31')).to.equal('inside')
    expect(at('2026-04-01')).to.equal('after')
    expect(at('2026-04-01', 'UTC')).to.equal('across')
    expect(at('2026-04-01T03:59:30Z')).to.equal('inside')
    expect(at('2026-04-01T00:00:00-04:00')).to.equal('after')
  })

  it('reads months, quarters and years, and nothing without a year', () => {
    expect(at('2026-Q1')).to.equal('inside')
    expect(at('2026')).to.equal('across')
    expect(Span.read('--07-18')).to.equal(null)
    expect(Span.read('2026-02-30')).to.equal(null)
    expect(Span.weekdayOf(Span.read('2026-06-01')!.first)).to.equal(0)
  })
})
