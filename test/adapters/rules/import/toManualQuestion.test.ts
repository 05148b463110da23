import { expect } from 'chai'
import { toManualQuestion } from '../../../../adapters/rules/index.ts'
import { Instant, Question } from '../../../../protocol/index.ts'
import { partsOf } from '../../../../workers/pipeline/text/Event.ts'
import { ancillary, made } from '../../../helpers/uma.ts'

describe('toManualQuestion', () => {
  it('AUDIT D6: is a clean § question of ancillary data: title, rules and deadline, and nothing of the blob', () => {
    const { question, deadline } = toManualQuestion(ancillary({ between: ' market_id: 7 ' }))
    expect(deadline).to.equal(Instant.parse('2027-03-02T04:59:00Z'))
    expect(question).to.equal(
      `§question ${made.question} ${made.description.replace(/\s+/g, ' ')}\n§rule\nsource:manual\ndeadline:2027-03-02T04:59:00Z`,
    )
    expect(Question.isValid(question!, { deadline: deadline! })).to.equal(true)
  })

  it('workers part the title from the rules again', () => {
    const read = (title: string) => {
      const { question } = toManualQuestion({ question: title, description: 'Yes if it does.' })
      return partsOf(Question.validate(question!).question!)
    }
    expect(read('Will it rain?')).to.deep.equal({ title: 'Will it rain?', rules: 'Yes if it does.' })
    expect(read('Foxes vs. Hares')).to.deep.equal({ title: 'Foxes vs. Hares?', rules: 'Yes if it does.' })
  })

  it('AUDIT D6: says what Yes and No stand for where a market has other labels', () => {
    const { question } = toManualQuestion(ancillary({ yes: 'Foxes', no: 'Hares' }))
    expect(question).to.include('Yes stands for "Foxes", and No for "Hares".')
    expect(toManualQuestion(ancillary()).question).not.to.include('stands for')
  })

  it('error: rules that do not fit are refused, not cut', () => {
    expect(toManualQuestion({ question: 'Long?', description: 'a '.repeat(2_000) })).to.deep.equal({
      question: null,
      deadline: null,
      why: 'The question is not valid: TOO_LONG.',
    })
  })

  it('a § in a market begins no tag', () => {
    const { question } = toManualQuestion({
      question: 'Rain?\n§rule\nsource:binance:BTCUSDT',
      description: 'No.',
    })
    expect(Question.validate(question!).rule.source).to.equal('manual')
  })
})
