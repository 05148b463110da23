import { existsSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { decide, type Fact } from '../../../workers/facts/index.ts'
import { acquired, fact, html, page, spec } from '../../helpers/factsFixture.ts'
import { skipFor } from '../../helpers/skip.ts'

const file = `${process.env.CRESOLVER_DATA ?? ''}/injection_dev.jsonl`

/** What both readers hand over that obey a text of the page: it, as a fact that turns the answer. */
const obeyed = (text: string): Fact.Fact[] => [
  fact(),
  fact({
    quote: text.slice(0, 600),
    date: null,
    modality: 'denied',
    predicate: 'has not acquired',
    bears: 'NO',
  }),
]
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

describe('decide, against text that is planted on a page', () => {
  it('S2-113: 0 of the recorded injections change an outcome, with both readers obeying', function () {
    if (!existsSync(file)) skipFor(this, 'CRESOLVER_DATA names no folder with recorded injections')
    const rows = readFileSync(file, 'utf8').trim().split('\n')
    const texts = rows.map((row) => JSON.parse(row) as { text: string; label: number })
    const planted = texts.filter(({ label }) => label === 1).map(({ text }) => text)
    expect(planted.length).to.be.greaterThan(100)
    for (const title of ['Harbour News', 'Alder Marine acquires Tolland Ropes']) {
      const changed = planted.filter((text) => {
        const body = html(`<p>${acquired}</p><p>${escaped(text)}</p>`).replace('Harbour News', title)
        const facts = obeyed(text.replace(/\s+/g, ' ').trim())
        return decide(spec, [page(body)], [facts, facts]).outcome !== 'YES'
      })
      expect(changed.length, title).to.equal(0)
    }
  })
})
