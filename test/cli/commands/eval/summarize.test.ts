import { expect } from 'chai'
import { schema } from '../../../../cli/commands/eval/Case.ts'
import { intervalOf } from '../../../../cli/commands/eval/Interval.ts'
import { summarize } from '../../../../cli/commands/eval/summarize.ts'
import { asked, source } from '../../../helpers/factsFixture.ts'

const played = schema.parse({
  ...asked,
  id: 'a',
  category: 'legal',
  sources: [source],
  pages: [],
  truth: 'NO',
})
const line = {
  id: 'a',
  truth: 'NO',
  outcome: 'YES',
  confidence: 0.9,
  rule: 'affirmed',
  verdict: 'wrong',
  why: '',
} as const

describe('summarize', () => {
  it('FREETEXT §4: counts right, undecided and wrong of each group, with intervals', () => {
    const table = summarize([
      { played, line },
      { played, line: { ...line, outcome: 'NO', verdict: 'right' } },
    ])
    expect(table).to.match(/^all +2 +1 \(50\.0 %\) +0 \(0\.0 %\) +1 \(50\.0 %\)/m)
    expect(table).to.match(/^category legal +2/m)
    expect(table).not.to.contain('truth YES')
  })
})

describe('intervalOf', () => {
  it("gives Wilson's interval", () => {
    const { low, high } = intervalOf(0, 72)
    expect(low).to.equal(0)
    expect(high).to.be.closeTo(0.0507, 0.0005)
    expect(intervalOf(0, 0)).to.deep.equal({ low: 0, high: 1 })
  })
})
