import { expect } from 'chai'
import { otherNames } from '../../../workers/facts/otherNames.ts'
import { fact, html, page, spec } from '../../helpers/factsFixture.ts'

const codesOf = (quote: string) => otherNames(spec, page(html(`<p>${quote}</p>`)), fact({ quote }))

describe('otherNames', () => {
  it('AUDIT B5: another name behind the verb of the question is another object', () => {
    expect(codesOf('Alder Marine has acquired Zander Sails for 61 million pounds.')).to.deep.equal([
      'OBJECT_OTHER',
    ])
  })

  it('AUDIT B5: so it is behind a noun for the same, and in a headline', () => {
    for (const quote of [
      'Alder Marine completed its purchase of Zander Sails.',
      'Alder Marine Signs Agreement To Acquire Zander Sails',
      'ALDER MARINE SIGNS AGREEMENT TO ACQUIRE ZANDER SAILS',
    ])
      expect(codesOf(quote), quote).to.deep.equal(['OBJECT_OTHER'])
  })

  it('AUDIT B5: another name before it is another subject', () => {
    expect(codesOf('Zander Sails has acquired Tolland Ropes for 61 million pounds.')).to.deep.equal([
      'SUBJECT_OTHER',
    ])
  })

  it('finds nothing where the names are those of the question, shortened or not', () => {
    for (const quote of ['Alder Marine has acquired Tolland Ropes.', 'Alder has acquired Tolland.'])
      expect(codesOf(quote)).to.deep.equal([])
  })

  it('finds nothing where another name does something else, or stands in another clause', () => {
    for (const quote of [
      'The company, said Zander Sails, has acquired the rope maker.',
      'It was signed by Zander Sails. The company has acquired the rope maker.',
      'The rope maker has been acquired, and Zander Sails left.',
    ])
      expect(codesOf(quote), quote).to.deep.equal([])
  })

  it('leaves counts of words and comparisons of values to other checks', () => {
    const quote = 'Alder Marine has acquired Zander Sails.'
    const counted = { ...spec, mention: { words: ['ropes'], count: 1, inCompounds: false } }
    expect(otherNames(counted, page(html('')), fact({ quote }))).to.deep.equal([])
  })
})
