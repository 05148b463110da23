import { expect } from 'chai'
import * as Conclusion from '../../../protocol/rubric/Conclusion.ts'
import * as Text from '../../../protocol/rubric/Text.ts'

const said = (sentence: string) => Conclusion.of(Text.words(Text.fold(sentence)))

describe('Conclusion', () => {
  it('C76: is what a sentence plainly says', () => {
    for (const sentence of [
      'So the market resolves to Yes.',
      'The answer is yes because the record shows it.',
      'My determination is a yes',
      'Answer is yes',
      'The resolution should be Yes, based on the report.',
      'This is resolved as yes and final',
    ])
      expect(said(sentence), sentence).to.equal(true)
    for (const sentence of [
      'The verdict is no.',
      'It should resolve to No (p1)',
      'The answer is no, given the score',
    ])
      expect(said(sentence), sentence).to.equal(false)
  })

  it('C76: is nothing under a condition, in the future or in doubt', () => {
    for (const sentence of [
      'If Rosenborg lose, the market resolves to no.',
      'The market resolves to yes, otherwise to no',
      'It would resolve to no',
      'Whether the answer is yes is open',
      'The market will resolve to yes',
      'The answer is not a yes',
      'The answer is yes or no',
      'The answer could be no',
    ])
      expect(said(sentence), sentence).to.equal(null)
  })

  it('is no word that belongs to something else', () => {
    for (const sentence of [
      '',
      'No',
      'There is no evidence of it',
      'The answer is no surprise',
      'The resolution source is no longer there',
      'He said yes to the offer',
      'The reply to the question of the resolution, as everyone in town can see, is yes',
    ])
      expect(said(sentence), sentence).to.equal(null)
  })

  it('is the last of two', () => {
    expect(said('The answer is yes and the verdict is no')).to.equal(false)
  })
})
