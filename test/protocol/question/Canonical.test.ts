import { expect } from 'chai'
import fc from 'fast-check'
import { Issue, Question, Rule } from '../../../protocol/index.ts'
import * as Canonical from '../../../protocol/question/Canonical.ts'
import * as Reader from '../../../protocol/question/Reader.ts'
import { budget } from '../../helpers/budget.ts'
import { question } from '../../helpers/questions.ts'

const plain = (text: string | null) =>
  text === null ? null : text.replace(/[^ -~\u00a1-\u02ff\u20bf]/g, 'x')

const seconds = (text: string | null) => (text === null || text.includes('T') ? null : text)

/** Questions without anything that only the full reader knows. */
const canonical = question.map((value) =>
  Question.format({
    ...value,
    question: plain(value.question),
    rule: {
      ...value.rule,
      resolver: plain(value.rule.resolver),
      deadline: seconds(value.rule.deadline),
      extra: {},
      subtags: [],
    },
    source: { ...value.source, extra: {} },
    event: plain(value.event),
    category: value.category === null ? null : 'sports',
    unknown: [],
  }),
)

describe('Canonical', () => {
  it('agrees with the full reader wherever it answers, also a few characters off', () => {
    let answered = 0
    const characters = [' ', '\n', '§', ':', 'x', '0', '.', '\t', 'é', '\u0301', '’', '']
    const change = fc.tuple(fc.nat(), fc.nat(3), fc.constantFrom(...characters))
    fc.assert(
      fc.property(canonical, fc.array(change, { maxLength: 2 }), (text, changes) => {
        let other = text
        for (const [at, width, character] of changes) {
          const place = at % (other.length + 1)
          other = other.slice(0, place) + character + other.slice(place + width)
        }
        const short = Canonical.read(other)
        if (short === null) return
        answered++
        expect(short).to.deep.equal(Reader.read(other, {}))
        expect(Question.format(short)).to.equal(other)
      }),
      { numRuns: budget(500, 20_000) },
    )
    expect(answered).to.be.greaterThan(budget(50, 500))
  })

  it('leaves a tolerance near or over its limit to the full reader', () => {
    const read = (tolerance: number) =>
      Canonical.read(`§question A?\n§rule\nsource:binance:x\nop:gte\ntarget:1\ntolerance:${tolerance}`)
    expect(read(159_999)).not.to.equal(null)
    for (const tolerance of [160_000, Rule.maxTolerance, Rule.maxTolerance + 1, 599_999])
      expect(read(tolerance), `${tolerance}`).to.equal(null)
  })

  it('leaves whatever has an issue to the full reader', () => {
    fc.assert(
      fc.property(
        canonical,
        fc.constantFrom('\nx:y', '\n§mood', ' ', '\n', '\n§event', '\r\n'),
        (text, end) => {
          const { issues } = Reader.read(text + end, {})
          if (issues.length > 0) expect(Canonical.read(text + end)).to.equal(null)
        },
      ),
    )
    for (const text of [
      '§question Q\n§rule\nsource:manual\nop:gte',
      '§question Q\n§rule\nsource:manual\ntolerance:1',
      '§question Q\n§rule\nsource:manual\n§§source',
      '§question Q\n§rule\nsource:Manual:x\nop:gte\ntarget:1',
      '§question Q\n§rule\nsource:kraken:x\nmetric:price\nop:gte\ntarget:1',
      '§question Q\n§rule\nsource:polymarket:7\nop:gte\ntarget:1',
      '§question Q\n§rule\nsource:coingecko:x\nmetric:tvl\nop:gte\ntarget:1',
      '§question Q\n§rule\nsource:coingecko:x\nop:gte',
      '§question Q \n§rule\nsource:coingecko:x\ntarget:1',
    ]) {
      expect(
        Reader.read(text, {}).issues.some((issue) => Issue.isError(issue) || issue.code === 'UNUSED_KEY'),
        text,
      ).to.equal(true)
      expect(Canonical.read(text), text).to.equal(null)
    }
  })
})
