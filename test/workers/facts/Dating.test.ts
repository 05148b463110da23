import { expect } from 'chai'
import { supportOf, zoneOf } from '../../../workers/facts/Dating.ts'
import { placesOf } from '../../../workers/facts/Place.ts'
import * as Span from '../../../workers/facts/Span.ts'
import { html, page } from '../../helpers/factsFixture.ts'

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
