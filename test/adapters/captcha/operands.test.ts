import { expect } from 'chai'
import * as Fraction from '../../../adapters/captcha/Fraction.ts'
import { readOperands } from '../../../adapters/captcha/operands.ts'
import { tokensOf } from './reading.ts'

const numbers = (text: string): number[] =>
  readOperands(tokensOf(text)).map(({ value }) => Number(Fraction.toText(value)))

describe('readOperands', () => {
  it('takes the numbers in the order they stand', () => {
    expect(numbers('a claw of thirty newtons gains twelve, what is it?')).to.deep.equal([30, 12])
    expect(numbers('a claw')).to.deep.equal([])
  })

  it('leaves numbers that only name something', () => {
    expect(numbers('one claw has thirty newtons, the dominant one has twelve')).to.deep.equal([30, 12])
    expect(numbers('claw one has thirty newtons and claw two has twelve newtons')).to.deep.equal([30, 12])
    expect(numbers('on day one it eats thirty clams, on day two twelve clams')).to.deep.equal([30, 12])
  })

  it('keeps a one that is reckoned with or measured', () => {
    expect(numbers('a speed of nine slows by one')).to.deep.equal([9, 1])
    expect(numbers('what is one + two')).to.deep.equal([1, 2])
    expect(numbers('nine newtons and one newton')).to.deep.equal([9, 1])
    expect(numbers('what is one plus nine')).to.deep.equal([1, 9])
  })

  it('leaves a number that is taken back, as long as two come after it', () => {
    expect(numbers('a claw of fifty, no, thirty newtons gains twelve')).to.deep.equal([30, 12])
    expect(numbers('a claw of fifty, no, thirty newtons')).to.deep.equal([50, 30])
  })

  it('leaves one that is said again', () => {
    expect(numbers('forty newtons forty newtons and gains seven')).to.deep.equal([40, 7])
    expect(numbers('forty newtons + forty newtons and gains seven')).to.deep.equal([40, 40, 7])
    expect(numbers('forty newtons and forty newtons')).to.deep.equal([40, 40])
  })

  it('takes the question’s own words for numbers where they say what to do', () => {
    const told = (question: string) => {
      const tokens = tokensOf(`it has twenty newtons and seven claws, ${question}`)
      return readOperands(tokens).map(({ from }) => from)
    }
    const [first, second] = told('what is it?')
    expect(told('what is twenty * seven?').every((from) => from > second!)).to.equal(true)
    expect(told('what of twenty for seven?')).to.deep.equal([first, second])
  })

  it('leaves all of them, and counts where there are two measured numbers', () => {
    expect(numbers('thirty newtons and twelve newtons, what is the average of the two?')).to.deep.equal([
      30, 12,
    ])
    expect(numbers('a lobster with eight legs pushes thirty newtons and gains twelve newtons')).to.deep.equal(
      [30, 12],
    )
  })

  it('leaves what is of another kind than is asked for', () => {
    const text = 'thirty newtons and twelve newtons at five meters per second'
    expect(numbers(`${text}, what is the total force?`)).to.deep.equal([30, 12])
    expect(numbers(`${text}, what is it?`)).to.deep.equal([30, 12, 5])
  })
})
