import { expect } from 'chai'
import { Instant } from '../../../protocol/index.ts'
import type { Reply, Transport } from '../../../services/fetch/Transport.ts'
import type { Fact, Source } from '../../../workers/facts/index.ts'
import { replay } from '../../../workers/pipeline/replay.ts'
import { type AskedText, resolveText } from '../../../workers/pipeline/resolveText.ts'
import type { Proposal } from '../../../workers/pipeline/text/ModelReply.ts'
import { scriptedReaders } from '../../helpers/scriptedReaders.ts'

const url = 'https://office.example/news'
const source: Source = { url, name: 'The office', role: 'primary', complete_for: 'all its notices' }

const fact = (more: Partial<Fact.Fact>): Fact.Fact => ({
  url,
  quote: '',
  subject: null,
  predicate: null,
  object: null,
  value: null,
  unit: null,
  date: null,
  modality: 'asserted',
  bears: 'YES',
  ...more,
})

/** A whole answer of the real worker: its page, and what both readers say of it, however wrong that is. */
async function answer(
  asked: Omit<AskedText, 'created' | 'deadline'> & { readonly until: string },
  page: Partial<Reply>,
  facts: readonly Fact.Fact[],
  proposal: Partial<Proposal> = {},
) {
  const deadline = Instant.parse(`${asked.until}T23:59:59Z`)
  const transport: Transport = async () => ({
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: '',
    retrievedAt: deadline + 10 * 86_400,
    method: 'REPLAY',
    ...page,
  })
  const market = { ...asked, created: deadline - 90 * 86_400, deadline }
  const model = scriptedReaders({ sources: [source], facts, proposal })
  const { reply, proof } = await resolveText(market, { sources: [source], transport, model })
  if (proof !== null) expect(replay(proof, { sources: new Map() })).to.include({ executed: true, ok: true })
  const rule = proof?.bundle.verdict.resolution_rule_id ?? null
  return { outcome: reply.outcome, confidence: reply.confidence, rule, evidence: reply.evidence, proof }
}

const html = (...lines: string[]) => ({
  body: `<!doctype html><html lang="en"><head><title>The office</title></head><body><main>${lines
    .map((line) => `<p>${line}</p>`)
    .join('')}</main></body></html>`,
})

