import { expect } from 'chai'
import { formsOf, pastsOf } from '../../../reading/text/formsOf.ts'

describe('formsOf', () => {
  it('gives a verb, its present and its past', () => {
    for (const [verb, ...forms] of [
      ['launch', 'launches', 'launched'],
      ['announce', 'announces', 'announced'],
      ['deny', 'denies', 'denied'],
      ['deploy', 'deploys', 'deployed'],
      ['ban', 'bans', 'banned'],
      ['pass', 'passes', 'passed'],
      ['fix', 'fixes', 'fixed'],
      ['sell', 'sells', 'sold'],
      ['freeze', 'freezes', 'froze', 'frozen'],
    ] as const)
      expect(formsOf(verb), verb).to.deep.equal([verb, ...forms])
  })

  it('takes several, with any blanks between them', () => {
    expect(formsOf('  win\n  lose ')).to.deep.equal(['win', 'wins', 'wined', 'lose', 'loses', 'losed'])
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
