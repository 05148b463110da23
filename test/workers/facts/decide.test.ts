import { expect } from 'chai'
import { decide, type Fact, readEvent, viewPage } from '../../../workers/facts/index.ts'
import { acquired, asked, fact, fetched, html, page, source, spec } from '../../helpers/factsFixture.ts'

const body = html(`<p>${acquired}</p>`)
const both = (...facts: Fact.Fact[]) => [facts, facts] as const
const outcome = (text: string, ...facts: Fact.Fact[]) => decide(spec, [page(text)], both(...facts)).outcome

describe('decide', () => {
  it('S2-113: says what both readers found and code confirmed', () => {
    const { outcome, rule, confidence_bps } = decide(spec, [page(body)], both(fact()))
    expect({ outcome, rule, confidence_bps }).to.deep.equal({
      outcome: 'YES',
      rule: 'affirmed',
      confidence_bps: 7_500,
    })
  })

  it('B5: "Company X acquires Company Z" is no Yes to whether it acquires Company Y', () => {
    const quote = 'Alder Marine has acquired Zander Sails for 61 million pounds.'
    expect(outcome(html(`<p>${quote}</p>`), fact({ quote }))).to.equal('INVALID')
    expect(outcome(html(`<p>${quote}</p>`), fact({ quote, object: 'Zander Sails', bears: null }))).to.equal(
      'INVALID',
    )
  })

  it('B5: 336,681 is not more than 500,000', () => {
    const fire = readEvent({
      ...asked,
      question: 'Will the Velm fire burn more than 500,000 acres?',
      rules: 'Resolves to "Yes" if the Velm fire has burned more than 500,000 acres. News reports count.',
    })
    const quote = 'The Velm fire has burned 336,681 acres.'
    const given = fact({
      quote,
      subject: 'Velm fire',
      predicate: 'burned',
      object: null,
      value: '336681',
      unit: 'acres',
    })
    expect(decide(fire, [page(html(`<p>${quote}</p>`))], both(given)).outcome).to.equal('INVALID')
    expect(decide(fire, [page(html(`<p>${quote}</p>`))], both({ ...given, bears: 'NO' })).outcome).to.equal(
      'NO',
    )
  })

  it('B5: an empty body, a bot wall and a script shell say neither Yes nor No', () => {
    const complete = { ...source, role: 'primary', complete_for: 'all purchases of Alder Marine' } as const
    const shell =
      '<html><body><div id="root"></div><noscript>You need to enable JavaScript to run this app.</noscript><script src="/a.js"></script></body></html>'
    const wall =
      '<html><head><title>Just a moment...</title></head><body><h1>Checking if the site connection is secure</h1><p>Verify you are human by completing the action below.</p></body></html>'
    for (const [text, status] of [
      ['', 200],
      [shell, 200],
      [wall, 403],
    ] as const) {
      const view = viewPage(fetched(text, status), complete)
      expect(decide(spec, [view], both()).outcome, text).to.equal('INVALID')
    }
  })

  it('B5: what happened on May 5 is no Yes to "before March 31"', () => {
    const before = readEvent({
      ...asked,
      question: 'Will Alder Marine acquire Tolland Ropes before March 31, 2026?',
      rules:
        'Resolves to "Yes" if Alder Marine has acquired Tolland Ropes before March 31, 2026. News reports count.',
    })
    const view = page(html(`<p>${acquired}</p>`, 'May 5, 2026'))
    expect(decide(before, [view], both(fact({ date: '2026-05-05' }))).outcome).to.equal('INVALID')
    expect(decide(before, [view], both(fact({ date: '2026-05-05', bears: null }))).outcome).to.equal('NO')
  })

  it('S2-113: drops what one reader found, and lets it block the other way', () => {
    const denial = 'Alder Marine has not acquired Tolland Ropes, its chair said on June 30.'
    const text = html(`<p>${acquired}</p><p>${denial}</p>`)
    const no = fact({
      quote: denial,
      modality: 'denied',
      predicate: 'has not acquired',
      date: '2026-06-30',
      bears: 'NO',
    })
    expect(decide(spec, [page(text)], [[fact()], []]).outcome).to.equal('INVALID')
    expect(
      decide(
        spec,
        [page(text)],
        [
          [fact(), no],
          [fact(), no],
        ],
      ).outcome,
    ).to.equal('INVALID')
  })

  it('S2-113: silence of a page that is not complete is no No', () => {
    expect(decide(spec, [page(html('<p>Nothing new at the harbour.</p>'))], both()).outcome).to.equal(
      'INVALID',
    )
  })

  it('S2-113: a complete list with items from before and after the window, and nothing of it inside, says No', () => {
    const list = { ...source, role: 'primary', complete_for: 'all purchases of Alder Marine' } as const
    const items = (days: readonly string[]) =>
      html(`<ul>${days.map((day) => `<li>${day}: a new crane for the Alder yard</li>`).join('')}</ul>`, '')
    const silent = (days: readonly string[]) =>
      decide(spec, [viewPage(fetched(items(days)), list)], both()).outcome
    expect(silent(['July 14, 2026', 'May 3, 2026', 'January 2, 2026'])).to.equal('NO')
    expect(silent(['July 14, 2026', 'July 3, 2026'])).to.equal('INVALID')
    expect(silent(['May 3, 2026', 'January 2, 2026'])).to.equal('INVALID')
  })

  it('S2-113: a market that leaves open what is asked is Invalid, whatever readers find', () => {
    const vague = readEvent({ ...asked, question: 'Will it go well?', rules: 'Yes if it goes well.' })
    expect(decide(vague, [page(body)], both(fact())).rule).to.equal('missing-fields')
  })
})
