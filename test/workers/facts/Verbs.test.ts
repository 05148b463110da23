import { expect } from 'chai'
import { compareWording, exclude, familiesIn, isNegated, stems } from '../../../workers/facts/Verbs.ts'

describe('compareWording', () => {
  it('S2-113: finds the same event in other words', () => {
    expect(compareWording('acquire', 'has bought')).to.equal('same')
    expect(compareWording('be cancelled', 'was called off')).to.equal('same')
    expect(compareWording('be cancelled', 'will not take place')).to.equal('same')
    expect(compareWording('be voted down', 'was not adopted')).to.equal('same')
  })

  it('tells a denial, an excluding event and another event apart', () => {
    expect(compareWording('acquire', 'has not acquired')).to.equal('denied')
    expect(compareWording('beat', 'drew with')).to.equal('excludes')
    expect(compareWording('ratify', 'refused its consent to')).to.equal('excludes')
    expect(compareWording('acquire', 'painted the boats')).to.equal('other')
  })

  it('does not take "did not win" for a defeat: it may have been a draw', () => {
    expect(compareWording('lose', 'did not win')).not.to.equal('same')
  })
})

describe('familiesIn', () => {
  it('finds phrases of several words, and says which families exclude each other', () => {
    expect(familiesIn(stems('was called off')).map(({ name }) => name)).to.include('cancel')
    expect(exclude('win', 'draw')).to.equal(true)
    expect(exclude('win', 'die')).to.equal(false)
    expect(isNegated(stems('it did not happen'))).to.equal(true)
  })

  it('turns of phrase of one story are no words of an event', () => {
    for (const said of ['the curtain came down', 'a cessation of hostilities', 'put their signatures to it'])
      expect(compareWording('close the theatre', said)).to.equal('other')
  })
})
