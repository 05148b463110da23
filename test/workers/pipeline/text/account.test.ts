import { expect } from 'chai'
import {
  acquisitionScenario,
  pages,
  pagesTransport,
  repliesOf,
  type Story,
  scriptedModel,
  stories,
} from '../../../../cli/commands/worker/acquisition.ts'
import type { Account } from '../../../../workers/pipeline/Account.ts'
import { accountText } from '../../../../workers/pipeline/text/account.ts'

const accounts = {} as Record<Story, Account>

describe('accountText', () => {
  before(async () => {
    for (const story of stories) {
      accounts[story] = accountText((await acquisitionScenario(story)).answered.proof!)
    }
  })

  it('quotes each admitted passage with its source, class and day', () => {
    expect(accounts.confirmed.observed).to.have.length(3)
    expect(accounts.confirmed.observed[1]).to.equal(
      'Newsroom of Aldermoor Systems (primary) stated of Aldermoor on March 12, 2026: ' +
        '"Aldermoor Systems today announced a definitive agreement to acquire Brightquay Robotics".',
    )
    expect(accounts.confirmed.decisive).to.equal(accounts.confirmed.observed[0])
    expect(accounts.confirmed.reasoning[1]).to.equal('On Aldermoor, 3 sources agree.')
  })

  it('S2-110: says why each other passage does not count', () => {
    expect(accounts.rumours.against).to.deep.equal([
      'Against it, a passage about Aldermoor in Deal Whispers blog does not count: it is no admitted source.',
    ])
    expect(accounts.late.against[0]).to.include('it is of April 2, 2026, outside the window.')
    expect(accounts.silent.against).to.deep.equal([
      'In what was read on April 3, 2026, no conflicting passage about Aldermoor was found.',
    ])
  })

  it('C35: tells silence from sources that could not be read', () => {
    expect(accounts.silent.observed).to.deep.equal([
      'Up to the deadline of March 31, 2026, SEC EDGAR filings of Aldermoor Systems and Newsroom of Aldermoor Systems ' +
        'published no filing or release of Aldermoor that affirms it.',
    ])
    expect(accounts.unavailable.observed).to.deep.equal([
      'About Aldermoor, SEC EDGAR filings of Aldermoor Systems and Newsroom of Aldermoor Systems could not be read.',
    ])
  })

  it('concludes with the verdict, and says what would change it', () => {
    const ends = { confirmed: 'answer is therefore YES.', silent: 'answer is therefore NO.' } as const
    for (const [story, end] of Object.entries(ends)) {
      expect(accounts[story as Story].conclusion).to.equal(`For Aldermoor the ${end}`)
    }
    expect(accounts.unavailable.conclusion).to.equal('For Aldermoor the outcome is therefore INVALID.')
    expect(accounts.unavailable.wouldChange).to.include('would make me give up INVALID')
  })

  it('S2-38: names suppositions where there are some', () => {
    expect(accounts.confirmed.limits.at(-1)).to.equal('Suppositions that lower the confidence: 1.')
    expect(accounts.silent.limits).to.have.length(1)
  })

  it('cuts a long quote, and says so by a mark', async () => {
    const quote = `Aldermoor Systems agreed to acquire Brightquay Robotics ${'for good '.repeat(40)}`.trim()
    const claim = { evidence_id: 'newsroom', quote, stance: 'affirms', date_quote: null }
    const body = `<title>${quote}</title><pubDate>Thu, 12 Mar 2026 12:30:00 GMT</pubDate>`
    const auditor = JSON.stringify({ claims: [claim], assumptions: [] })
    const { answered } = await acquisitionScenario('silent', {
      transport: pagesTransport({ ...pages.silent, newsroom: { status: 200, body } }),
      model: scriptedModel({ ...repliesOf('silent'), auditor }),
    })
    const [observed] = accountText(answered.proof!).observed
    expect(observed).to.include(`"${quote.slice(0, 240)}…".`)
  })
})
