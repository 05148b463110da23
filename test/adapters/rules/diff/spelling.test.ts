import { expect } from 'chai'
import { isMisspelling, isSameStem, isSlip } from '../../../../adapters/rules/diff/spelling.ts'

describe('isMisspelling', () => {
  it('is a letter wrong, missing, doubled, or swapped with its neighbour', () => {
    for (const [a, b] of [
      ['resolve', 'rezolve'],
      ['resolve', 'resove'],
      ['official', 'offficial'],
      ['announce', 'annuonce'],
      ['market', 'market'],
    ] as const)
      expect([isMisspelling(a, b), isMisspelling(b, a)], `${a} ${b}`).to.deep.equal([true, true])
  })

  it('is not two letters, the first letter, or a short word', () => {
    for (const [a, b] of [
      ['resolve', 'rezolfe'],
      ['resolve', 'desolve'],
      ['form', 'from'],
      ['announce', 'announcement'],
    ] as const)
      expect(isMisspelling(a, b), `${a} ${b}`).to.equal(false)
  })

  it('is not another word that is one letter apart', () => {
    for (const [a, b] of [
      ['million', 'billion'],
      ['above', 'about'],
      ['county', 'country'],
      ['winner', 'winter'],
      ['fifteen', 'fiftees1'],
      ['increase', 'decrease'],
    ] as const)
      expect(isMisspelling(a, b), `${a} ${b}`).to.equal(false)
  })
})

describe('isSlip', () => {
  it('is two letters that changed places, and nothing else', () => {
    expect(isSlip('announce', 'annuonce')).to.equal(true)
    expect(isSlip('resolve', 'rezolve')).to.equal(false)
    expect(isSlip('resolve', 'resove')).to.equal(false)
  })
})

describe('isSameStem', () => {
  it('is a plural, a tense or a possessive of one word', () => {
    for (const [a, b] of [
      ['market', 'markets'],
      ['announce', 'announced'],
      ['close', 'closing'],
      ['party', 'parties'],
      ['trump', "trump's"],
    ] as const)
      expect(isSameStem(a, b), `${a} ${b}`).to.equal(true)
  })

  it('is not another word', () => {
    for (const [a, b] of [
      ['for', 'fore'],
      ['announce', 'announcer'],
      ['is', 'i'],
      ['10', '10s'],
    ] as const)
      expect(isSameStem(a, b), `${a} ${b}`).to.equal(false)
  })
})
