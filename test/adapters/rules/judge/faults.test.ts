import { expect } from 'chai'
import { findFaults, isUnfit } from '../../../../adapters/rules/judge/faults.ts'
import { readMarket } from '../../../../reading/Market.ts'
import { readFacts } from '../../../../reading/rule/readFacts.ts'

const clear = {
  question: 'Will the NBA game on May 1 be a draw?',
  description:
    'This market will resolve to "Yes" if it does by May 1, 2027, 11:59 PM ET. The resolution source is https://www.nba.com.',
}

const faultsOf = (changes: Record<string, unknown>, options: { isTimed?: boolean } = {}) => {
  const market = readMarket({ ...clear, ...changes })
  return findFaults(market, readFacts(market), options)
}
const codes = (...given: Parameters<typeof faultsOf>) => faultsOf(...given).map(({ code }) => code)

describe('faults', () => {
  const rules = clear.description

  it('a rule that leaves nothing open has none', () => {
    expect(faultsOf({})).to.deep.equal([])
    expect(isUnfit(faultsOf({}))).to.equal(false)
  })

  const cases: readonly (readonly [string, Record<string, unknown>, string | null, RegExp])[] = [
    ['no_zone', { description: rules.replace(' ET', '') }, 'May 1, 2027, 11:59 PM', /^Say which zone/],
    [
      'day_without_zone',
      { description: rules.replace(', 11:59 PM ET', '') },
      'May 1, 2027',
      /^Say which zone/,
    ],
    [
      'no_deadline',
      { question: 'A draw?', description: 'The source is https://www.nba.com.' },
      null,
      /^Say until/,
    ],
    [
      'no_source',
      { question: 'A draw?', description: rules.replace(/ The res.*/, '') },
      null,
      /^Name a source/,
    ],
    ['no_rules', { description: '' }, null, /^Say what makes it Yes/],
    ['vague_predicate', { question: 'Will the NBA game go well?' }, 'go well', /^Say what counts/],
    ['open_source', { description: `${rules} Or comparable ones.` }, 'Or comparable', /^Name the sources/],
    [
      'rules_elsewhere',
      { description: `${rules} The full rules are on a poster.` },
      'full rules',
      /^Write here/,
    ],
    [
      'unread_language',
      {
        question: 'Wird es regnen?',
        description: 'Der Markt endet mit Ja, wenn es bis zum Ende des Monats regnet.',
      },
      null,
      /English/,
    ],
    ['deadline_differs', { question: 'A draw by June 30?' }, 'May 1, 2027, 11:59 PM ET', /one deadline/],
  ]
  for (const [code, changes, words, remedy] of cases)
    it(`C149, AUDIT B9: ${code} is named, with its words and what to do`, () => {
      const fault = faultsOf(changes).find((one) => one.code === code)
      expect(fault, code).to.include({ words })
      expect(fault!.remedy).to.match(remedy)
      if (words !== null) expect(fault!.place).not.to.equal(null)
    })

  it('each place where a fault stands is one', () => {
    const twice = faultsOf({ description: `${rules} Or comparable ones. Any of them or equivalent.` })
    expect(twice.map(({ code, words }) => [code, words])).to.deep.equal([
      ['open_source', 'Or comparable'],
      ['open_source', 'or equivalent'],
    ])
  })

  it('what has a deadline in its contract needs none in its words', () => {
    const bare = {
      question: 'Will it rain?',
      description: 'It rains in Lisbon, by https://weather.example.org.',
    }
    expect(codes(bare)).to.deep.equal(['no_deadline'])
    expect(codes(bare, { isTimed: true })).to.deep.equal([])
    expect(codes({ description: rules.replace(' ET', '') }, { isTimed: true })).to.deep.equal(['no_zone'])
  })

  it('C149: a grave fault makes a market unfit, and so do three light ones', () => {
    const light = { ...faultsOf({ description: '' }).find(({ code }) => code === 'no_rules')! }
    const grave = { ...light, severity: 'grave' as const }
    expect([[], [light], [light, light]].map(isUnfit)).to.deep.equal([false, false, false])
    expect([[grave], [light, light, light]].map(isUnfit)).to.deep.equal([true, true])
  })
})
