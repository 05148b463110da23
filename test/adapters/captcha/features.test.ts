import { expect } from 'chai'
import {
  dropFeatures,
  isAsked,
  likeness,
  linkFeatures,
  noneFeatures,
  questionFeatures,
} from '../../../adapters/captcha/features.ts'
import { sceneOf } from './reading.ts'

const link = (text: string) => {
  const scene = sceneOf(text)
  return linkFeatures(scene, scene.mentions[0]!, scene.mentions[1]!)
}
const drop = (text: string, at: number) => dropFeatures(sceneOf(text), at)

describe('linkFeatures', () => {
  it('says what stands around two numbers, each word with its place and with what it does', () => {
    const found = link('a claw of thirty newtons gains twelve more newtons, what is the total?')
    expect(found).to.include.members([
      'between gains',
      'between: add',
      'last gains',
      'last: add',
      'head1 of',
      'kinds force-force',
      'likeness alike',
      'way: add: total',
    ])
  })

  it('says what the units are, and which of them is asked for', () => {
    const found = link('nine crabs hold four pebbles each, how many pebbles?')
    expect(found).to.include.members(['kinds count-count', 'goal NY', 'likeness unlike', 'goal NY true'])
    expect(link('two meters per second for three seconds, how far?')).to.include.members(['rates 10'])
    expect(link('two meters and three centimeters')).to.include('likeness sizes')
  })

  it('says which sign stands between', () => {
    expect(link('thirty + twelve')).to.include('sign +')
    expect(link('thirty-newtons -twelve').filter((one) => one.startsWith('sign'))).to.deep.equal([])
  })
})

describe('dropFeatures', () => {
  it('B12: knows what is taken back, said again or begun anew', () => {
    expect(drop('twelve, no, fourteen newtons', 0)).to.include('drop taken back')
    expect(drop('twelve newtons and fourteen newtons', 0)).to.not.include('drop taken back')
    expect(drop('twelve newtons, twelve newtons, five newtons', 1)).to.include('drop again many')
    expect(drop('nine times four, no, nine times five', 0)).to.include('drop begun anew')
  })

  it('B12: knows names and asides', () => {
    expect(drop('claw one has six newtons, claw two has five newtons', 0)).to.include.members([
      'drop label',
      'drop one',
    ])
    expect(drop('six newtons and five newtons, what is six plus five?', 2)).to.include.members([
      'drop again true',
      'drop asked',
    ])
  })
})

describe('questionFeatures', () => {
  it('says what is asked, and what is told before', () => {
    const found = questionFeatures(sceneOf('six newtons are lost, what remains?'))
    expect(found).to.include.members([
      'asked: remain',
      'asked remains',
      'told: subtract',
      'askedPair what remains',
    ])
  })
})

describe('noneFeatures', () => {
  it('says how many numbers there are, and what is asked of them', () => {
    expect(noneFeatures(sceneOf('six newtons'))).to.include.members(['none of 1', 'none goal'])
    expect(noneFeatures(sceneOf('six newtons and five meters, what is the total?'))).to.include.members([
      'none of 2',
      'none likeness unlike',
      'none asked: total',
    ])
  })
})

describe('isAsked and likeness', () => {
  it('leave open what is not told', () => {
    const scene = sceneOf('six newtons and five, how strong is it?')
    const [a, b] = scene.mentions
    expect([isAsked(scene, a!.dimension), isAsked(scene, { m: 1 }), isAsked(scene, null)]).to.deep.equal([
      'Y',
      'N',
      '?',
    ])
    expect(likeness(a!, b!)).to.equal('?')
  })
})
