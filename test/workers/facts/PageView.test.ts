import { expect } from 'chai'
import { viewPage } from '../../../workers/facts/index.ts'
import { acquired, fetched, html, page, source } from '../../helpers/factsFixture.ts'

describe('viewPage', () => {
  it('S2-113: knows hidden text, days and headings', () => {
    const view = page(html(`<p>${acquired}</p><div style="display:none">hidden words</div>`))
    expect(view.fault).to.equal(null)
    expect(view.hidden.map(({ start, end }) => view.text.slice(start, end)).join()).to.contain('hidden words')
    expect(view.days.map(({ year, month, day }) => [year, month, day])).to.deep.equal([[2026, 6, 11]])
    expect(view.headings.map(({ start, end }) => view.text.slice(start, end))).to.deep.equal([
      'Ropes and sails',
    ])
  })

  it('S2-113: an error and an empty page are at fault, whatever they hold', () => {
    expect(viewPage(fetched(html(`<p>${acquired}</p>`), 503), source).fault).to.equal('error')
    expect(viewPage(fetched(''), source).fault).to.equal('empty')
  })
})
