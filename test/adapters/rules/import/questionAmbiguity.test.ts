import { expect } from 'chai'
import { questionAmbiguity, toQuestion } from '../../../../adapters/rules/index.ts'
import { Question } from '../../../../protocol/index.ts'
import { highOfAWindow as touch } from './markets.ts'

describe('questionAmbiguity', () => {
  it('C130: an auto rule leaves nothing open', () => {
    const question = Question.parse(toQuestion(touch).question!)
    expect(questionAmbiguity(question)).to.deep.equal({ ambiguity: 0, confidence: 1, factors: [] })
  })

  it('a manual rule is read like any rule in words, and is not blamed for the deadline that the contract has', () => {
    const manual = (title: string) => Question.parse(`§question ${title}\n§rule\nsource:manual`)
    const { ambiguity, factors } = questionAmbiguity(manual('Will they announce a deal?'))
    const names = factors.map(({ name }) => name)
    expect(names).to.include('conduct').and.not.to.include('no_deadline')
    expect(ambiguity).to.be.greaterThan(
      questionAmbiguity(manual('Will the NBA game end in a draw?')).ambiguity,
    )
  })
})
