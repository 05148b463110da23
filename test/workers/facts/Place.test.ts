import { expect } from 'chai'
import { viewPage } from '../../../workers/facts/index.ts'
import { partsOf, placesOf } from '../../../workers/facts/Place.ts'
import { acquired, html, page, source, url } from '../../helpers/factsFixture.ts'

describe('placesOf', () => {
  it('finds a quote wherever it stands, with its sentence', () => {
    const places = placesOf(
      page(html(`<p>${acquired}</p><p>Again: ${acquired}</p>`)),
      'acquired Tolland Ropes',
    )
    expect(places).to.have.length(2)
    expect(places[0]!.sentence).to.contain('Alder Marine has acquired')
  })

  it('finds a bare value of JSON with the object around it', () => {
    const body = '{"series":[{"date":"2026-03-18","value":"4.50"},{"date":"2026-03-20","value":"4.25"}]}'
    const view = viewPage({ url, status: 200, content_type: 'application/json', body }, source)
    expect(placesOf(view, '4.25').map(({ leaf }) => leaf!.beside[0])).to.deep.equal(['date: 2026-03-20'])
  })

  it('parts a row at its cells, so that no name reaches from one into the next', () => {
    const view = page(html('<table><tr><td>Hallgate City</td><td>Brackwell Town</td></tr></table>'))
    const [place] = placesOf(view, 'Hallgate City Brackwell Town')
    expect(
      partsOf(view, place!, 'Hallgate City Brackwell Town')
        .map((part) => part.trim())
        .filter(Boolean),
    ).to.deep.equal(['Hallgate City', 'Brackwell Town'])
  })
})
