import { expect } from 'chai'
import * as importing from '../../../../cli/commands/rules/import.ts'
import { Instant } from '../../../../protocol/index.ts'
import { commandsOf } from '../../../helpers/callCommand.ts'

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
