import { expect } from 'chai'
import { rowsOf } from '../../../scripts/bench/capacitySoak.ts'

// The bursts themselves are those of capacity.test.ts.
describe('a soak', () => {
  it('is what grew a market after the first burst, which warms up', () => {
    const rows = rowsOf(
      [
        { heap: 100e6, rss: 300e6, database: 8e6 },
        { heap: 150e6, rss: 500e6, database: 8.5e6 },
        { heap: 104e6, rss: 310e6, database: 9e6 },
      ],
      3,
      10,
    )
    expect(rows.map(({ value, unit }) => [value, unit])).to.deep.equal([
      [200, 'kB a market'],
      [500, 'kB a market'],
      [50, 'kB a market'],
      [104, 'MB'],
      [310, 'MB'],
    ])
    for (const { name, n } of rows)
      expect([name.slice(0, 23), n]).to.deep.equal(['soak of 2 × 10 markets,', 3])
  })
})
