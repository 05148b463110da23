import { expect } from 'chai'
import { Question } from '../../../protocol/index.ts'
import { keywords } from '../../../reading/text/keywords.ts'
import { displayOf } from '../../../workers/pipeline/questionIn.ts'

describe('displayOf', () => {
  const pose = (question: string) => Question.pose({ question, deadline: null })

  it('shows a § question by its words alone, without its event', () => {
    const posed = pose('§question Will Ada resign?\n§rule\nsource:manual\n§event Board Meeting')
    expect(displayOf(posed)).to.equal('Will Ada resign?')
    expect(keywords(displayOf(posed)).names).to.deep.equal(['Ada'])
  })

  it('shows a question without tags as it is', () => {
    expect(displayOf(pose('Will Ada resign?'))).to.equal('Will Ada resign?')
  })
})
