import { expect } from 'chai'
import { checkFact, viewPage } from '../../../workers/facts/index.ts'
import { silentPage } from '../../../workers/facts/silence.ts'
import { acquired, fact, fetched, html, source, spec } from '../../helpers/factsFixture.ts'

const list = { ...source, role: 'primary', complete_for: 'all purchases of Alder Marine' } as const
const read = (body: string) => viewPage(fetched(html(`<h2>Alder Marine</h2>${body}`, '')), list)
const listOf = (...lines: string[]) => `<ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul>`
const items = (...lines: string[]) => read(listOf(...lines))
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

  it('S2-113: days of prose, captions, headings and footers are no items of the list', () => {
    const late = 'March 2, 2026: a slipway for small boats'
    const pages = [
      read(`${listOf(late)}<p>The list began on January 2, 2026.</p><footer>As of July 14, 2026</footer>`),
      read('<h3>Purchases from January 2, 2026 to July 14, 2026</h3><p>Nothing was found.</p>'),
      read('<p>On January 2, 2026 a pier was bought. On July 14, 2026 came a crane.</p>'),
    ]
    for (const page of pages) expect(silentPage(spec, [page], nobody)).to.equal(null)
  })

  it('S2-113: the items from before and after stand in one list, and each list has them', () => {
    const [after, before] = around
    const late = 'March 2, 2026: a slipway for small boats'
    const parted = read(`${listOf(before, late)}<h3>Open days</h3>${listOf(after, late)}`)
    expect(silentPage(spec, [parted], nobody)).to.equal(null)
    const beside = read(`${listOf(late, 'May 2, 2026: a shed')}<h3>Open days</h3>${listOf(...around)}`)
    expect(silentPage(spec, [beside], nobody)).to.equal(null)
  })

  it('S2-113: a page on which no word of the promise stands is not the list', () => {
    const page = viewPage(fetched(html(listOf(...around), '')), list)
    expect(silentPage(spec, [page], nobody)).to.equal(null)
  })

  it('S2-113: a part of a list is silent only where it is in order of time, and says so', () => {
    const [after, before] = around
    const part = (note: string, ...lines: string[]) => read(`<p>${note}</p>${listOf(...lines)}`)
    const middle = 'March 2, 2026: a slipway for small boats'
    const first = 'Showing 1-3 of 88. Newest first.'
    expect(silentPage(spec, [part(first, after, middle, before)], nobody)).not.to.equal(null)
    expect(silentPage(spec, [part(first, middle, after, before)], nobody)).to.equal(null)
    expect(silentPage(spec, [part('Showing 1-3 of 88', after, middle, before)], nobody)).to.equal(null)
    const picks = 'Showing 3 selected of 88, newest first'
    expect(silentPage(spec, [part(picks, after, middle, before)], nobody)).to.equal(null)
  })

  it('S2-113: other forms of the name, entries of the window that say too little, and events without a name keep it open', () => {
    const [after, before] = around
    const open = [
      'May 4, 2026: the purchase of Tollander rope works',
      'May 4, 2026: notice on the Tolland concern',
      'May 4, 2026: (text withheld)',
      'May 4, 2026: —',
      'May 4, 2026: a purchase of ropes was completed',
    ]
    for (const line of open)
      expect(silentPage(spec, [items(after, line, before)], nobody), line).to.equal(null)
    const told = [
      'May 4, 2026: the purchase of a crane from Quill Yards',
      'May 4, 2026: a regatta with Tolland Ropes on the lake',
    ]
    for (const line of told)
      expect(silentPage(spec, [items(after, line, before)], nobody), line).not.to.equal(null)
  })

  it('S2-113: an entry of another time says nothing of the window', () => {
    const early = 'January 2, 2025: the purchase of a boat by Tolland Ropes'
    expect(silentPage(spec, [items(...around, early)], nobody)).not.to.equal(null)
  })
})
