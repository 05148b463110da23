import { expect } from 'chai'
import { makePlan } from '../../../../workers/pipeline/plan/makePlan.ts'
import { mostCalls, toToolPlan } from '../../../../workers/pipeline/plan/Plan.ts'
import { questionFacts } from '../../../../workers/pipeline/plan/QuestionFacts.ts'
import { planning, question, registry, subject, subjectOf } from './world.ts'

describe('plan/Plan', () => {
  it('S2-113: the protocol’s plan has searches first, every page once, and the hash of the registry', () => {
    const plan = makePlan(questionFacts(subjectOf(question)), {
      ...planning,
      budget: mostCalls,
      searches: true,
      inline: [],
    })
    const { steps, registry_hash } = toToolPlan(plan, subject)
    expect(steps.map(({ method, requirement_id }) => [method, requirement_id])).to.deep.equal([
      ['SEARCH', 'search-1'],
      ['GET', 'edgar'],
      ['GET', 'newsroom'],
    ])
    expect(registry_hash).to.equal(registry.hash)
    expect(toToolPlan({ ...plan, registryHash: null }, subject)).to.not.have.property('registry_hash')
  })
})
