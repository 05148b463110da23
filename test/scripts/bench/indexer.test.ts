import { expect } from 'chai'
import { rows } from '../../../scripts/bench/indexer.ts'

describe('npm run bench -- indexer', function () {
  this.timeout(300_000)

  it('WEB §9: reads all markets from their logs, and asks each kind of question', async () => {
    const found = await rows(() => {}, { markets: 200, asks: 3 })
    expect(found.find(({ name }) => name === 'markets read')!.n).to.equal(200)
    const asked = found.filter(({ name }) => name.endsWith(', p95'))
    expect(asked.length).to.be.greaterThan(15)
    for (const { name, value, unit } of asked) expect([value > 0, unit], name).to.deep.equal([true, 'ms'])
  })
})
