import { expect } from 'chai'
import { readEvent } from '../../../workers/facts/index.ts'
import { isAsked, roleOf } from '../../../workers/facts/Speaker.ts'
import { page } from '../../helpers/factsFixture.ts'

const ask = (question: string) =>
  readEvent({
    question,
    rules: 'Resolves to "Yes" if it is said in the call.',
    created: null,
    deadline: null,
  })
const chief = ask('Will Alder\'s CEO say "tariff" during the call?')
const governor = ask('Will the Tolland bank governor say "tariff" during her speech?')
const munro = ask('Will Ada Munro say "tariff" during the call?')
const call = page(
  '<p>Participants: Ada Munro, Chief Executive Officer; Ira Fell, Chief Financial Officer</p><p>Ada Munro: Good day.</p>',
)

describe('roleOf', () => {
  it('is the office that a market asks about, where it gives no name', () => {
    expect([chief, governor, munro].map(roleOf)).to.deep.equal(['ceo', 'governor', null])
  })
})

describe('isAsked', () => {
  it('S2-113: finds who speaks by name, or by the office that the page gives them', () => {
    expect(isAsked('Ada Munro', chief, call)).to.equal(true)
    expect(isAsked('Ira Fell', chief, call)).to.equal(false)
    expect(isAsked('Ada Munro (CEO)', chief, call)).to.equal(true)
    expect(isAsked('GOVERNOR', governor, call)).to.equal(true)
    expect(isAsked('HOST', governor, call)).to.equal(false)
    expect(isAsked('MUNRO', munro, call)).to.equal(true)
    expect(isAsked('Ira Fell', munro, call)).to.equal(false)
  })

  it('is so of all who speak where the words themselves are asked for', () => {
    expect(isAsked('Ira Fell', ask('Will the word "tariff" appear in the outlook?'), call)).to.equal(true)
  })
})
