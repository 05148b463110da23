import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { costOf, mergeCosts, readCosts } from '../../../scripts/test/costs.ts'

describe('the table of costs', () => {
  it('names only test files that exist', () => {
    const root = new URL('../../../', import.meta.url)
    const gone = Object.keys(readCosts()).filter((file) => !existsSync(fileURLToPath(new URL(file, root))))
    expect(gone, 'refresh it with npm test -- --measure').to.deep.equal([])
  })

  it('takes new measurements, keeps old ones, and forgets files that are gone', () => {
    const merged = mergeCosts({ b: 3, c: 4, gone: 9 }, { b: 5.04, a: 1.26 }, ['c', 'b', 'a'])
    expect(merged).to.deep.equal({ a: 1.3, b: 5, c: 4 })
    expect(Object.keys(merged)).to.deep.equal(['a', 'b', 'c'])
  })

  it('leaves out what takes a moment, and counts a moment for it', () => {
    expect(mergeCosts({ a: 7 }, { a: 0.2 }, ['a'])).to.deep.equal({})
    expect(costOf('a', {})).to.be.greaterThan(0)
    expect(costOf('a', { a: 7 })).to.equal(7)
  })
})
