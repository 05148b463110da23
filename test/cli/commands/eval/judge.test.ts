import { expect } from 'chai'
import { judge, verdictOf } from '../../../../cli/commands/eval/judge.ts'
import { answer, failing, played } from './lines.ts'

describe('judge', () => {
  it('FREETEXT §4: INVALID where the truth is YES or NO is undecided, any other difference is wrong', () => {
    expect(verdictOf('YES', 'YES')).to.equal('right')
    expect(verdictOf('INVALID', 'INVALID')).to.equal('right')
    expect(verdictOf('INVALID', 'NO')).to.equal('undecided')
    expect(verdictOf('NO', 'YES')).to.equal('wrong')
    expect(verdictOf('YES', 'INVALID')).to.equal('wrong')
  })

  it('an answer that failed is never right, also where nothing can be decided', () => {
    expect(judge(played('a', 'INVALID'), failing, 'me')).to.include({
      verdict: 'undecided',
      outcome: 'INVALID',
    })
  })

  it('sums up what the stages cost', () => {
    expect(judge(played('a'), answer({ fetched: 1 }), 'me')).to.deep.include({
      ms: 2_000,
      calls: 2,
      input_tokens: 900,
      output_tokens: 100,
      cost_micro_usd: 1_000,
      fetched: 1,
      by: 'me',
    })
  })
})
