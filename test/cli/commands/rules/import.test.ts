import { expect } from 'chai'
import * as importing from '../../../../cli/commands/rules/import.ts'
import { Instant } from '../../../../protocol/index.ts'
import { commandsOf } from '../../../helpers/callCommand.ts'
import { ancillary, board, initializer, made, page, toHex } from '../../../helpers/uma.ts'

const market = {
  id: '7',
  question: 'Will Ada win?',
  description: 'Yes if she does.',
  startDate: '2026-01-01T00:00:00Z',
  endDate: '2026-03-31T12:00:00Z',
}

describe('cresolver rules import --polymarket', () => {
  const rules = commandsOf('rules', importing.register)

  it('B13 S2-93: gives a market of Gamma as a question in words, with its times', async () => {
    const { status, lines } = await rules.call('import --polymarket', { input: JSON.stringify(market) })
    expect(status).to.equal(0)
    expect(lines()).to.deep.equal([
      {
        id: '7',
        question: 'Will Ada win?\nYes if she does.',
        deadline: Instant.parse('2026-03-31T12:00:00Z'),
        created: Instant.parse('2026-01-01T00:00:00Z'),
        missing: [],
      },
    ])
  })

  it('names what the market leaves open, and fails for what is no market', async () => {
    const { endDate: _, ...open } = market
    const input = [open, { title: 'x' }].map((one) => JSON.stringify(one)).join('\n')
    const { lines } = await rules.call('import --polymarket', { input })
    expect(lines()[0]).to.deep.include({ deadline: null, missing: ['deadline'] })
    expect(lines()[1]).to.include({ error: 'Polymarket.UnreadableMarket' })
    const { status } = await rules.call('import --polymarket', { input: '{"title":"x"}' })
    expect(status).to.equal(1)
  })

  it('without it, a rule that no candle decides gives null and why', async () => {
    const { lines } = await rules.call('import', { input: JSON.stringify(market) })
    expect(lines()[0]).to.include({ question: null })
  })
})

describe('cresolver rules import of ancillary data', () => {
  const rules = commandsOf('rules', importing.register)
  const blob = /res_data|initializer|q: title|bulletin|polygonscan|0x/

  it('AUDIT D6: gives a clean § question, in hex and in text, with its ids and notices beside it', async () => {
    for (const input of [
      ancillary(),
      toHex(ancillary()),
      JSON.stringify({ id: 7, queryTextHex: toHex(ancillary()) }),
    ]) {
      const { status, lines } = await rules.call('import', { input })
      expect(status).to.equal(0)
      const [answer] = lines() as [Record<string, unknown>]
      expect(answer.question)
        .to.be.a('string')
        .and.match(/^§question Will the Lake/)
        .and.not.match(blob)
      expect(answer).to.deep.include({
        deadline: Instant.parse('2027-03-02T04:59:00Z'),
        why: 'the rule does not cite Binance',
        initializer,
        notices: [{ kind: 'bulletin_board', board, described_at: page }],
      })
    }
  })

  it('AUDIT D6: a rule that candles decide becomes an auto question', async () => {
    const input = ancillary({
      question: 'Will Bitcoin reach $119K July 14-20?',
      description:
        'This market will immediately resolve to "Yes" if any Binance 1 minute candle for Bitcoin (BTCUSDT) between July 14, 2025, 00:00 and July 20, 2025, 23:59 in ET has a final "High" price of 119,000 or higher. Otherwise, this market will resolve to "No".\n\nThe resolution source for this market is Binance, specifically the BTCUSDT "High" prices available at https://www.binance.com/en/trade/BTC_USDT.',
    })
    const { lines } = await rules.call('import', { input: toHex(input) })
    const [{ question }] = lines() as [{ question: string }]
    expect(question).to.include('source:binance:BTCUSDT').and.include('target:119000').and.not.match(blob)
  })

  it('AUDIT D6: --polymarket gives its words, with the deadline that they say', async () => {
    const { lines } = await rules.call('import --polymarket', { input: toHex(ancillary()) })
    expect(lines()[0]).to.deep.include({
      question: `${made.question}\n${made.description}`,
      deadline: Instant.parse('2027-03-02T04:59:00Z'),
      missing: ['created'],
    })
  })

  it('AUDIT D6: data that is not that of the given question is not imported', async () => {
    const input = JSON.stringify({ questionID: `0x${'9'.repeat(64)}`, ancillaryData: ancillary() })
    for (const command of ['import', 'import --polymarket']) {
      const { lines } = await rules.call(command, { input })
      const [answer] = lines() as [{ question: null; why: string }]
      expect(answer.question).to.equal(null)
      expect(answer.why).to.include('questionID is 0x999')
    }
  })
})
