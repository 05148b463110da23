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

  it('quotes each deciding passage once, with its source and day', () => {
    expect(accounts.confirmed.observed).to.deep.equal([
      'SEC EDGAR filings of Aldermoor Systems stated on March 12, 2026: "PRESS RELEASE: ALDERMOOR SYSTEMS SIGNS AGREEMENT TO ACQUIRE BRIGHTQUAY ROBOTICS".',
      'Newsroom of Aldermoor Systems stated on March 12, 2026: "Aldermoor Systems today announced a definitive agreement to acquire Brightquay Robotics for 1.4 billion dollars in cash."',
    ])
    expect(accounts.confirmed.decisive).to.equal(accounts.confirmed.observed[0])
    expect(accounts.confirmed.reasoning[1]).to.include('Two readers who hear nothing of each other')
  })

  it('S2-110: says why each other passage does not count, in words of the published table', () => {
    expect(accounts.confirmed.against).to.deep.equal([
      'Against it, a passage in Wire service, mergers desk about Aldermoor Systems does not count: the passage tells of a plan or an expectation.',
    ])
    expect(accounts.silent.against).to.deep.equal([
      'In what was read on April 3, 2026, no conflicting passage about Aldermoor Systems was found.',
    ])
  })

  it('C35: tells silence from sources that could not be read', () => {
    expect(accounts.silent.observed).to.deep.equal([
      'Newsroom of Aldermoor Systems lists all of it, with items from before and after the window, and nothing of Aldermoor Systems that is asked.',
    ])
    expect(accounts.unavailable.observed).to.deep.equal([
      'About Aldermoor Systems, SEC EDGAR filings of Aldermoor Systems and Newsroom of Aldermoor Systems could not be read.',
    ])
  })

  it('concludes with the verdict, and says what would change it', () => {
    const ends = { confirmed: 'answer is therefore YES.', silent: 'answer is therefore NO.' } as const
    for (const [story, end] of Object.entries(ends)) {
      expect(accounts[story as Story].conclusion).to.equal(`For Aldermoor Systems the ${end}`)
    }
    expect(accounts.unavailable.conclusion).to.equal(
      'For Aldermoor Systems the outcome is therefore INVALID.',
    )
    expect(accounts.unavailable.wouldChange).to.include('would make me give up INVALID')
  })

  it('cuts a long quote, and says so by a mark', async () => {
    const quote =
      `Aldermoor Systems has announced the acquisition of Brightquay Robotics ${'for good '.repeat(40)}`.trim()
    const body = `<main><p>March 12, 2026</p><p>${quote}.</p></main>`
    const [first] = (JSON.parse(repliesOf('confirmed')['first-reader']) as { facts: object[] }).facts
    const fact = {
      ...first,
      page: 'newsroom',
      quote,
      subject: 'Aldermoor Systems',
      object: 'Brightquay Robotics',
    }
    const facts = JSON.stringify({ facts: [{ ...fact, predicate: 'has announced the acquisition of' }] })
    const { answered } = await acquisitionScenario('silent', {
      transport: pagesTransport({ ...pages.silent, newsroom: { status: 200, body } }),
      model: scriptedModel({ ...repliesOf('silent'), 'first-reader': facts, 'second-reader': facts }),
    })
    const [observed] = accountText(answered.proof!).observed
    expect(observed).to.include(`"${quote.slice(0, 240)}…".`)
  })
})
