import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import {
  decide,
  type Fact,
  type Fetched,
  readEvent,
  type Source,
  viewPage,
} from '../../../workers/facts/index.ts'

type Case = {
  readonly id: string
  readonly question: string
  readonly rules: string
  readonly created: number
  readonly deadline: number
  readonly sources: readonly Source[]
  readonly pages: readonly Fetched[]
  readonly facts: readonly Fact.Fact[]
  readonly slips: readonly Fact.Fact[]
  readonly truth: 'YES' | 'NO' | 'INVALID'
}

const file = new URL('../../fixtures/freetext/made_a.jsonl', import.meta.url)
const cases = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Case)

/** Which of the cases come out right and which wrong, of several ways to read each the worst. */
function play(readings: (one: Case) => (readonly [readonly Fact.Fact[], readonly Fact.Fact[]])[]) {
  const worst = cases.map((one) => {
    const spec = readEvent(one)
    const pages = one.pages.map((page) => viewPage(page, one.sources.find(({ url }) => url === page.url)!))
    const outcomes = readings(one).map((each) => decide(spec, pages, each).outcome)
    const wrong = outcomes.some((outcome) => outcome !== one.truth && outcome !== 'INVALID')
    return {
      one,
      verdict: wrong ? 'wrong' : outcomes.every((outcome) => outcome === one.truth) ? 'right' : 'open',
    }
  })
  const of = (verdict: string) => worst.filter((each) => each.verdict === verdict)
  const isDecidable = ({ one }: { one: Case }) => one.truth !== 'INVALID'
  return {
    right: of('right').filter(isDecidable).length / worst.filter(isDecidable).length,
    wrong: of('wrong').map(({ one }) => one.id),
  }
}
const given = (facts: readonly Fact.Fact[]) => facts.map((fact) => ({ ...fact, bears: fact.bears ?? null }))

describe('decide, on the invented cases', () => {
  it('S2-113: two right readers are followed, and none is wrong', () => {
    const { right, wrong } = play(({ facts }) => [[given(facts), given(facts)]])
    expect(right).to.be.at.least(0.9)
    expect(wrong).to.deep.equal([])
  })

  it('S2-113: a slip of one reader costs a decision at most', () => {
    const { right, wrong } = play(({ facts, slips }) =>
      slips.map((slip) => [given([...facts, slip]), given(facts)]),
    )
    expect(right).to.be.at.least(0.75)
    expect(wrong).to.deep.equal([])
  })

  it('S2-113: code alone finds the direction of many, and is wrong of few', () => {
    const blind = (facts: readonly Fact.Fact[]) => facts.map((fact) => ({ ...fact, bears: null }))
    const { right, wrong } = play(({ facts }) => [[blind(facts), blind(facts)]])
    expect(right).to.be.at.least(0.45)
    expect(wrong.length / cases.length).to.be.at.most(0.02)
  })

  it('S2-113: a slip of both turns few', () => {
    const { wrong } = play(({ facts, slips }) =>
      slips.map((slip) => [given([...facts, slip]), given([...facts, slip])]),
    )
    expect(wrong.length / cases.length).to.be.at.most(0.08)
  })
})
