import { expect } from 'chai'
import { Question } from '../../../protocol/index.ts'
import { displayOf } from '../../../workers/pipeline/questionIn.ts'

describe('displayOf', () => {
  const pose = (question: string) => Question.pose({ question, deadline: null })

  it('shows a § question by its words alone, without its event', () => {
    const posed = pose('§question Will Ada resign?\n§rule\nsource:manual\n§event Board Meeting')
    expect(displayOf(posed)).to.equal('Will Ada resign?')
  })

  it('shows a question without tags as it is', () => {
    expect(displayOf(pose('Will Ada resign?'))).to.equal('Will Ada resign?')
  })
})
