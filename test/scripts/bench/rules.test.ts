import { expect } from 'chai'
import { editsTold, endsAsPaid, readKlines, rows, sourcesFound } from '../../../scripts/bench/rules.ts'
import { hostileTexts, sampleMarkets } from '../../../scripts/bench/rulesSamples.ts'
import { withClock, withData, withEntries, withEnv, withFiles } from './staged.ts'

const listed = (question: string, resolutionSource: string | null, description: string | null) => ({
  question,
  description,
  resolutionSource,
})

const edit = (question: string, before: string, after: string, label: string | null) => ({
  question,
  before,
  after,
  label,
})

const rule =
  'This market will resolve to "Yes" if the price is above $100 on June 6. Otherwise it resolves to "No".'

/** An hour of June 6, 2025, from 12:00 in New York. */
const csv = (close: string) =>
  `open_time,open,high,low,close,close_time\n1749225600000,100,300,50,${close},1749229199999\n`
const hourly = (resolvedOutcome: string) => ({
  question: 'Bitcoin Up or Down - June 6, 12PM ET',
  description:
    'This market will resolve to "Up" if the close price is greater than or equal to the open price for the BTC/USDT 1 Hour ' +
    'candle that begins on the time and date specified in the title. Otherwise, this market will resolve to "Down".\n\n' +
    'The resolution source for this market is information from Binance, specifically the BTC/USDT pair ' +
    '(https://www.binance.com/en/trade/BTC_USDT).',
  endDate: '2025-06-06T17:00:00Z',
  outcomes: ['Up', 'Down'],
  resolvedOutcome,
})

describe('figures of the rules bench', () => {
  it('count a source as found where the words name what the listing names', () => {
    const markets = [
      listed('A?', 'https://www.example.org/x', 'The resolution source is https://data.example.org/y.'),
      listed('B?', 'https://www.example.org/x', 'The resolution source is https://other.example.net/y.'),
      listed('C?', null, 'The resolution source is https://data.example.org/y.'),
    ]
    expect(sourcesFound(markets)).to.deep.equal({ right: 1, of: 2, wrong: ['B?'] })
  })

  it('count edits as people labelled them, and leave out what they could not agree on', () => {
    const changed = rule.replace('$100', '$200')
    const edits = [
      edit('A?', rule, changed, 'meaningful'),
      edit('B?', rule, changed, 'cosmetic'),
      edit('C?', rule, rule.replace('it resolves', 'it  resolves'), 'cosmetic'),
      edit('D?', rule, changed, 'unclear'),
      edit('E?', rule, changed, null),
      edit('F?', rule, changed, 'constructor'),
    ]
    expect(editsTold(edits)).to.deep.equal({ right: 2, of: 3, wrong: ['B?'] })
  })

  it('count markets that end by candles as they were paid', () => {
    const markets = [hourly('Up'), hourly('Down')]
    expect(endsAsPaid(markets, csv('200'), 'BTCUSDT')).to.deep.include({ right: 1, of: 2 })
    expect(endsAsPaid([hourly('Down')], csv('99'), 'BTCUSDT')).to.deep.include({ right: 1, of: 1 })
  })

  it('have no candles where none are recorded', () => {
    expect(withFiles({}, (folder) => withEnv('CRESOLVER_DATA', folder, readKlines))).to.equal(null)
  })
})

describe('npm run bench -- rules', () => {
  const measured = (data: Readonly<Record<string, readonly object[]>>, note: (text: string) => void) =>
    withEntries(hostileTexts, { points: 'a.a.' }, () =>
      withData(data, () => withClock(200, () => rows(note))),
    )

  it('measures speed alone where nothing is recorded, and says so', () => {
    const notes: string[] = []
    // By this clock whatever is measured takes 0.2 s.
    expect(measured({}, (text) => notes.push(text))).to.deep.equal([
      {
        name: 'parse, own samples',
        n: sampleMarkets.length,
        value: sampleMarkets.length * 5,
        unit: 'markets/s',
      },
      { name: 'hostile, points, 4 characters', n: 1, value: 200, unit: 'ms' },
    ])
    expect(notes).to.have.length(1)
  })

  it('has shares of what is recorded', () => {
    const data = { 'rule_edits_dev.jsonl': [edit('A?', rule, rule.replace('$100', '$200'), 'meaningful')] }
    expect(measured(data, () => {}).at(-1)).to.deep.equal({
      name: 'edits told right',
      n: 1,
      value: 1,
      unit: 'share',
    })
  })
})
