import { expect } from 'chai'
import { rows } from '../../../scripts/bench/reading.ts'
import { withData, withEnv } from './staged.ts'

const extent = { decisive: 24, made: 9 }
const edit = (template: string, label: string | null, after: string) => ({
  question: 'Will it rain?',
  before: 'It resolves to "Yes" if it rains in May.',
  after,
  template,
  label,
})

describe('the bench of reading', function () {
  this.timeout(120_000)

  it('measures what is made where nothing is recorded, and says so', () => {
    const notes: string[] = []
    const names = withoutData(() => rows((text) => notes.push(text), extent).map(({ name }) => name))
    expect(notes.join()).to.include('CRESOLVER_DATA')
    for (const part of [
      'edits, made_a',
      'edits, made_b',
      'edits, decisive',
      'challenges',
      'sources',
      'candles',
    ])
      expect(
        names.some((name) => name.startsWith(part)),
        part,
      ).to.equal(true)
    expect(names.filter((name) => name.includes('recorded'))).to.deep.equal([])
  })

  it('counts recorded edits by template, and those falsely cosmetic', () => {
    const edits = [
      edit('T1', 'cosmetic', 'It resolves to "Yes" if it  rains in May.'),
      edit('T1', 'cosmetic', 'It resolves to "Yes" if it rains in June.'),
      edit('T2', 'meaningful', 'It resolves to "Yes" if it  rains in May.'),
      edit('T3', 'borderline', 'It resolves to "Yes" if it rains in June.'),
    ]
    const found = withData({ 'rule_edits_dev.jsonl': edits }, () => rows(() => {}, extent))
    expect(found.find(({ name }) => name === 'edits, recorded')).to.include({ n: 2, value: 0.25 })
    expect(found.find(({ name }) => name === 'edits, recorded, falsely cosmetic')).to.include({
      n: 3,
      value: 1,
    })
  })

  it('made sources and candles are all read right', () => {
    const found = withoutData(() => rows(() => {}, { ...extent, made: 60 }))
    for (const name of ['sources, generator of 2026-11-19', 'candles, generator of 2026-11-19'])
      expect(
        found.find((row) => row.name === name),
        name,
      ).to.include({ n: 60, value: 1 })
  })
})

const withoutData = <T>(work: () => T): T =>
  withEnv('CRESOLVER_DATA', '', () => {
    delete process.env.CRESOLVER_DATA
    return work()
  })
