import { expect } from 'chai'
import { confidenceOf, highest, table } from '../../../workers/facts/Confidence.ts'
import { decide, type Fact, readEvent, type Source, viewPage } from '../../../workers/facts/index.ts'
import { acquired, asked, fact, fetched, html, source, spec, url } from '../../helpers/factsFixture.ts'

const other = 'https://alder.example/releases'
const primary: Source = { url: other, name: 'Alder Marine', role: 'primary', complete_for: null }
const body = html(`<p>${acquired}</p>`)
const report = viewPage(fetched(body), source)
const release = (status = 200) => viewPage({ ...fetched(body, status), url: other }, primary)
const both = (...facts: Fact.Fact[]) => [facts, facts] as const

describe('conclude', () => {
  it('S2-113: a second domain adds to the confidence, and a primary source to more', () => {
    const one = decide(spec, [release()], both(fact({ url: other }))).confidence_bps
    const two = decide(spec, [release(), report], both(fact({ url: other }), fact())).confidence_bps
    expect([one, two]).to.deep.equal([9_000, 9_500])
    expect(decide(spec, [report], both(fact())).confidence_bps).to.be.lessThan(one)
  })

  it('S2-113: where the rules ask for the primary source, a secondary one does not decide', () => {
    const strict = readEvent({
      ...asked,
      rules: asked.rules.replace('Credible reporting may be used.', 'Source: Alder Marine.'),
    })
    const decided = decide(strict, [release(503), report], both(fact()))
    expect(decided).to.include({ outcome: 'INVALID', rule: 'secondary-only' })
    expect(decide(spec, [release(503), report], both(fact())).outcome).to.equal('YES')
  })

  it('S2-113: primary sources that contradict each other leave it open', () => {
    const no = fact({ url, predicate: 'has acquired', bears: 'NO' })
    expect(decide(spec, [release(), report], both(fact({ url: other }), no)).outcome).to.equal('INVALID')
  })
})

describe('confidenceOf', () => {
  it('is the published table, and never certainty', () => {
    for (const value of Object.values(table)) expect(value).to.be.within(6_000, highest)
    expect(confidenceOf({ kind: 'statement', source: 'primary', confirmed: true, domains: 9 })).to.equal(
      highest,
    )
  })
})
