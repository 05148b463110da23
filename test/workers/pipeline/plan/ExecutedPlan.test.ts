import { expect } from 'chai'
import { Hash } from '../../../../protocol/index.ts'
import * as ExecutedPlan from '../../../../workers/pipeline/plan/ExecutedPlan.ts'
import { makePlan, pageOf } from '../../../../workers/pipeline/plan/makePlan.ts'
import { toToolPlan } from '../../../../workers/pipeline/plan/Plan.ts'
import { questionFacts } from '../../../../workers/pipeline/plan/QuestionFacts.ts'
import { planning, question, subject, subjectOf } from './world.ts'

const draft = makePlan(questionFacts(subjectOf(question)), {
  ...planning,
  registry: null,
  searches: true,
  inline: [],
})
const hit = 'https://blog.example.org/a'
const plan = { ...draft, sources: [pageOf('hit-1', hit, 'secondary', 'found by search')] }
const toolPlan = toToolPlan(plan, subject)
const fetches = { ...toolPlan, steps: toolPlan.steps.slice(1) }
const searched = (url: string) => [
  {
    id: 'search-1',
    engine: 'x',
    retrievedAt: 1,
    responseHash: Hash.ofText('r'),
    failure: null,
    hits: [{ url, refused: null }],
  },
]
const results = [
  {
    step_id: 'fetch-hit-1',
    status: null,
    response_hash: null,
    rows: null,
    is_full: false,
    fault: 'unreachable',
  },
]
const recordOf = (url: string) =>
  ExecutedPlan.readRecord(
    ExecutedPlan.toItem({ toolPlan, plan, searched: searched(url), results }, '2026-04-01T00:00:00Z'),
  )!

describe('plan/ExecutedPlan', () => {
  it('S2-113: reads back what it recorded, and finds no fault with it', () => {
    const record = recordOf(`${hit}#part`)
    expect(record.plan).to.deep.equal(toolPlan)
    expect(ExecutedPlan.faultOf(record, fetches, [])).to.equal(null)
  })

  it('S2-113: finds pages that no search found, and searches, steps or replies that are missing', () => {
    expect(ExecutedPlan.faultOf(recordOf('https://other.example.org/'), fetches, [])).to.match(
      /searches found/,
    )
    const record = recordOf(hit)
    expect(ExecutedPlan.faultOf({ ...record, searches: [] }, fetches, [])).to.match(/every search/)
    expect(ExecutedPlan.faultOf({ ...record, results: [] }, fetches, [])).to.match(/every step/)
    expect(ExecutedPlan.faultOf(record, { ...fetches, steps: [] }, [])).to.match(/prompt spec/)
    const kept = { ...record, results: [{ ...record.results[0]!, fault: null }] }
    expect(ExecutedPlan.faultOf(kept, fetches, [])).to.match(/whether there was a reply/)
    expect(ExecutedPlan.readRecord({ content: '[' })).to.equal(null)
  })
})
