import { expect } from 'chai'
import { checkFact, type Fact, readEvent } from '../../../workers/facts/index.ts'
import { isModifierOther } from '../../../workers/facts/Tie.ts'
import { asked, fact, html, page, spec } from '../../helpers/factsFixture.ts'

const codes = (body: string, more: Partial<Fact.Fact>) =>
  checkFact(spec, [page(html(body))], fact(more)).codes

describe('what ties a passage to the question', () => {
  it('S2-113: refutes what a reader puts into words of something else', () => {
    const quote = 'The weather was fine all week.'
    expect(codes(`<p>${quote}</p>`, { quote })).to.include('PARTS_ABSENT')
  })

  it('S2-113: a stem that a name shares with other words is no piece of the name', () => {
    const quote = 'Run os.marine("-e") in the shell.'
    const said = { quote, subject: 'Alder Marines', predicate: 'bought', object: 'Tolland Ropes' }
    expect(codes(`<p>${quote}</p>`, said)).to.include('PARTS_ABSENT')
  })

  it('S2-113: an object with a heading of its own is not what stands under another', () => {
    const quote = 'Alder Marine has acquired it for 3 million pounds.'
    const body = `<h2>Tolland Ropes</h2><p>Nothing new.</p><h2>Zander Sails</h2><p>${quote}</p>`
    expect(codes(body, { quote })).to.include('PLACE_OTHER')
    expect(codes(`<h2>Tolland Ropes</h2><p>${quote}</p>`, { quote })).not.to.include('PLACE_OTHER')
  })

  it('S2-113: a solar orbit is no lunar orbit', () => {
    const orbit = readEvent({
      ...asked,
      question: 'Will Perihel enter lunar orbit by July 4?',
      rules: 'Resolves to "Yes" if Perihel enters lunar orbit.',
    })
    const given = fact({ quote: 'the craft, now in a wide solar orbit', object: 'lunar orbit' })
    expect(isModifierOther(orbit, given)).to.equal(true)
    expect(isModifierOther(orbit, { ...given, quote: 'Perihel is in lunar orbit' })).to.equal(false)
  })
})
