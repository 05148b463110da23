import { expect } from 'chai'
import { rows, summary } from '../../../scripts/bench/economics.ts'

describe('the bench of the cost of corruption', () => {
  const notes: string[] = []
  const measured = rows((text) => void notes.push(text))

  it('prints a table for each edition', () => {
    expect(notes.filter((text) => text.includes('edition'))).to.have.length(2)
    for (const n of [3, 5, 10, 32])
      expect(notes.filter((text) => text.startsWith(`| ${n} |`))).to.have.length(4)
    expect(summary).to.be.a('string')
  })

  it('has rows that name what they measure once for each size', () => {
    const names = measured.map(({ name, n }) => `${name} ${n}`)
    expect(new Set(names).size).to.equal(names.length)
    expect(measured.every(({ value }) => Number.isFinite(value))).to.equal(true)
  })

  it('finds the coalitions that SPEC expects', () => {
    const seats = (goal: string) =>
      measured.filter(({ name }) => name === `second edition, ${goal}: seats`).map(({ value }) => value)
    expect(seats('turn')).to.deep.equal([2, 3, 6, 18])
    expect(seats('block')).to.deep.equal([2, 3, 5, 15])
  })
})
