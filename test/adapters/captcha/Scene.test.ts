import { expect } from 'chai'
import { readOperands } from '../../../adapters/captcha/operands.ts'
import { has, lastOf, nextOf, says, saysInRow, spanOf } from '../../../adapters/captcha/Scene.ts'
import { sceneOf, tokensOf } from './reading.ts'

const span = (text: string) => spanOf(tokensOf(text))

describe('a span', () => {
  it('is asked for roles, words and words in a row', () => {
    const some = span('the total force of both')
    expect(has(some, 'total', 'remain')).to.equal(true)
    expect(has(some, 'remain')).to.equal(false)
    expect(says(some, 'force')).to.equal(true)
    expect(says(some, 'forc')).to.equal(false)
    expect(saysInRow(some, 'force of')).to.equal(true)
    expect(saysInRow(some, 'of force')).to.equal(false)
    expect(saysInRow(some, 'orce of')).to.equal(false)
  })

  it('gives its last words', () => {
    expect(lastOf(span('the total force'), 2).words).to.deep.equal(['total', 'force'])
    expect(lastOf(span('force'), 5).words).to.deep.equal(['force'])
  })
})

describe('setScene', () => {
  it('takes a text apart around its two numbers', () => {
    const scene = sceneOf(
      'a claw of thirty newtons gains twelve newtons after molting, what is its force now?',
    )
    expect(scene.head.words).to.deep.equal(['a', 'claw', 'of'])
    expect(scene.between.words).to.deep.equal(['newtons', 'gains'])
    expect(scene.nextToA.words).to.deep.equal(['gains', 'twelve'])
    expect(scene.next.words).to.deep.equal(['after', 'molting'])
    expect(scene.told.words).to.deep.equal(['newtons', 'after', 'molting'])
    expect(scene.question.words).to.deep.equal(['what', 'is', 'its', 'force', 'now'])
    expect(scene.goal!.word).to.equal('force')
  })

  it('looks for the question before the numbers where none follows', () => {
    const { question, tail } = sceneOf('how much is thirty newtons and twelve newtons?')
    expect(question.words).to.deep.equal(['how', 'much', 'is', 'newtons'])
    expect(tail.words).to.deep.equal(question.words)
  })

  it('begins the question with its by', () => {
    expect(sceneOf('from thirty to twelve, by how much did it fall?').question.words[0]).to.equal('by')
  })

  it('tells a sign between the numbers from one among other words', () => {
    expect(sceneOf('what is thirty newtons × twelve?')).to.include({ sign: '*', strays: '' })
    expect(sceneOf('what is thirty - twelve?')).to.include({ sign: '-', strays: '' })
    expect(sceneOf('what is thirty-newtons -twelve?').sign).to.equal('')
    expect(sceneOf('a claw of thirty + a crab of twelve, what is it?')).to.include({ sign: '', strays: '+' })
  })

  it('sees a slash only where it stands alone', () => {
    expect(sceneOf('what is thirty / twelve?').isSlashed).to.equal(true)
    expect(sceneOf('what is thirty newtons/ twelve?').isSlashed).to.equal(false)
    expect(sceneOf('what is thirty of a crab / twelve?').isSlashed).to.equal(false)
  })
})

describe('nextOf', () => {
  it('goes on with two words after the unit, or with `more` before it, and ends with the clause', () => {
    const next = (text: string) => {
      const tokens = tokensOf(text)
      return spanOf(nextOf(tokens, readOperands(tokens)[0]!)).words
    }
    expect(next('seven newtons stronger than a crab')).to.deep.equal(['stronger', 'than'])
    expect(next('seven more newtons of force')).to.deep.equal(['more', 'newtons'])
    expect(next('seven newtons, stronger than')).to.deep.equal([])
    expect(next('seven newtons how strong')).to.deep.equal([])
  })
})
