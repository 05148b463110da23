import { expect } from 'chai'
import { isDatedOutside, supportOf, zoneOf } from '../../../workers/facts/Dating.ts'
import { placesOf } from '../../../workers/facts/Place.ts'
import * as Span from '../../../workers/facts/Span.ts'
import { acquired, html, page, spec } from '../../helpers/factsFixture.ts'

/** The fixture's page is of Thursday, June 11, 2026. */
const support = (quote: string, date: string) => {
  const view = page(html(`<p>${quote}</p>`))
  return supportOf(Span.read(date)!, view, placesOf(view, quote)[0]!, quote)
}

describe('supportOf', () => {
  it('S2-113: reads relative days by the day of the page', () => {
    expect(support('It opened yesterday.', '2026-06-10')).to.equal('supported')
    expect(support('It opened yesterday.', '2026-06-09')).to.not.equal('supported')
    expect(support('It opened on Tuesday.', '2026-06-09')).to.equal('supported')
    expect(support('It opened on Tuesday.', '2026-06-11')).to.equal('other')
    expect(support('It has opened.', '2026-06-11')).to.equal('supported')
  })

  it('S2-113: fills a year in only where the page fixes it', () => {
    expect(support('It opened on May 2.', '2026-05-02')).to.equal('supported')
    expect(support('It opened on May 2.', '2025-05-02')).to.equal('open year')
    expect(support('It opened on May 2, 2024.', '2026-05-02')).to.equal('other')
  })

  it('knows pages that give all their days in UTC', () => {
    expect(zoneOf(page(html('<p>All dates on this page are in UTC.</p>')))).to.equal('UTC')
    expect(zoneOf(page(html('<p>Nothing of the kind.</p>')))).to.equal(null)
  })
})

describe('isDatedOutside', () => {
  const isOutside = (body: string, day?: string) => {
    const view = page(html(body, day))
    return isDatedOutside(view, placesOf(view, acquired)[0]!, spec)
  }

  it('S2-102: the only day of a page dates what it says, whatever a reader leaves out', () => {
    expect(isOutside(`<p>${acquired}</p>`)).to.equal(false)
    expect(isOutside(`<p>${acquired}</p>`, 'July 4, 2026')).to.equal(true)
    expect(isOutside(`<p>${acquired}</p>`, 'June 4, 2025')).to.equal(true)
  })

  it('S2-102: in a list the days next to the passage do', () => {
    const list = (day: string) =>
      `<ul><li>May 2, 2026: a storm.</li><li>${day}: a fair.</li><li>${acquired} (${day})</li></ul>`
    expect(isOutside(list('July 3, 2026'))).to.equal(true)
    expect(isOutside(list('May 3, 2026'))).to.equal(false)
  })

  it('a page without a day dates nothing', () => {
    expect(isOutside(`<p>${acquired}</p>`, '')).to.equal(false)
  })
})
