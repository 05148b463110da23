import { expect } from 'chai'
import { type Fact, readEvent } from '../../../workers/facts/index.ts'
import { isOfOtherYear, likenessOf } from '../../../workers/facts/Likeness.ts'
import { asked, fact, html, page, spec } from '../../helpers/factsFixture.ts'

const view = page(html('<p>Zander Sails has acquired Tolland Ropes.</p>'))
const like = (of: typeof spec, more: Partial<Fact.Fact>) => likenessOf(of, view, fact(more))

describe('likenessOf', () => {
  it('S2-113: names stand in the roles of the question, or another has what only one can have', () => {
    expect(like(spec, {})).to.equal('same')
    expect(
      like(spec, { subject: 'Tolland Ropes', predicate: 'was acquired by', object: 'Alder Marine' }),
    ).to.equal('same')
    expect(like(spec, { subject: 'Tolland Ropes', object: 'Alder Marine' })).to.equal('other')
    const quote = 'Zander Sails has acquired Tolland Ropes.'
    expect(like(spec, { quote, subject: 'Zander Sails' })).to.equal('excludes')
    expect(like(spec, { subject: 'Zander Sails' }), 'whom the passage does not name').to.equal('other')
  })

  it('S2-113: compares with what the rules let count as Yes and as No', () => {
    const ban = readEvent({
      ...asked,
      question: 'Will Tolland lift its export ban by June 30?',
      rules:
        'Resolves to "Yes" if Tolland ends the prohibition of wheat exports by June 30, 2026. An extension resolves No.',
    })
    const of = { subject: 'Tolland', object: 'wheat exports' }
    expect(like(ban, { ...of, predicate: 'ended the prohibition of' })).to.equal('same')
    expect(like(ban, { ...of, predicate: 'prolonged the prohibition of' })).to.equal('excludes')
    expect(like(ban, { ...of, predicate: 'did not end the prohibition of' })).to.equal('denied')
  })

  it('is another matter for a step, a stage, another edition and another year', () => {
    expect(like(spec, { predicate: 'agreed to acquire' })).to.equal('other')
    expect(like(spec, { predicate: 'completed a trial to acquire' })).to.equal('other')
    const cup = readEvent({ ...asked, question: 'Will Alder win the 2026 Tolland Cup?', rules: '' })
    expect(isOfOtherYear(cup, fact({ object: '2025 Tolland Cup' }))).to.equal(true)
    expect(isOfOtherYear(cup, fact({ object: '2026 Tolland Cup' }))).to.equal(false)
    const release = readEvent({ ...asked, question: 'Will Alder release Brask OS 12?', rules: '' })
    expect(isOfOtherYear(release, fact({ object: 'Brask OS 11.6' }))).to.equal(true)
  })
})
