import { expect } from 'chai'
import fc from 'fast-check'
import { longestText, readMarket, readMarketOrEmpty } from '../../reading/Market.ts'

const read = (more: object) => readMarket({ question: 'Q?', ...more })

describe('readMarket', () => {
  it('C100: reads both shapes, and says what the input calls its fields', () => {
    const gamma = read({ description: 'R.', resolutionSource: 'S', endDate: 'E', conditionId: '0x1' })
    expect(gamma).to.include({ rules: 'R.', resolution_source: 'S', end_date: 'E', condition_id: '0x1' })
    expect(gamma.names).to.deep.equal({
      rules: 'description',
      resolution_source: 'resolutionSource',
      end_date: 'endDate',
    })
    const short = read({ resolution_rules: 'R.', resolution_source: 'S', end_date: 'E', condition_id: '0x1' })
    expect({ ...short, names: null }).to.deep.equal({ ...gamma, names: null })
    expect(short.names).to.deep.equal({
      rules: 'resolution_rules',
      resolution_source: 'resolution_source',
      end_date: 'end_date',
    })
  })

  it('C100: blank is absent, and the blanks around a text stay', () => {
    expect(read({ description: ' \n', resolutionSource: '\t', slug: '' })).to.include({
      rules: '',
      resolution_source: null,
      slug: null,
    })
    expect(read({ description: ' R. ' }).rules).to.equal(' R. ')
    expect(read({ description: ' ', resolution_rules: 'R.' })).to.deep.include({ rules: 'R.' })
  })

  it('C100: reads lists inside strings, and takes none from what is no list', () => {
    expect(read({ outcomes: '["Yes", " No ", 7]' }).outcomes).to.deep.equal(['Yes', 'No'])
    expect(read({ outcomes: ['Up', 'Down'] }).outcomes).to.deep.equal(['Up', 'Down'])
    for (const outcomes of ['', 'Yes', '{"a":1}', '[', null, undefined])
      expect(read({ outcomes }).outcomes, String(outcomes)).to.deep.equal([])
  })

  it('S4-63: neg risk is false unless either shape says true', () => {
    for (const more of [{}, { negRisk: null }, { negRisk: false }, { neg_risk: 'false' }])
      expect(read(more).neg_risk, JSON.stringify(more)).to.equal(false)
    for (const more of [{ negRisk: true }, { negRisk: 'true' }, { neg_risk: true }])
      expect(read(more).neg_risk, JSON.stringify(more)).to.equal(true)
  })

  it('C104: takes a bond and a window that are written as plain numbers', () => {
    expect(read({ umaBond: '500.5', customLiveness: 1800 })).to.include({
      uma_bond: '500.5',
      custom_liveness: 1800,
    })
    expect(read({ umaBond: 500, customLiveness: '60' })).to.include({ uma_bond: '500', custom_liveness: 60 })
    for (const wrong of ['-1', '1e3', '', 'x', 1e21, -5])
      expect(read({ umaBond: wrong, customLiveness: wrong }), String(wrong)).to.include({
        uma_bond: null,
        custom_liveness: null,
      })
  })

  it('ids are texts, whichever they were', () => {
    expect([read({ id: 7 }).id, read({ id: '7' }).id, read({}).id]).to.deep.equal(['7', '7', null])
  })

  it('S4-86: half a surrogate pair becomes a text of the same length', () => {
    const { question, rules } = readMarket({ question: 'a\ud800b', description: '\udc00' })
    expect([question, rules]).to.deep.equal(['a\ufffdb', '\ufffd'])
  })

  it('refuses by field what is of another kind or too long', () => {
    const refused = (value: unknown) => {
      try {
        readMarket(value)
        return null
      } catch (error) {
        return error as Error
      }
    }
    for (const [value, field] of [
      [null, 'market'],
      [[], 'market'],
      [{ question: 7 }, 'question'],
      [{ question: 'Q?', outcomes: [7] }, 'outcomes'],
      [{ question: 'Q?', negRisk: 'yes' }, 'negRisk'],
      [{ question: 'x'.repeat(longestText + 1) }, 'question'],
    ] as const) {
      const error = refused(value)
      expect(error, field).to.have.property('name', 'Rules.UnreadableMarketError')
      expect(error!.message, field).to.include(field)
    }
    expect(refused({ description: 'x'.repeat(longestText) })).to.equal(null)
  })

  it('refuses a market with neither a question nor rules; a text may have been emptied', () => {
    for (const value of [{}, { question: ' ', description: '' }])
      expect(() => readMarket(value))
        .to.throw()
        .with.property('name', 'Rules.EmptyMarketError')
    expect(readMarketOrEmpty({})).to.include({ question: '', rules: '' })
  })

  it('any JSON is a market or an error of its own name', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (question, outcomes) => {
        try {
          expect(readMarket({ question, outcomes }).outcomes).to.be.an('array')
        } catch (error) {
          expect((error as Error).name).to.match(/^Rules\.(Unreadable|Empty)MarketError$/)
        }
      }),
    )
  })
})
