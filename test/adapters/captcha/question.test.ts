import { expect } from 'chai'
import { sceneOf } from './reading.ts'

const asked = (text: string): string => {
  const { tokens, question } = sceneOf(text)
  return tokens
    .slice(question.from, question.to)
    .map(({ word }) => word)
    .join(' ')
}

describe('questionIn', () => {
  it('begins with the first asking word after the last number', () => {
    expect(asked('a claw of thirty newtons gains twelve, what is it?')).to.equal('what is it')
  })

  it('begins with its by', () => {
    expect(asked('from thirty to twelve, by how much did it fall?')).to.equal('by how much did it fall')
  })

  it('stands before the numbers where nothing after them asks, and ends with the first of them', () => {
    expect(asked('how strong is a claw of thirty newtons and twelve newtons?')).to.equal(
      'how strong is a claw of',
    )
  })

  it('is none of `twice as much`', () => {
    expect(asked('thirty newtons and twice as much')).to.equal('')
  })
})
