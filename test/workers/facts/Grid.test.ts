import { expect } from 'chai'
import { besides, headsOf, labelledText, rowAt, rowText } from '../../../workers/facts/Grid.ts'
import { html, page } from '../../helpers/factsFixture.ts'

const table = page(
  html(
    '<table><tr><th>Lot</th><th>Hammer</th></tr><tr><td>117</td><td>15,500</td></tr><tr><td>118</td><td>215,000</td></tr></table>',
  ),
)
const at = table.text.indexOf('215,000')

describe('rowsOf', () => {
  it('S2-113: reads tables as rows of cells, each under the head of its column', () => {
    const row = rowAt(table.rows, at, at + 7)!
    expect(rowText(row)).to.equal('118 | 215,000')
    expect(labelledText(row)).to.equal('Lot 118 | Hammer 215,000')
    expect(headsOf(row)).to.equal('Lot Hammer')
    expect(besides(table.rows, row).map(rowText)).to.include('117 | 15,500')
  })
})

describe('rowAt', () => {
  it('is none for a passage that reaches over several rows, or stands in no table', () => {
    expect(rowAt(table.rows, table.text.indexOf('15,500'), at + 7)).to.equal(null)
    expect(rowAt(table.rows, 0, 3)).to.equal(null)
  })
})
