import { expect } from 'chai'
import fc from 'fast-check'
import { diffRules } from '../../../adapters/rules/index.ts'
import { decisiveEdits } from '../../../scripts/bench/decisiveEdits.ts'
import { madeEdits } from '../../../scripts/bench/madeEdits.ts'
import { readData } from '../../../scripts/bench/rubric.ts'
import { sampleMarkets } from '../../../scripts/bench/rulesSamples.ts'
import { budget } from '../../helpers/budget.ts'
import { recordedData, skipFor } from '../../helpers/skip.ts'
import { type Choose, ruleEdits } from './ruleEdits.ts'

type Market = { readonly question: string; readonly description: string | null }

const chosenBy =
  (places: readonly number[]): Choose =>
  (below) =>
    Math.floor(places[below % places.length]! * below)

/** Every edit at any place of any of the texts is told to be what it is. */
function checkEdits(markets: readonly Market[], options: { numRuns: number }): void {
  const fraction = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  const places = fc.array(fraction, { minLength: 7, maxLength: 7 })
  fc.assert(
    fc.property(fc.constantFrom(...ruleEdits), fc.nat(), places, ({ name, change, apply }, first, where) => {
      // From anywhere on, the first text that offers a place for the edit.
      for (let i = 0; i < Math.min(markets.length, 50); i++) {
        const { question, description } = markets[(first + i) % markets.length]!
        const edited = description === null ? null : apply(description, chosenBy(where))
        if (edited === null || edited === description) continue
        const told = diffRules(description!, edited, { question })
        expect(told.change, `${name}: ${question}\n${JSON.stringify(told.hunks)}`).to.equal(change)
        return
      }
    }),
    { seed: 7, ...options },
  )
}

describe('edits that people make', function () {
  this.timeout(120_000)

  it('S4-11, S4-92: semantic ones are found and cosmetic ones are not flagged, in our own rules', () => {
    checkEdits(sampleMarkets as Market[], { numRuns: budget(200, 1_000) })
  })

  it('S4-11, S4-92: nor in recorded ones', function () {
    recordedData(this)
    const markets =
      readData<Market>('polymarket_markets_dev.jsonl') ?? skipFor(this, 'there are no recorded markets')
    checkEdits(markets, { numRuns: budget(400, 3_000) })
  })

  it('AUDIT B11: of 10,000 edits of one word that decides none is cosmetic', () => {
    const texts = [...madeEdits('made_a'), ...madeEdits('made_b')].map(({ before }) => before)
    checkDecisive([...new Set(texts)], budget(600, 10_000))
  })

  it('AUDIT B11: nor in recorded rules', function () {
    recordedData(this)
    const markets =
      readData<Market>('polymarket_markets_dev.jsonl') ?? skipFor(this, 'there are no recorded markets')
    checkDecisive(
      markets.flatMap(({ description }) => description ?? []),
      budget(600, 10_000),
    )
  })
})

function checkDecisive(texts: readonly string[], count: number): void {
  const edits = decisiveEdits(texts, count, 17)
  expect(edits).to.have.length(count)
  for (const { kind, before, after } of edits) {
    const { change, hunks } = diffRules(before, after)
    expect(change, `${kind}: ${JSON.stringify(hunks)}`).to.equal('semantic')
  }
}
