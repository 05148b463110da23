import { readFileSync } from 'node:fs'
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

  it('prints what docs/economics.md shows', () => {
    const page = readFileSync(new URL('../../../docs/economics.md', import.meta.url), 'utf8')
    for (const text of notes.filter((note) => note.startsWith('|'))) expect(page).to.contain(text)
    const bets = [3, 5, 10, 32].map((n) => {
      const own = measured.filter((row) => row.n === n && /^second edition, turn: bets/.test(row.name))
      return `| ${n} | ${own.map(({ value }) => value.toFixed(2)).join(' | ')} |`
    })
    for (const text of bets) expect(page).to.contain(text)
  })

  it('finds the coalitions that SPEC expects', () => {
    const seats = (goal: string) =>
      measured.filter(({ name }) => name === `second edition, ${goal}: seats`).map(({ value }) => value)
    expect(seats('turn')).to.deep.equal([2, 3, 6, 18])
    expect(seats('block')).to.deep.equal([2, 3, 5, 15])
  })
})
