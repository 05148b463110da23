import { expect } from 'chai'
import { checkFact, type Fact } from '../../../workers/facts/index.ts'
import { refersTo } from '../../../workers/facts/Roles.ts'
import { fact, html, page, spec } from '../../helpers/factsFixture.ts'

const codes = (quote: string, more: Partial<Fact.Fact> = {}, rest = '') =>
  checkFact(spec, [page(html(`<p>${quote}</p>${rest}`))], fact({ quote, ...more })).codes

describe('checkRoles', () => {
  it('S2-113: a passive sentence has its roles the other way round', () => {
    const passive = 'Tolland Ropes was acquired by Alder Marine.'
    expect(codes(passive)).to.deep.equal([])
    expect(codes(passive, { subject: 'Tolland Ropes', object: 'Alder Marine' })).to.include('ROLES_REVERSED')
  })

  it('S2-113: another object behind the verb is not that of the question', () => {
    expect(codes('Alder Marine has acquired Zander Sails.')).to.include('OBJECT_OTHER')
  })

  it('S2-113: a short name that others on the page share is open', () => {
    const others = '<p>Alder Fisheries and Alder Foods had a good year.</p>'
    expect(codes('Alder acquired Tolland Ropes.', {}, others)).to.include('SUBJECT_OPEN')
    expect(codes('Alder acquired Tolland Ropes.')).to.deep.equal([])
  })
})

describe('refersTo', () => {
  it('takes legal forms and short forms for the name, and other names not', () => {
    expect(refersTo('Alder Marine plc', spec.subject)).to.equal(true)
    expect(refersTo('the chair of Alder Marine', spec.subject)).to.equal(true)
    expect(refersTo('Zander Marine', spec.subject)).to.equal(false)
    expect(refersTo(null, spec.subject)).to.equal(false)
  })
})
