import { expect } from 'chai'
import { closenessOf } from '../../../workers/facts/Closeness.ts'
import { type Fact, readEvent } from '../../../workers/facts/index.ts'
import * as Span from '../../../workers/facts/Span.ts'
import { asked, fact, html, page } from '../../helpers/factsFixture.ts'

const turnout = readEvent({
  ...asked,
  question: 'Will turnout in the Tolland referendum be above 60%?',
  rules: 'Resolves to "Yes" if official turnout in the Tolland referendum of March 8, 2026 is above 60%.',
})
const view = page(html('<p>Turnout was 57.8%.</p>'))
const close = (more: Partial<Fact.Fact>, compared: 'holds' | 'fails' = 'fails') => {
  const given = fact({ object: null, unit: '%', date: '2026-03-08', bears: null, ...more })
  return closenessOf(turnout, view, given, Span.read(given.date), compared)
}

describe('closenessOf', () => {
  it('S2-113: a number is of the measure whose words the question uses', () => {
    const national = close({ subject: 'Tolland', predicate: 'official turnout' })
    const district = close({ subject: 'turnout in the highest harbour district', predicate: 'was' })
    expect(national).to.equal(1)
    expect(district).to.be.lessThan(national)
  })

  it('is nothing for another name, another year or another time', () => {
    expect(close({ subject: 'Zander Sails', predicate: 'turnout' })).to.equal(0)
    expect(close({ subject: 'Tolland', predicate: 'turnout 2022' })).to.equal(0)
    const early = readEvent({
      ...asked,
      question: 'Will Alder sell 500 boats by June 30, 2026?',
      rules: 'Resolves to "Yes" if Alder has sold at least 500 boats by June 30, 2026.',
    })
    const given = fact({
      subject: 'Alder',
      predicate: 'sold',
      object: 'boats',
      bears: null,
      date: '2026-05-01',
    })
    expect(closenessOf(early, view, given, Span.read(given.date), 'fails'), 'may still rise').to.equal(0)
    expect(closenessOf(early, view, given, Span.read(given.date), 'holds')).to.be.greaterThan(0)
  })
})
