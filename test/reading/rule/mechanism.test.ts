import { expect } from 'chai'
import { readMarket } from '../../../reading/Market.ts'
import { oracleOf, readMechanism } from '../../../reading/rule/mechanism.ts'
import { scan } from '../../../reading/text/Words.ts'

const read = (rules: string, resolution_source: string | null = null) =>
  readMechanism(readMarket({ question: 'Q?', resolution_source }), scan(rules))

describe('readMechanism', () => {
  it('C100: is what the market names as its source, unless that is an address', () => {
    expect(read('Decided by a Chainlink data stream.', ' UMA Optimistic Oracle ')).to.deep.equal({
      name: 'UMA Optimistic Oracle',
      span: { in: 'resolution_source', start: 0, end: 23 },
    })
    expect(read('It rains.', 'https://www.bls.gov').name).to.equal('UMA Optimistic Oracle')
  })

  it('is named by the rules otherwise, where they stand', () => {
    const rules = 'It is decided by the Chainlink Data Streams of the pair.'
    const { name, span } = read(rules)
    expect(name).to.equal('Chainlink Data Streams')
    expect(rules.slice(span!.start, span!.end)).to.equal('Chainlink Data Streams')
    expect(read('The Markets Integrity Committee decides.').name).to.equal('Markets Integrity Committee')
  })

  it('is UMA where nobody is named', () => {
    expect(read('It rains.')).to.deep.equal({ name: 'UMA Optimistic Oracle', span: null })
  })
})

describe('oracleOf', () => {
  const of = (more: object) => oracleOf(readMarket({ question: 'Q?', ...more }))

  it('C104: has the bond and the window of the market, and the usual ones otherwise', () => {
    expect(of({})).to.deep.equal({ bond_pusd: 750, liveness_s: 7_200, bond_source: 'default' })
    expect(of({ umaBond: '500', customLiveness: 1_800 })).to.deep.equal({
      bond_pusd: 500,
      liveness_s: 1_800,
      bond_source: 'market',
    })
    // Gamma writes 0 for a window that is the usual one.
    expect(of({ umaBond: '0', customLiveness: 0 })).to.deep.equal({
      bond_pusd: 0,
      liveness_s: 7_200,
      bond_source: 'market',
    })
  })
})
