import { expect } from 'chai'
import { Hash } from '../../../protocol/index.ts'
import { undecided } from '../../../workers/sdk/AgentResponse.ts'
import { UnwritableAnswerError } from '../../../workers/sdk/fit.ts'
import { toAnswer } from '../../../workers/sdk/toAnswer.ts'
import { auto, manual } from './workers.ts'

const given = { determination: true, confidence: 0.9, evidence: 'It was.', sources: ['https://a.example'] }
const request = { market_id: 1, question: manual }

describe('toAnswer', () => {
  it('leaves an answer as it is, but for unknown keys and a signature of one’s own', () => {
    const attestation = { signer: `0x${'1'.repeat(40)}`, signature: `0x${'1'.repeat(130)}` }
    const more = { ...given, attestation, note: 'x' }
    expect(toAnswer(more, request)).to.deep.equal(given)
  })

  it('rounds a confidence to 4 decimals', () => {
    expect(toAnswer({ ...given, confidence: 1 / 3 }, request).confidence).to.equal(0.3333)
  })

  it('AUDIT D8: doubt goes out without confidence, so that no client of the seed takes it for a sure No', () => {
    const doubt = { ...given, determination: false, outcome: 'INVALID' as const, confidence: 0.9 }
    expect(toAnswer(doubt, request)).to.include({ determination: false, confidence: 0 })
    expect(toAnswer({ ...doubt, outcome: 'NO' }, request).confidence).to.equal(0.9)
    const por = { root: Hash.asRoot(`0x${'1'.repeat(64)}`), uri: 'https://a.example/por' }
    expect(toAnswer({ ...doubt, por }, request).confidence, 'as proven').to.equal(0.9)
    expect(() => toAnswer({ ...doubt, confidence: 90 }, request)).to.throw(UnwritableAnswerError)
  })

  it('leaves out sources that are too long or too many', () => {
    const sources = ['x'.repeat(129), ...Array.from({ length: 9 }, (_, i) => `https://a.example/${i}`)]
    expect(toAnswer({ ...given, sources }, request).sources).to.deep.equal(sources.slice(1, 9))
  })

  it('SPEC §6: keeps citations that the wire takes, and leaves out the others rather than lose the answer', () => {
    const url = 'https://a.example'
    const good = { url, quote: 'It rained in May.' }
    const echo = { url: `${url}/search?q=it+rained+in+May` }
    const sent = (citations: { url: string; quote: string }[]) =>
      toAnswer({ ...given, sources: [url, echo.url], citations }, request)
    expect(sent([good]).citations).to.deep.equal([good])
    const second = { ...good, quote: 'It rained in June.' }
    const third = { ...good, quote: 'It rained in July.' }
    expect(sent([good, second, third]).citations, 'two at most').to.deep.equal([good, second])
    const bad = [
      { ...good, url: 'https://b.example' },
      { ...good, quote: 'It rained.' },
      { ...good, quote: 'x'.repeat(201) },
      { ...good, quote: ` ${' '.repeat(20)}` },
      { ...echo, quote: 'No results for it rained in May' },
    ]
    expect(sent([...bad, good]).citations).to.deep.equal([good])
    expect(sent(bad)).to.not.have.property('citations')
    const plain = {
      ...given,
      sources: ['http://a.example'],
      citations: [{ ...good, url: 'http://a.example' }],
    }
    expect(toAnswer(plain, request)).to.not.have.property('citations')
  })

  it('adds the check without a sample to an INVALID answer on an auto rule, and to no other', () => {
    const check = { observed_at: 0, value: '0', tier: 3, result: 'INVALID' }
    const onAuto = { ...request, question: auto }
    expect(toAnswer(undecided('No sample.'), onAuto).rule_check).to.deep.equal(check)
    expect(toAnswer(undecided('No source.'), request)).to.not.have.property('rule_check')
    expect(toAnswer(given, onAuto)).to.not.have.property('rule_check')
    const own = { ...check, tier: 0, result: 'INVALID' as const }
    expect(toAnswer({ ...undecided('No sample.'), rule_check: own }, onAuto).rule_check).to.deep.equal(own)
  })

  it('error: what is not an answer', () => {
    for (const odd of [
      null,
      'YES',
      {},
      { ...given, confidence: 82 },
      { ...given, confidence: Number.NaN },
      { ...given, sources: null },
      { ...given, outcome: 'MAYBE' },
      { ...given, outcome: 'INVALID' },
      { ...given, evidence: '\ud800' },
    ])
      expect(() => toAnswer(odd as never, request), JSON.stringify(odd)).to.throw(UnwritableAnswerError)
  })
})
