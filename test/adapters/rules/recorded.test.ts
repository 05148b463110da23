import { expect } from 'chai'
import { isUnfit, parseRule } from '../../../adapters/rules/index.ts'
import { crossValidated, separation, unseen } from '../../../scripts/bench/calibrate.ts'
import { type Disputed, disputedTwice } from '../../../scripts/bench/calibrateData.ts'
import { readData } from '../../../scripts/bench/rubric.ts'
import { editsTold, endsAsPaid, readKlines, sourcesFound } from '../../../scripts/bench/rules.ts'
import { recordedData, skipFor } from '../../helpers/skip.ts'

/** Recorded rows; a test without them is left out, and says so. */
function rows<row>(context: Mocha.Context, name: string): row[] {
  recordedData(context)
  return readData<row>(name) ?? skipFor(context, `CRESOLVER_DATA has no ${name}`)
}

/** Titles write some numbers in words. */
const numeral =
  /[0-9]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|dozen|first|second|third|fourth|fifth)\b/i

describe('recorded markets', function () {
  this.timeout(120_000)

  it('S4-92: every one of them is read without an error, and each span quotes its field', function () {
    for (const name of ['polymarket_markets_dev.jsonl', 'disputed_dev.jsonl', 'e2e_btc_dev.jsonl']) {
      for (const market of rows<Record<string, string>>(this, name)) {
        const { structured, confidence, spans } = parseRule(market)
        expect(structured.ambiguity).to.be.within(0, 1)
        expect(confidence).to.be.within(0, 1)
        const quote = (name: string) => {
          const { in: field, start, end } = spans[name]!
          return market[field]!.slice(start, end)
        }
        for (const name of Object.keys(spans)) expect(quote(name), name).not.to.equal('')
        for (const name of ['source', 'condition', 'threshold', 'deadline', 'timezone', 'opens'] as const) {
          expect(spans[name] === undefined, `${market.question}: ${name}`).to.equal(structured[name] === null)
        }
        if (structured.threshold !== null) expect(quote('threshold')).to.match(numeral)
        if (structured.timezone !== null && spans.timezone!.in !== 'endDate')
          expect(
            parseRule({ question: `By May 1, 2027, 1 PM ${quote('timezone')}?` }).structured.timezone,
          ).to.equal(structured.timezone)
      }
    }
  })

  it('S4-10: the source is found by the words alone in 95 of 100', function () {
    const { right, of } = sourcesFound(rows(this, 'polymarket_markets_dev.jsonl'))
    expect(right / of).to.be.at.least(0.95)
  })

  it('S4-11: edits are told to be what people labelled them, in 95 of 100', function () {
    const { right, of, wrong } = editsTold(rows(this, 'rule_edits_dev.jsonl'))
    expect(right / of, wrong.join(', ')).to.be.at.least(0.95)
  })

  it('every market that candles can decide ends as it was paid', function () {
    const csv = readKlines() ?? skipFor(this, 'there are no recorded candles')
    const { right, of, wrong } = endsAsPaid(rows(this, 'e2e_btc_dev.jsonl'), csv, 'BTCUSDT')
    expect(right, wrong.join(', ')).to.equal(of)
  })

  it('S4-9: ambiguity tells disputed markets from others better than length and vague words do', function () {
    const twice = disputedTwice(rows<Disputed>(this, 'disputed_dev.jsonl'))
    const own = separation(twice, ({ ambiguity }) => ambiguity)
    expect(own.auc).to.be.at.least(0.8)
    expect(crossValidated(twice, { partitions: 2 })).to.be.at.least(0.78)
    expect(own.auc).to.be.greaterThan(separation(twice, ({ length }) => length).auc)
    expect(own.auc).to.be.greaterThan(separation(twice, ({ vagueWords }) => vagueWords).auc)
  })

  it('C149: on groups it was not fitted on, ambiguity is above a count of vague words by more than chance', function () {
    const { lead } = unseen(disputedTwice(rows<Disputed>(this, 'disputed_dev.jsonl')))
    expect(lead.auc).to.be.greaterThan(1.96 * lead.standardError)
  })

  it('AUDIT B9: faults would keep some recorded markets from being created, and few', function () {
    const groups = new Map<string, boolean>()
    for (const market of rows<{ group: string }>(this, 'polymarket_markets_dev.jsonl'))
      groups.set(
        market.group,
        groups.get(market.group) === true || isUnfit(parseRule(market).structured.faults),
      )
    const refused = [...groups.values()].filter(Boolean).length / groups.size
    expect(refused).to.be.within(0.01, 0.05)
  })
})
