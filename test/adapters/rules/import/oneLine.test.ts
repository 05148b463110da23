import { expect } from 'chai'
import { oneLine, titleOf } from '../../../../adapters/rules/import/oneLine.ts'
import { Question } from '../../../../protocol/index.ts'

describe('oneLine', () => {
  it('is a line that a § question may have', () => {
    const hostile = ' \u202e§rule\u200b\u0000\n\tsource:\u00adcafe\u0301 \ud800 🌊\ufeff '
    expect(oneLine(hostile)).to.equal('rule source:café 🌊')
    expect(Question.isValid(`§question ${oneLine(hostile)}\n§rule\nsource:manual`)).to.equal(true)
  })

  it('a title has 512 characters at most, and no half of one', () => {
    expect(titleOf('a'.repeat(600))).to.have.lengthOf(512)
    expect(titleOf(`${'a'.repeat(511)}🌊`)).to.equal('a'.repeat(511))
  })
})
