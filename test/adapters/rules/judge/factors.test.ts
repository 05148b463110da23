import { expect } from 'chai'
import { factorRules, isCited } from '../../../../adapters/rules/judge/factors.ts'
import { readMarket } from '../../../../reading/Market.ts'
import { readFacts } from '../../../../reading/rule/readFacts.ts'

const clear = {
  question: 'Will the NBA game on May 1 be a draw?',
  description:
    'This market will resolve to "Yes" if it does by May 1, 2027, 11:59 PM ET. The resolution source is https://www.nba.com.',
  outcomes: ['Yes', 'No'],
}

/** The factors of a market, each with the words it was found by; null where it has no place. */
function factorsOf(changes: Record<string, unknown>): Record<string, string | null> {
  const market = readMarket({ ...clear, ...changes })
  const facts = readFacts(market)
  return Object.fromEntries(
    factorRules.flatMap(({ name, find }) => {
      const place = find(facts, market)
      if (place === null) return []
      return [[name, place === true ? null : market[place.in].slice(place.start, place.end)]]
    }),
  )
}

describe('factors of ambiguity', () => {
  it('a rule that leaves nothing open has none', () => {
    expect(factorsOf({})).to.deep.equal({})
  })

  const rules = clear.description
  const cases: readonly (readonly [string, Record<string, unknown>, string | null])[] = [
    ['exclusions', { description: `${rules} Replays will not count.` }, 'will not count'],
    ['own_definitions', { description: `${rules} A draw is defined as a tie.` }, 'is defined'],
    ['degrees', { description: `${rules} Major delays matter.` }, 'Major'],
    ['foreseen_doubt', { description: `${rules} Doubts end at our sole discretion.` }, 'sole discretion'],
    ['open_source', { description: `${rules} Or comparable ones.` }, 'Or comparable'],
    [
      'no_named_source',
      { description: rules.replace(/ The resolution.*/, ''), question: 'Will it draw?' },
      null,
    ],
    ['no_timezone', { description: rules.replace(' ET', '') }, null],
    [
      'no_deadline',
      { question: 'Will the NBA game be a draw?', description: 'The source is https://www.nba.com.' },
      null,
    ],
    ['no_rules', { description: '' }, null],
    ['rules_elsewhere', { description: `${rules} The full rules are on a poster.` }, 'full rules'],
    ['conduct', { question: 'Will the NBA sign a deal by May 1?' }, 'sign'],
  ]
  for (const [name, changes, words] of cases)
    it(`S4-9: ${name} is found where it stands`, () => {
      expect(factorsOf(changes)).to.have.property(name, words)
    })

  it('S4-9: an act without referees has no published result; a contest, a number and spoken words have', () => {
    const of = (question: string, outcomes = ['Yes', 'No']) =>
      factorsOf({ question, description: 'It resolves to "Yes" by May 1, 2027, 11:59 PM ET.', outcomes })
    expect(of('Will they sign?')).to.have.property('no_published_result')
    expect(of('Will the match end?')).to.not.have.property('no_published_result')
    expect(of('Above $5 million?')).to.not.have.property('no_published_result')
    expect(of('Will they say "sign"?')).to.not.have.property('no_published_result')
    expect(of('Gulls or Foxes?', ['Gulls', 'Foxes'])).to.not.have.property('no_published_result')
  })

  it('S4-53: a contradiction is found where it stands', () => {
    const found = factorsOf({ question: 'Will the NBA game on June 30 be a draw by June 30?' })
    expect(found).to.have.property('contradiction').that.includes('May 1, 2027')
  })

  it('who is only spoken of is not cited', () => {
    expect(isCited({ kind: 'link', domain: 'a.example', name: 'A' })).to.equal(true)
    expect(isCited({ kind: 'mention', domain: 'a.example', name: 'A' })).to.equal(false)
    expect(isCited({ kind: 'authority', domain: null, name: 'A' })).to.equal(false)
  })
})
