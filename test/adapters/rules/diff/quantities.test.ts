import { expect } from 'chai'
import { tokens } from '../../../../adapters/rules/diff/tokens.ts'

const keys = (text: string) => tokens(text).map(({ key }) => key)
const isSame = (a: string, b: string) => keys(a).join(' ') === keys(b).join(' ')

describe('quantities of a rule', () => {
  it('are one however number, currency and scale are written', () => {
    for (const [a, b] of [
      ['$1.5M', '1,500,000 dollars'],
      ['$1,000', '$1000'],
      ['$2 billion', '2,000,000,000 USD'],
      ['5%', '5 percent'],
      ['the 5th', 'the fifth'],
    ] as const)
      expect(isSame(a, b), `${a} / ${b}: ${keys(a)} / ${keys(b)}`).to.equal(true)
  })

  it('are compared alike in words and signs', () => {
    expect(isSame('at least $100', '≥ $100')).to.equal(true)
    expect(isSame('at least $100', 'more than $100')).to.equal(false)
    expect(isSame('$100 or more', 'at least $100')).to.equal(true)
  })

  it('differ by their sign, unit and digits', () => {
    for (const [a, b] of [
      ['$1.5M', '$1.5B'],
      ['-5 points', '5 points'],
      ['5%', '5'],
      ['$100', '€100'],
      ['100', '1000'],
      ['5th', '6th'],
    ] as const)
      expect(isSame(a, b), `${a} / ${b}`).to.equal(false)
  })

  it('know a split by any of its names', () => {
    for (const text of ['50/50', '50:50', 'fifty-fifty']) expect(isSame('50-50', text), text).to.equal(true)
  })
})
