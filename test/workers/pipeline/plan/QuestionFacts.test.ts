import { expect } from 'chai'
import { questionFacts } from '../../../../workers/pipeline/plan/QuestionFacts.ts'
import { question, subjectOf } from './world.ts'

const factsOf = (text: string) => questionFacts(subjectOf(text))

describe('plan/QuestionFacts', () => {
  it('S2-113: reads subject, day and window from the question’s own words and the market’s times', () => {
    expect(factsOf(question).values).to.include({
      subject: 'Aldermoor Systems',
      date: '2026-03-31',
      from: '2026-01-15',
      to: '2026-03-31',
      from_year: '2026',
    })
    expect(factsOf('Will Vale win on March 3, 2026?').values).to.include({
      date: '2026-03-03',
      year: '2026',
      month: '03',
    })
  })

  it('S2-113: takes links of sentences that name sources, and parts question from rules', () => {
    const facts = factsOf(
      'Will it rain? The resolution source is https://www.example.org/a, or https://b.example.com. Read more at https://c.example.net/x.',
    )
    expect(facts.title).to.equal('Will it rain?')
    expect(facts.links).to.deep.equal(['https://www.example.org/a'])
    expect(facts.named.slice(0, 2)).to.deep.equal(['example.org', 'b.example.com'])
    expect(facts.named).to.not.include('c.example.net').and.not.include('example.net')
  })
})
