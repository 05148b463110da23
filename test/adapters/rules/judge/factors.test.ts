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
      const [place] = find(facts, market)
      if (place === undefined) return []
      return [[name, place === null ? null : market[place.in].slice(place.start, place.end)]]
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
    ['vague_predicate', { question: 'Will the NBA game on May 1 go well?' }, 'go well'],
  ]
  for (const [name, changes, words] of cases)
    it(`S4-9: ${name} is found where it stands`, () => {
      expect(factorsOf(changes)).to.have.property(name, words)
    })

  it('C149: no subject is exempt: a contest, spoken words and a choice of two names are asked the same', () => {
    const of = (question: string, outcomes = ['Yes', 'No']) =>
      factorsOf({ question, description: 'It resolves to "Yes" by May 1, 2027, 11:59 PM ET.', outcomes })
    for (const question of [
      'Will they sign?',
      'Will the match sign a record crowd?',
      'Will they say "sign"?',
    ])
      expect(of(question), question).to.have.property('conduct', 'sign')
    expect(of('Gulls or Foxes to sign?', ['Gulls', 'Foxes'])).to.have.property('conduct', 'sign')
  })

  it('C149: what stands there more than once is counted', () => {
    const market = readMarket({
      ...clear,
      description: `${rules} Replays will not count. Ties will not count.`,
    })
    const rule = factorRules.find(({ name }) => name === 'exclusions')!
    expect(rule.find(readFacts(market), market)).to.have.length(2)
  })

  it('a title is all the rules there are where it stands alone', () => {
    expect(
      factorsOf({ question: 'Will it be a draw, where replays will not count?', description: '' }),
    ).to.include({
      exclusions: 'will not count',
      no_rules: null,
    })
  })

  it('B9: a degree is vague where nothing measures it: no number, no definition, and not in a name', () => {
    const of = (question: string, description = rules) => factorsOf({ question, description })
    expect(of('Will there be a significant rise?')).to.have.property('vague_predicate', 'significant')
    expect(of('Will there be a significant rise to 5%?')).not.to.have.property('vague_predicate')
    expect(
      of('Will there be a significant rise?', `${rules} Significant is defined as 5%.`),
    ).not.to.have.property('vague_predicate')
    expect(of('Will Gulls win the Austin Major?')).not.to.have.property('vague_predicate')
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