describe('AUDIT B5: the real worker on the cases that were answered wrongly', () => {
  const deal = {
    question: 'Will Brisk Foods acquire Tolland Dairy by June 30, 2026?',
    rules: '',
    until: '2026-06-30',
  }
  const other = 'Brisk Foods has acquired Pell Dairy for 61 million pounds.'

  it('AUDIT B5: Company Z is not Company Y, whatever both readers say', async () => {
    const page = html('June 11, 2026', other)
    const said = { quote: other, subject: 'Brisk Foods', predicate: 'has acquired', date: '2026-06-11' }
    for (const object of ['Pell Dairy', 'Tolland Dairy']) {
      const { outcome, rule } = await answer(deal, page, [fact({ ...said, object })])
      expect([outcome, rule], object).to.deep.equal(['INVALID', 'unread'])
    }
    const right = 'Brisk Foods has acquired Tolland Dairy for 61 million pounds.'
    const { outcome, rule, confidence } = await answer(deal, html('June 11, 2026', right), [
      fact({ ...said, quote: right, object: 'Tolland Dairy' }),
    ])
    expect([outcome, rule, confidence], 'and the right one decides').to.deep.equal(['YES', 'affirmed', 0.9])
  })

  it('AUDIT B5: 336,681 is not more than 500,000, whatever both readers say', async () => {
    const jobs = {
      question: 'Will Norland add more than 500,000 jobs in May 2026?',
      rules: 'This market resolves by the figure for May 2026 that Statistics Norland publishes.',
      until: '2026-06-30',
    }
    const line = 'Norland added 336,681 jobs in May 2026.'
    const said = {
      quote: line,
      subject: 'Norland',
      predicate: 'added',
      object: 'jobs',
      value: '336,681',
      unit: 'jobs',
      date: '2026-05',
    }
    const threshold = { threshold: '500,000' }
    const page = html('June 12, 2026', line)
    const wrong = await answer(jobs, page, [fact({ ...said, bears: 'YES' })], threshold)
    expect([wrong.outcome, wrong.rule]).to.deep.equal(['INVALID', 'unread'])
    const right = await answer(jobs, page, [fact({ ...said, bears: 'NO' })], threshold)
    expect([right.outcome, right.rule]).to.deep.equal(['NO', 'denied'])
  })

  it('AUDIT B5: "Company X" and "Company Z" as they stand decide nothing either', async () => {
    const asked = { ...deal, question: 'Will Company X acquire Company Y by June 30, 2026?' }
    const line = 'Company X acquires Company Z.'
    const said = { quote: line, subject: 'Company X', predicate: 'acquires', date: '2026-06-11' }
    for (const object of ['Company Z', 'Company Y'])
      expect(
        (await answer(asked, html('June 11, 2026', line), [fact({ ...said, object })])).outcome,
      ).to.equal('INVALID')
  })

  const shop = {
    question: 'Will Brisk Foods open a shop in Tolland by June 30, 2026?',
    rules: '',
    until: '2026-06-30',
  }

  it('AUDIT B5: an empty body, a wall, a shell and an error are no silence', async () => {
    const pages: Partial<Reply>[] = [
      { body: '' },
      { body: '<title>Just a moment...</title><p>Verify you are human by completing the action below.</p>' },
      { body: '<html><body><div id="root"></div><script src="/app.js"></script></body></html>' },
      { status: 503, body: '<p>Service Unavailable</p>' },
    ]
    for (const page of pages) {
      const { outcome, rule } = await answer(shop, page, [])
      expect([outcome, rule], page.body!).to.deep.equal(['INVALID', 'unreachable'])
    }
    const lines = [
      'July 4, 2026: a fair.',
      'May 2, 2026: Brisk Foods hired a baker.',
      'March 3, 2026: a new logo.',
    ]
    const list = `<h1>Notices</h1><ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul>`
    const { outcome, rule } = await answer(shop, { body: list }, [])
    expect([outcome, rule], 'the list is healthy and complete').to.deep.equal(['NO', 'silent'])
    const prose = await answer(shop, html('Notices.', ...lines), [])
    expect(prose.outcome, 'paragraphs are no list').to.equal('INVALID')
  })

  it('AUDIT B5: May 5 is not before March 31, whatever both readers say', async () => {
    const asked = {
      ...deal,
      question: 'Will Brisk Foods acquire Tolland Dairy before March 31, 2026?',
      until: '2026-05-31',
    }
    const line = 'On May 5, 2026 Brisk Foods has acquired Tolland Dairy.'
    const said = {
      quote: line,
      subject: 'Brisk Foods',
      predicate: 'has acquired',
      object: 'Tolland Dairy',
      date: '2026-05-05',
    }
    const wrong = await answer(asked, html('May 6, 2026', line), [fact({ ...said, bears: 'YES' })])
    expect([wrong.outcome, wrong.rule]).to.deep.equal(['INVALID', 'unread'])
    const right = await answer(asked, html('May 6, 2026', line), [fact({ ...said, bears: 'NO' })])
    expect(right.outcome).to.equal('NO')
  })

  it('AUDIT B5: another date than the page gives does not bring it into the window', async () => {
    const asked = {
      ...deal,
      question: 'Will Brisk Foods acquire Tolland Dairy before March 31, 2026?',
      until: '2026-05-31',
    }
    const line = 'On May 5, 2026 Brisk Foods has acquired Tolland Dairy.'
    const said = {
      quote: line,
      subject: 'Brisk Foods',
      predicate: 'has acquired',
      object: 'Tolland Dairy',
      date: '2026-03-05',
    }
    const { outcome, rule } = await answer(asked, html('May 6, 2026', line), [fact(said)])
    expect([outcome, rule]).to.deep.equal(['INVALID', 'unread'])
  })

  it('AUDIT B13: confidence is not one constant: what only readers see is worth less than what code confirms', async () => {
    const asked = {
      question: 'Will Ada Munro be named head of the harbour by June 30, 2026?',
      rules: '',
      until: '2026-06-30',
    }
    const line = 'Ada Munro takes the helm of the harbour.'
    const said = {
      quote: line,
      subject: 'Ada Munro',
      predicate: 'takes the helm of',
      object: 'the harbour',
      date: '2026-06-11',
    }
    const { outcome, confidence } = await answer(asked, html('June 11, 2026', line), [fact(said)])
    expect([outcome, confidence]).to.deep.equal(['YES', 0.8])
  })
})

describe('markets of other kinds, on the real worker', () => {
  it('FREETEXT §2: words that are said are counted by code in the complete record', async () => {
    const asked = {
      question: 'Will Ada Munro say "harbour" 2 times by June 30, 2026?',
      rules: '',
      until: '2026-06-30',
    }
    const twice = html('June 11, 2026', 'Ada Munro: The harbour is open. I love this harbour.')
    const said = fact({
      quote: 'The harbour is open.',
      subject: 'Ada Munro',
      predicate: 'said',
      date: '2026-06-11',
    })
    const more = fact({ ...said, quote: 'I love this harbour.' })
    const yes = await answer(asked, twice, [said, more], { threshold: '2' })
    expect([yes.outcome, yes.rule]).to.deep.equal(['YES', 'counted'])
    const once = html('June 11, 2026', 'Ada Munro: The harbour is open. I love this town.')
    const no = await answer(asked, once, [said], { threshold: '2' })
    expect([no.outcome, no.rule]).to.deep.equal(['NO', 'counted-less'])
    expect(no.evidence).to.include('"harbour" stands 1 times; 2 are asked for')
  })

  it('S2-107: a No from before the end of the market’s own window is too early, whatever the contract says', async () => {
    const asked = {
      question: 'Will Brisk Foods acquire Tolland Dairy by December 31, 2026?',
      rules: '',
      until: '2026-06-30',
    }
    const line = 'Pell Dairy has acquired Tolland Dairy.'
    const said = {
      quote: line,
      subject: 'Pell Dairy',
      predicate: 'has acquired',
      object: 'Tolland Dairy',
      date: '2026-06-11',
    }
    const { outcome } = await answer(asked, html('June 11, 2026', line), [fact({ ...said, bears: 'NO' })])
    expect(outcome).to.equal('INVALID')
  })
})
