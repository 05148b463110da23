import { expect } from 'chai'
import { dollars, summarizeEffort } from '../../../../cli/commands/eval/summarizeEffort.ts'
import { totalsOf } from '../../../../cli/commands/eval/totals.ts'
import { line } from './lines.ts'

describe('summarizeEffort', () => {
  it('issue 16: a row a stage with times, tokens and cost, of all and of one case', () => {
    const table = summarizeEffort(totalsOf([line('a', 'YES'), line('b', 'YES')]))
    expect(table).to.match(/^collector +0\.5 s +0\.5 s +0\.5 s +0 +0 +0 +\$0\.0000 +\$0\.0000$/m)
    expect(table).to.match(/^auditor +1\.5 s +1\.5 s +1\.5 s +4 +1800 +200 +\$0\.0020 +\$0\.0010$/m)
    expect(table).to.match(/^whole answer +2\.0 s .*\$0\.0020 +\$0\.0010$/m)
  })

  it('of a worker elsewhere only the whole is seen, and its cost is its own', () => {
    const there = line('a', 'YES', { effort: { ms: 4_000, stages: {} } })
    expect(summarizeEffort(totalsOf([there]))).to.match(/^whole answer +4\.0 s .*unknown +unknown$/m)
    expect(dollars(null)).to.equal('unknown')
    expect(dollars(1_234_500)).to.equal('$1.2345')
  })
})
