import { expect } from 'chai'
import { madeSources } from '../../../scripts/bench/madeSources.ts'

describe('madeSources', () => {
  it('makes rules that cite their domain after whatever else they link to, the same for a seed', () => {
    const made = madeSources(200, 3)
    expect(madeSources(200, 3)).to.deep.equal(made)
    expect(new Set(made.map(({ description }) => description)).size).to.be.greaterThan(150)
    for (const { description, domain } of made) {
      expect(description.lastIndexOf(domain)).to.be.greaterThan(description.lastIndexOf('decoy'))
    }
  })
})
