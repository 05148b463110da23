import { expect } from 'chai'
import fc from 'fast-check'
import { acquisitionScenario, pages } from '../../../../cli/commands/worker/acquisition.ts'
import type { Evidence, Proof } from '../../../../protocol/index.ts'
import { keywords } from '../../../../reading/text/keywords.ts'
import {
  checkQuote,
  ground,
  isReadable,
  itemOf,
  policyFor,
  type Quote,
  type QuoteCheck,
  readQuotes,
} from '../../../../workers/pipeline/text/Quote.ts'

describe('Quote', () => {
  let proof: Proof.Proof
  before(async () => {
    proof = (await acquisitionScenario('confirmed')).answered.proof!
  })

  const title = 'Aldermoor Systems to Acquire Brightquay Robotics'
  const quoteOf = (change: Partial<Quote> = {}): Quote => ({
    evidence_id: 'newsroom',
    quote: title,
    stance: 'affirms',
    date: null,
    proposed_by: 'auditor',
    ...change,
  })

  /** The evidence with one item changed. */
  const withItem = (id: string, change: (item: Evidence.EvidenceItem) => Evidence.EvidenceItem) => ({
    ...proof.evidence,
    items: proof.evidence.items.map((item) => (item.evidence_id === id ? change(item) : item)),
  })
  const withContent = (id: string, content: string) => withItem(id, (item) => ({ ...item, content }))

  describe('ground', () => {
    it('S2-40: takes a quote that stands in the item letter for letter, and dates it by the item’s own mark', () => {
      expect(ground(proof.prompt_spec, proof.evidence, quoteOf({ date: '2026-01-01' }))).to.deep.equal(
        quoteOf({ date: 'Thu, 12 Mar 2026 12:30:00 GMT' }),
      )
    })

    it('S2-40 S2-111: says why a quote is refused', () => {
      const why = (change: Partial<Quote>) => ground(proof.prompt_spec, proof.evidence, quoteOf(change))
      expect(why({ evidence_id: 'e404' })).to.equal('it cites evidence that does not exist')
      expect(why({ evidence_id: 'reply-auditor' })).to.equal('it cites evidence that does not exist')
      expect(why({ quote: title.toUpperCase() })).to.equal('its quote does not stand in the evidence')
      expect(why({ quote: '' })).to.equal('its quote does not stand in the evidence')
      const blog = { evidence_id: 'rumours', quote: 'Aldermoor Systems acquires Brightquay Robotics' }
      expect(why({ ...blog, date: 'March 31, 2026' })).to.equal('its date does not stand in the evidence')
      expect(why({ ...blog, date: 'March 9, 2026' })).to.include({ date: 'March 9, 2026' })
      const down = withItem('newsroom', (item) => ({
        ...item,
        retrieval: { ...item.retrieval, status: 503 },
      }))
      expect(ground(proof.prompt_spec, down, quoteOf())).to.equal('it cites a page that could not be read')
    })

    it('S2-40: any part of a page can be quoted, and nothing that is not in it', () => {
      const { body } = pages.confirmed.newsroom!
      const place = fc.nat({ max: body.length - 1 })
      fc.assert(
        fc.property(place, fc.integer({ min: 1, max: 200 }), (at, length) => {
          const quote = body.slice(at, at + length)
          expect(ground(proof.prompt_spec, proof.evidence, quoteOf({ quote }))).to.be.an('object')
          expect(ground(proof.prompt_spec, proof.evidence, quoteOf({ quote: `${quote}\u0001` }))).to.be.a(
            'string',
          )
        }),
      )
    })

    it('S2-102: dates a passage by the next mark after it, or the last before it, and by no other', () => {
      const dateOf = (id: string, content: string) => {
        const grounded = ground(
          proof.prompt_spec,
          withContent(id, content),
          quoteOf({ evidence_id: id, quote: 'PASSAGE' }),
        )
        return typeof grounded === 'string' ? grounded : grounded.date
      }
      const [before, after] = ['<pubDate>Mon, 2 Feb 2026</pubDate>', '<pubDate>Tue, 3 Feb 2026</pubDate>']
      expect(dateOf('newsroom', `${before}PASSAGE${after}`)).to.equal('Tue, 3 Feb 2026')
      expect(dateOf('newsroom', `${before}PASSAGE`)).to.equal(null)
      const [first, last] = ['"file_date":"2026-02-02"', '"file_date":"2026-02-03"']
      expect(dateOf('edgar', `${first}PASSAGE${last}`)).to.equal('2026-02-02')
      expect(dateOf('edgar', `PASSAGE${last}`)).to.equal(null)
      expect(dateOf('edgar', `"file_date":"${'9'.repeat(60)}PASSAGE`)).to.equal('9'.repeat(40))
    })
  })

  describe('isReadable', () => {
    it('C35 S2-102: is a success, fetched between creation and the end of reading', () => {
      const item = itemOf(proof.evidence, 'newsroom')!
      const readable = (change: Partial<Evidence.EvidenceItem['retrieval']>) =>
        isReadable(proof.prompt_spec, { ...item, retrieval: { ...item.retrieval, ...change } })
      const { start, end } = proof.prompt_spec.market.resolution_window
      expect([200, 299].map((status) => readable({ status }))).to.deep.equal([true, true])
      expect([199, 300, 404, 503].map((status) => readable({ status }))).to.deep.equal(Array(4).fill(false))
      expect([start, end].map((retrieved_at) => readable({ retrieved_at }))).to.deep.equal([true, true])
      const outside = ['2026-01-14T23:59:59Z', '2026-05-01T00:00:00Z']
      expect(outside.map((retrieved_at) => readable({ retrieved_at }))).to.deep.equal([false, false])
    })
  })

  describe('readQuotes', () => {
    const saying = (claims: readonly object[], assumptions: readonly string[] = []) =>
      JSON.stringify({ claims, assumptions })
    const proposed = { evidence_id: 'newsroom', quote: title, stance: 'affirms', date_quote: null }

    it('S2-40: keeps what is borne out, and counts what is not, by role and place', () => {
      const evidence = withContent(
        'reply-auditor',
        saying([{ ...proposed, evidence_id: 'e404' }, proposed], ['a']),
      )
      const read = readQuotes(proof.prompt_spec, evidence)
      expect(read.claims.map((one) => one.quote)).to.deep.equal([title])
      expect(read.rejected).to.deep.equal([
        { proposed_by: 'auditor', position: 0, reason: 'it cites evidence that does not exist' },
      ])
      expect(read.assumptions).to.deep.equal(['a'])
    })

    it('counts a quote once that both roles propose, and twice where they take it for different things', () => {
      const both = (stance: string) => {
        const auditor = withContent('reply-auditor', saying([proposed]))
        const items = auditor.items.map((item) =>
          item.evidence_id === 'reply-skeptic'
            ? { ...item, content: saying([{ ...proposed, stance }]) }
            : item,
        )
        return readQuotes(proof.prompt_spec, { ...auditor, items }).claims.map((one) => one.proposed_by)
      }
      expect(both('affirms')).to.deep.equal(['auditor'])
      expect(both('denies')).to.deep.equal(['auditor', 'skeptic'])
    })

    it('S2-46: reads nothing out of a reply that is none', () => {
      const evidence = withContent('reply-auditor', 'YES')
      expect(readQuotes(proof.prompt_spec, evidence)).to.deep.equal({
        claims: [],
        rejected: [],
        assumptions: [],
      })
    })
  })

  describe('checkQuote', () => {
    const date = 'Thu, 12 Mar 2026 12:30:00 GMT'
    const check = (change: Partial<Quote>, evidence = proof.evidence): QuoteCheck =>
      checkQuote(
        proof.prompt_spec,
        evidence,
        keywords(proof.prompt_spec.market.question),
        quoteOf({ date, ...change }),
      )

    it('S2-36: admits what is dated in the window, firm, relevant, and of an admitted class', () => {
      expect(check({})).to.deep.equal({
        dated: { from: '2026-03-12T12:30:00Z', to: '2026-03-12T12:30:00Z', by_day: false },
        in_window: true,
        class: 'primary',
        class_admitted: true,
        tier_admitted: true,
        relevant: true,
        firm: true,
        stance_holds: true,
        admitted: true,
      })
    })

    it('S2-36: each check alone is enough to refuse', () => {
      const refused: [keyof QuoteCheck, Partial<Quote>][] = [
        ['in_window', { date: 'Wed, 01 Apr 2026 12:30:00 GMT' }],
        ['in_window', { date: null }],
        ['in_window', { date: 'soon' }],
        ['class_admitted', { evidence_id: 'rumours' }],
        ['relevant', { quote: 'Aldermoor Systems Opens Office in Lisbon' }],
        ['firm', { quote: 'Aldermoor Systems is in talks to acquire Brightquay Robotics' }],
        ['stance_holds', { stance: 'denies' }],
        ['stance_holds', { quote: 'Aldermoor Systems did not acquire Brightquay Robotics' }],
      ]
      for (const [field, change] of refused) {
        const checked = check(change)
        expect(checked[field], JSON.stringify(change)).to.equal(false)
        expect(checked.admitted).to.equal(false)
        const held = {
          in_window: 1,
          class_admitted: 1,
          tier_admitted: 1,
          relevant: 1,
          firm: 1,
          stance_holds: 1,
        }
        const failing = Object.keys(held).filter((name) => checked[name as keyof QuoteCheck] === false)
        expect(failing).to.deep.equal([field])
      }
    })

    it('S2-33: a page that is proven less well than its requirement is refused', () => {
      const [first, ...rest] = proof.prompt_spec.data_requirements
      const index = proof.prompt_spec.data_requirements.findIndex((one) => one.requirement_id === 'edgar')
      expect(index).to.equal(0)
      const spec = {
        ...proof.prompt_spec,
        data_requirements: [{ ...first!, min_provenance_tier: 1 }, ...rest],
      }
      const words = keywords(spec.market.question)
      const checked = checkQuote(
        spec,
        proof.evidence,
        words,
        quoteOf({ evidence_id: 'edgar', date: '2026-03-12' }),
      )
      expect(checked).to.include({ tier_admitted: false, admitted: false, in_window: true })
    })

    it('S2-110: a denial needs a word of denial', () => {
      const quote = 'Aldermoor Systems denied an acquisition of Brightquay Robotics'
      expect(check({ quote, stance: 'denies' })).to.include({ stance_holds: true, admitted: true })
      expect(check({ quote })).to.include({ stance_holds: false, admitted: false })
    })

    it('takes May for a month, and may for a rumour', () => {
      expect(check({ quote: `${title} on May 12` }).firm).to.equal(true)
      expect(check({ quote: 'Aldermoor Systems may acquire Brightquay Robotics' }).firm).to.equal(false)
    })
  })

  it('knows the policy of the sources that a market allows, and of no other', () => {
    expect(policyFor(proof.prompt_spec, 'wire')).to.include({ class: 'wire', admitted: true })
    expect(policyFor(proof.prompt_spec, 'rumours')).to.include({ class: 'secondary', admitted: false })
    expect(policyFor(proof.prompt_spec, 'e404')).to.equal(null)
  })
})
