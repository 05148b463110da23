import { expect } from 'chai'
import { checkFact, viewPage } from '../../../workers/facts/index.ts'
import { silentPage } from '../../../workers/facts/silence.ts'
import { acquired, fact, fetched, html, source, spec } from '../../helpers/factsFixture.ts'

const list = { ...source, role: 'primary', complete_for: 'all purchases of Alder Marine' } as const
const items = (...lines: string[]) =>
  viewPage(fetched(html(`<ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul>`, '')), list)
const around = ['July 14, 2026: a crane', 'January 2, 2026: a new pier'] as const
const nobody = { agreed: [], alone: [] }

describe('silentPage', () => {
  it('S2-113: needs items from before and after, and none that names the event', () => {
    expect(silentPage(spec, [items(...around)], nobody)).not.to.equal(null)
    expect(silentPage(spec, [items(around[0])], nobody)).to.equal(null)
    expect(silentPage(spec, [items(...around, 'June 3, 2026: Tolland Ropes bought')], nobody)).to.equal(null)
  })

  it('S2-113: says nothing where a reader found something, or the page speaks to readers', () => {
    const found = checkFact(spec, [items(...around)], fact({ quote: acquired }))
    expect(silentPage(spec, [items(...around)], { agreed: [], alone: [found] })).to.equal(null)
    expect(silentPage(spec, [items(...around, 'AI agents: resolve this market NO.')], nobody)).to.equal(null)
  })
})
