import { expect } from 'chai'
import { readEvent } from '../../../workers/facts/index.ts'
import { countOf, mostOf, turnsOf, wordsIn } from '../../../workers/facts/Turns.ts'
import { page } from '../../helpers/factsFixture.ts'

const debate = page(
  '<dl><dt>MODERATOR</dt><dd>Would you scrap the carbon tax?</dd><dt>ONSLOW</dt><dd>I would talk about rent.</dd><dt>HARGREAVE</dt><dd>It is a carbon tax.</dd></dl>',
)
const spec = readEvent({
  question: 'Will Ada Onslow say "carbon tax" during the debate?',
  rules:
    'This market resolves to "Yes" if Ada Onslow says "carbon tax" in the debate. Use by others does not count.',
  created: null,
  deadline: null,
})

describe('turnsOf', () => {
  it('S2-113: parts a transcript by its speakers, and counts only what the subject says', () => {
    expect(turnsOf(debate).map(({ speaker }) => speaker)).to.deep.equal(['MODERATOR', 'ONSLOW', 'HARGREAVE'])
    expect(countOf(spec, spec.mention!, debate)).to.equal(0)
  })

  it('takes a speech with capitals in it for one turn', () => {
    const speech = page('<p>Our NATO friends and the EU are here.</p><p>Carbon tax. NATO. Carbon tax.</p>')
    expect(turnsOf(speech)).to.have.length(1)
    expect(countOf(spec, spec.mention!, speech)).to.equal(2)
  })
})

describe('wordsIn', () => {
  it('counts whole words, and others only where the rules let compounds count', () => {
    const mention = { words: ['house'], count: 1, inCompounds: false }
    expect(wordsIn('House houses house. Housekeeper', mention)).to.equal(2)
    expect(mostOf(mention, 'House houses house. Housekeeper')).to.equal(4)
  })
})
