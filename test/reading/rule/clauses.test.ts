import { expect } from 'chai'
import { namedOutcomes, readClauses } from '../../../reading/rule/clauses.ts'
import { scan } from '../../../reading/text/Words.ts'

const of = (text: string, ...outcomes: string[]) =>
  readClauses(scan(text), outcomes).map(({ kind, settles }) => [kind, settles])

describe('clauses', () => {
  it('say what happens otherwise, and how the market ends then', () => {
    expect(of('If it is canceled, this market will resolve 50-50.')).to.deep.equal([
      ['cancellation', '50-50'],
      ['fifty_fifty', '50-50'],
    ])
    expect(of('If it is postponed, the market will remain open.')).to.deep.equal([
      ['postponement', 'open'],
      ['extension', 'open'],
    ])
    expect(of('In a tie, it resolves to "gulls".', 'Gulls', 'Foxes')).to.deep.equal([['tie', 'Gulls']])
    expect(of('If the page is unavailable, others may be used.')).to.deep.equal([['fallback', null]])
    expect(of('It rains.')).to.deep.equal([])
  })

  it('one of each kind and sentence is told', () => {
    expect(of('Delayed or postponed or rescheduled. Delayed again.')).to.deep.equal([
      ['postponement', null],
      ['postponement', null],
    ])
  })

  it('S4-86: a text that repeats them for pages has no more than 64', () => {
    expect(of('It is delayed. '.repeat(500))).to.have.length(64)
  })

  it('stand where they are found', () => {
    const text = 'If the game is not played, it ends.'
    const [clause] = readClauses(scan(text), [])
    expect(text.slice(clause!.start, clause!.end)).to.equal('not played')
  })
})

describe('the outcomes that a rule names', () => {
  const labels = (text: string, ...outcomes: string[]) =>
    namedOutcomes(scan(text), outcomes).map(({ label }) => label)

  it('are the market’s own labels, in its own spelling', () => {
    expect(labels('It resolves to "YES". Otherwise it will resolve to “no.”', 'Yes', 'No')).to.deep.equal([
      'Yes',
      'No',
    ])
    expect(labels('It resolves to yes, or resolves as no.', 'Yes', 'No')).to.deep.equal(['Yes'])
    expect(labels("It resolves to 'Gulls United'.", 'Gulls United')).to.deep.equal(['Gulls United'])
  })

  it('may hold marks: a hyphen, a point, an ampersand', () => {
    for (const label of ['Paris Saint-Germain', 'D.C. United', 'Brighton & Hove', "Newell's", '0-1'])
      expect(labels(`It will resolve to "${label}".`, label), label).to.deep.equal([label])
  })

  it('are told as written where the market has no such label', () => {
    expect(labels('It resolves to "Nobody".', 'Gulls')).to.deep.equal(['nobody'])
    expect(labels('It resolves to "".', 'Gulls')).to.deep.equal([])
    expect(labels('It resolves to the winner.', 'Gulls')).to.deep.equal([])
  })
})
