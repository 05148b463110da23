import { expect } from 'chai'
import { Patience } from '../../../scripts/mutants/patience.ts'

const minute = 60_000

describe('Patience', () => {
  it('lasts for what may be computed, however long a busy machine takes for it', () => {
    const patience = new Patience(20_000, 0)
    for (let i = 1; i <= 20; i++) expect(patience.isOver(i * 1_000, i * 9 * minute)).to.equal(false)
    expect(patience.isOver(20_001, 180 * minute)).to.equal(true)
  })

  it('ends where nothing is computed any more: tests then wait for what never comes', () => {
    const patience = new Patience(Infinity, 0)
    expect(patience.isOver(1_000, 9 * minute)).to.equal(false)
    expect(patience.isOver(1_900, 19 * minute)).to.equal(false)
    expect(patience.isOver(1_990, 19 * minute + 1)).to.equal(true)
  })
})
