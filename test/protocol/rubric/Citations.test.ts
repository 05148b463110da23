import { expect } from 'chai'
import type * as Citation from '../../../protocol/Citation.ts'
import * as Citations from '../../../protocol/rubric/Citations.ts'
import * as Topic from '../../../protocol/rubric/Topic.ts'

const question = 'Will Rosenborg beat Viking on May 11, 2025?'
const one: Citation.Judged = {
  url: 'https://www.uefa.com/match',
  quote: 'Rosenborg 3, Viking 1 on May 12, 2025',
  verdict: 'p',
  reach: 'authority',
}
const read = (...citations: readonly Citation.Judged[]) =>
  Citations.read(citations, Topic.of(question), Citations.daysOf(question, undefined))

describe('Citations.read', () => {
  it('S1-44: counts only what others found', () => {
    const nothing = { quotes: [], reach: null, sites: 0, isOnTopic: false, isTimely: false }
    expect(read()).to.deep.equal(nothing)
    expect(read({ ...one, verdict: 'f' }, { ...one, verdict: 'o', reach: 'named' })).to.deep.equal(nothing)
    expect(read(one)).to.deep.equal({
      quotes: [one.quote],
      reach: 'authority',
      sites: 1,
      isOnTopic: true,
      isTimely: true,
    })
  })

  it('S1-17: takes the best reach, and counts different sites, not addresses', () => {
    const second = { ...one, url: 'https://results.uefa.com/b', reach: 'other' } as const
    expect(read(second, one)).to.include({ reach: 'authority', sites: 1 })
    expect(read(one, { ...second, url: 'https://example.net/b', reach: 'named' })).to.include({
      reach: 'named',
      sites: 2,
    })
  })

  it('S1-44: relevance and date are in the words that others found, never in the address', () => {
    const quote = 'This domain is for use in examples'
    const url = 'https://example.net/rosenborg-viking/2025-05-11'
    expect(read({ ...one, url, quote })).to.include({ isOnTopic: false, isTimely: false })
  })

  it('S1-44: where the question has names, a quote about something else is neither on topic nor timely', () => {
    const bank = 'Will the Fed cut rates in September 2025?'
    const of = (asked: string, quote: string) => {
      const { isOnTopic, isTimely } = Citations.read(
        [{ ...one, quote }],
        Topic.of(asked),
        Citations.daysOf('on September 17, 2025', undefined),
      )
      return [isOnTopic, isTimely]
    }
    expect(of(bank, 'The Fed cut rates on September 17, 2025')).to.deep.equal([true, true])
    expect(of(bank, 'The ECB cut rates on September 17, 2025')).to.deep.equal([false, false])
    // Without names two shared words are all there is.
    const nameless = 'will the bank cut rates in September 2025?'
    expect(of(nameless, 'The ECB cut rates on September 17, 2025')).to.deep.equal([true, true])
    expect(of(nameless, 'The ECB met on September 17, 2025')).to.deep.equal([false, false])
  })

  it('S1-22: the day must stand in a quote about the question', () => {
    const aside = { ...one, quote: 'Posted on May 11, 2025', reach: 'named' } as const
    const undated = { ...one, quote: 'Rosenborg beat Viking' }
    expect(read(aside, undated)).to.include({ isOnTopic: true, isTimely: false })
  })

  it('S1-22: a day is timely within three days of one that is asked about', () => {
    const timely = (day: string) => read({ ...one, quote: `Rosenborg won on ${day}` }).isTimely
    expect([timely('May 14, 2025'), timely('May 15, 2025'), timely('October 9, 2026')]).to.deep.equal([
      true,
      false,
      false,
    ])
  })
})

describe('Citations.daysOf', () => {
  it('S1-22: has the days that the question names, and the deadline’s', () => {
    const deadline = Date.UTC(2025, 4, 12) / 1_000
    expect(Citations.daysOf(question, deadline)).to.deep.equal([
      { year: 2025, month: 5, day: 11 },
      { year: 2025, month: 5, day: 12 },
    ])
    expect(Citations.daysOf('Who won?', undefined)).to.deep.equal([])
  })
})
