import { expect } from 'chai'
import { chainOf, isRestated, sumOf } from '../../../adapters/captcha/chain.ts'
import type { Calculation } from '../../../adapters/captcha/compute.ts'
import * as Fraction from '../../../adapters/captcha/Fraction.ts'
import { readFactors } from '../../../adapters/captcha/factors.ts'
import { readOperands } from '../../../adapters/captcha/operands.ts'
import { tokensOf } from './reading.ts'

const told = (steps: readonly Calculation[] | null): string | null =>
  steps?.map(({ operation, value }) => `${operation} ${Fraction.toText(value)}`).join(', ') ?? null

const chain = (text: string): string | null => {
  const tokens = tokensOf(text)
  return told(chainOf(tokens, readOperands(tokens), readFactors(tokens)))
}

const sum = (text: string): string | null => {
  const tokens = tokensOf(text)
  return told(sumOf(tokens, readOperands(tokens)))
}

describe('chainOf', () => {
  it('takes one step after the other, in the order they are told', () => {
    const text = 'a claw of thirty newtons gains five newtons and then doubles and loses eight newtons'
    expect(chain(`${text}, what is its force now?`)).to.equal('add 5, multiply 2, subtract 8')
  })

  it('takes three steps at most', () => {
    const steps = 'gains five newtons and loses eight newtons and gains two newtons'
    expect(chain(`a claw of thirty newtons ${steps}, what is its force?`)).to.equal(
      'add 5, subtract 8, add 2',
    )
  })

  it('takes none where a step does not say which way it goes', () => {
    expect(chain('a claw of thirty newtons and five newtons loses eight, what is its force?')).to.equal(null)
  })

  it('takes none where something else than the end is asked', () => {
    const text = 'a claw of thirty newtons gains five newtons and loses eight newtons'
    expect(chain(`${text}, by how much did it change?`)).to.equal(null)
    expect(chain(`${text}, what was it before?`)).to.equal(null)
    expect(chain(`${text}, what is the average?`)).to.equal(null)
  })

  it('takes none of unlike numbers, of more than four, or where a factor stands first', () => {
    expect(chain('a claw of thirty newtons gains five newtons and loses eight meters, what is it?')).to.equal(
      null,
    )
    expect(chain('a doubled claw of thirty newtons gains five newtons, what is its force?')).to.equal(null)
    const steps = 'gains five newtons and loses eight newtons and gains two newtons and loses nine newtons'
    expect(chain(`a claw of thirty newtons ${steps}, what is its force?`)).to.equal(null)
    expect(chainOf([], [], [])).to.equal(null)
  })
})

describe('sumOf', () => {
  it('adds three or four numbers whose total is asked for', () => {
    expect(sum('claws of twenty, fifteen and twelve newtons push, what is the total force?')).to.equal(
      'add 15, add 12',
    )
  })

  it('leaves two numbers, one said twice, and what acts against the others', () => {
    expect(sum('claws of twenty and fifteen newtons push, what is the total force?')).to.equal(null)
    expect(sum('claws of twenty, fifteen and twenty newtons push, what is the total force?')).to.equal(null)
    expect(sum('twenty newtons, fifteen newtons against twelve newtons, what is the total?')).to.equal(null)
  })

  it('leaves numbers of which no total is asked, but for the net of what goes one way', () => {
    const text = 'claws of twenty, fifteen and twelve newtons push'
    expect(sum(`${text}, what is the net force?`)).to.equal(null)
    expect(sum(`${text} in the same direction, what is the net force?`)).to.equal('add 15, add 12')
  })
})

describe('isRestated', () => {
  it('knows a factor that is told again as a number', () => {
    const restated = (text: string) => {
      const tokens = tokensOf(text)
      return isRestated(tokens, readFactors(tokens)[0]!, readOperands(tokens).at(-1)!)
    }
    expect(restated('thirty newtons double, multiplied by two')).to.equal(true)
    expect(restated('thirty newtons double, multiplied by three')).to.equal(false)
    expect(restated('thirty newtons double and gain two')).to.equal(false)
  })
})
