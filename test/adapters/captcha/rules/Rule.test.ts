import { expect } from 'chai'
import {
  abstain,
  anywhere,
  asksChange,
  asksFor,
  asksMore,
  asksOne,
  asksOrigin,
  asksToAdd,
  asksTotal,
  decide,
  decideSwapped,
  kinds,
  mayBeAlike,
} from '../../../../adapters/captcha/rules/Rule.ts'
import { sceneOf } from '../reading.ts'

/** A scene of two alike, of which something is asked. */
const asking = (question: string) =>
  sceneOf(`a claw has thirty newtons and a crab twelve newtons, ${question}`)

describe('a decision', () => {
  it('names an operation and its order, or only why there is none', () => {
    expect(decide('add', 'so')).to.deep.equal({ operation: 'add', why: 'so', isSwapped: false })
    expect(decideSwapped('divide', 'so')).to.deep.equal({ operation: 'divide', why: 'so', isSwapped: true })
    expect(abstain('so')).to.deep.equal({ operation: null, why: 'so', isSwapped: false })
  })
})

describe('what a scene is of', () => {
  it('is looked for before, between and after the numbers', () => {
    for (const text of ['total thirty and twelve', 'thirty total twelve', 'thirty and twelve total'])
      expect(anywhere(sceneOf(text), 'total'), text).to.equal(true)
    expect(anywhere(sceneOf('thirty and twelve'), 'total')).to.equal(false)
  })

  it('is of two kinds in either order', () => {
    const scene = sceneOf('thirty newtons for twelve seconds')
    expect([kinds(scene, 'force', 'time'), kinds(scene, 'time', 'force')]).to.deep.equal([true, true])
    expect(kinds(scene, 'force', 'force')).to.equal(false)
    expect(mayBeAlike(scene)).to.equal(false)
    expect(mayBeAlike(sceneOf('thirty newtons and twelve'))).to.equal(true)
  })
})

describe('what a question asks', () => {
  it('is a measure', () => {
    expect(asksFor(asking('how heavy is it?'), 'mass')).to.equal(true)
    expect(asksFor(asking('how heavy is it?'), 'speed')).to.equal(false)
    expect(asksFor(asking('what is it?'), 'force')).to.equal(false)
  })

  for (const [name, asks, yes, no] of [
    ['a total', ({ question }) => asksTotal(question), 'how much in all?', 'how much of all?'],
    ['to add', ({ question }) => asksToAdd(question), 'what if they add?', 'what if they meet?'],
    ['what was before', asksOrigin, 'what was its initial force?', 'what is its force?'],
    ['a change', asksChange, 'by how much?', 'how much?'],
    ['how much it grew', asksChange, 'how much did it grow?', 'how did it grow?'],
    ['how much more', asksMore, 'how much stronger is it?', 'how strong is it?'],
    ['how many more', asksMore, 'how many more newtons?', 'how many newtons in all?'],
    ['for one', asksOne, 'how much per lobster?', 'how much per second?'],
    ['for a single one', asksOne, 'how much has one claw?', 'how much has the younger one?'],
  ] as readonly [string, (scene: ReturnType<typeof sceneOf>) => boolean, string, string][])
    it(`is ${name}: “${yes}”, but not “${no}”`, () => {
      expect(asks(asking(yes)), yes).to.equal(true)
      expect(asks(asking(no)), no).to.equal(false)
    })
})
