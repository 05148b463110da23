import { expect } from 'chai'
import { formsOf, isIrregularPast, pastsOf } from '../../../reading/text/formsOf.ts'

describe('formsOf', () => {
  it('gives a verb, its present and its past', () => {
    for (const [verb, ...forms] of [
      ['launch', 'launches', 'launched'],
      ['announce', 'announces', 'announced'],
      ['deny', 'denies', 'denied'],
      ['deploy', 'deploys', 'deployed'],
      ['ban', 'bans', 'banned'],
      ['ship', 'ships', 'shipped'],
      ['rise', 'rises', 'rose', 'risen'],
      ['pass', 'passes', 'passed'],
      ['fix', 'fixes', 'fixed'],
      ['sell', 'sells', 'sold'],
      ['freeze', 'freezes', 'froze', 'frozen'],
    ] as const)
      expect(formsOf(verb), verb).to.deep.equal([verb, ...forms])
  })

  it('takes several, with any blanks between them', () => {
    expect(formsOf('  open\n  lose ')).to.deep.equal(['open', 'opens', 'opened', 'lose', 'loses', 'lost'])
  })

  it('words that are names of methods too are verbs like any other', () => {
    expect(formsOf('constructor')).to.deep.equal(['constructor', 'constructors', 'constructored'])
  })
})

describe('pastsOf', () => {
  it('pairs every form with what it is called when it has happened', () => {
    expect(pastsOf('ban steal')).to.deep.equal([
      ['ban', 'banned'],
      ['bans', 'banned'],
      ['banned', 'banned'],
      ['steal', 'stolen'],
      ['steals', 'stolen'],
      ['stole', 'stolen'],
      ['stolen', 'stolen'],
    ])
  })
})

describe('isIrregularPast', () => {
  it('knows pasts as they stand after "be", without an ending', () => {
    expect(['built', 'stolen', 'held'].map(isIrregularPast)).to.deep.equal([true, true, true])
    expect(['build', 'opened', 'stole'].map(isIrregularPast)).to.deep.equal([false, false, false])
  })
})
