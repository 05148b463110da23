import { expect } from 'chai'
import { openHere } from '../../../../cli/commands/eval/workerHere.ts'
import { UsageError } from '../../../../cli/terminal/failure.ts'
import { checkConfig } from '../../../../workers/agent/Config.ts'
import { keyOf } from '../../../../workers/agent/Evaluation.ts'
import { type Dialect, key, type Provider, startProvider } from '../../../services/model/fakeProvider.ts'
import * as faults from '../../../services/model/faults.ts'
import { caseOf, playing, repliesTo, times } from './story.ts'

const prices = { inputPerMillion: 1_000_000, outputPerMillion: 10_000_000 }
const env = { FAKE_KEY: key }

for (const dialect of ['openai', 'anthropic'] as const satisfies readonly Dialect[]) {
  describe(`a worker measured here (${dialect})`, () => {
    let provider: Provider
    before(async () => {
      provider = await startProvider(dialect)
    })
    after(() => provider.close())

    const configOf = (model: object = {}, more: object = {}) =>
      checkConfig(
        {
          agentId: 3,
          personality: 'llm',
          sources: { transport: 'live' },
          model: {
            kind: dialect,
            baseUrl: provider.baseUrl,
            model: 'fake',
            keyEnv: 'FAKE_KEY',
            retries: 0,
            prices,
            ...model,
          },
          ...more,
        },
        { file: '/somewhere/worker.yaml' },
      )
    const play = (count: number) => times(count, playing(provider, repliesTo('confirmed')))

    it('FREETEXT §4: decides a case by its pages with a provider that takes only what its documents say', async () => {
      provider.misbehave(...play(12))
      const answer = await openHere(configOf(), { env }).answer(caseOf('confirmed', 'YES'))
      expect([answer.outcome, answer.failed], answer.why).to.deep.equal(['YES', null])
      expect(answer.confidence).to.be.above(0)
      expect(answer.rule).to.equal('affirmed')
    })

    it('FREETEXT §4: says what each stage cost, by the tokens that the provider counted', async () => {
      provider.misbehave(...play(12))
      const { effort } = await openHere(configOf(), { env }).answer(caseOf('confirmed', 'YES'))
      const { promptEngineer, collector, auditor } = effort.stages
      expect(promptEngineer).to.include({
        calls: 1,
        input_tokens: 1_200,
        output_tokens: 34,
        cost_micro_usd: 1_540,
      })
      expect(collector).to.include({ calls: 0, cost_micro_usd: 0 })
      // Each of the two readers is asked as often as the pages need.
      expect(auditor!.calls).to.be.at.least(2)
      expect(auditor!.cost_micro_usd).to.equal(1_540 * auditor!.calls)
    })

    it('error: what fails at the provider is no answer, and says why', async () => {
      provider.misbehave(faults.withoutCredit)
      const answer = await openHere(configOf(), { env }).answer(caseOf('confirmed', 'YES'))
      expect(answer).to.include({ outcome: 'INVALID', confidence: 0 })
      expect(answer.failed).to.include('no credit left')
    })

    it('pays no more than it may: a call that could pass the bound is not made', async () => {
      provider.misbehave(...play(12))
      const answer = await openHere(configOf(), { env, maxCostMicroUsd: 100 }).answer(
        caseOf('confirmed', 'YES'),
      )
      expect(answer.failed).to.include('it would cost more than is allowed')
      expect(provider.seen).to.deep.equal([])
    })

    it('asks the second model for the second reader, and each within its part of the cost', async () => {
      const second = {
        kind: dialect,
        baseUrl: provider.baseUrl,
        model: 'fake-reasoning',
        keyEnv: 'FAKE_KEY',
        prices,
      }
      provider.misbehave(...play(12))
      const candidate = openHere(configOf({}, { secondModel: second }), { env, maxCostMicroUsd: 2_000_000 })
      expect(candidate.name).to.contain(`${dialect}:fake and ${dialect}:fake-reasoning`)
      expect((await candidate.answer(caseOf('confirmed', 'YES'))).outcome).to.equal('YES')
      const asked = provider.seen.map(({ body }) => String(body.model))
      expect(new Set(asked)).to.deep.equal(new Set(['fake', 'fake-reasoning']))
      expect(asked[0]).to.equal('fake')
    })

    it('reads only the classes of sources that its config admits', async () => {
      provider.misbehave(...play(12))
      const page = { id: 'a', url: 'https://a.example/', class: 'primary', description: 'A' }
      const config = configOf({}, { text: { sources: [page], admit: ['wire'] } })
      const answer = await openHere(config, { env }).answer(caseOf('confirmed', 'YES'))
      expect(answer.outcome).to.equal('INVALID')
    })

    it('is bound to the model and the prompts', () => {
      const config = configOf()
      expect(openHere(config, { env }).by).to.equal(keyOf(config))
      expect(openHere(configOf({ model: 'fake-reasoning' }), { env }).by).to.not.equal(keyOf(config))
    })
  })
}

describe('openHere', () => {
  const place = { file: '/somewhere/worker.yaml' }
  const base = { agentId: 3, sources: { transport: 'live' } }

  it('a panel worker reads no words: it answers INVALID and asks no model', async () => {
    const config = checkConfig({ ...base, personality: 'panel' }, place)
    const answer = await openHere(config, { env }).answer(caseOf('confirmed', 'YES'))
    expect(answer).to.include({ outcome: 'INVALID', failed: null })
    expect(Object.values(answer.effort.stages).some(({ calls }) => calls > 0)).to.equal(false)
  })

  it('error: there is nothing to measure without a model, and nothing to bound without prices', () => {
    const open =
      (config: object, more: object = {}) =>
      () =>
        openHere(checkConfig({ ...base, ...config }, place), { env, ...more })
    expect(open({ personality: 'aap' })).to.throw(UsageError, /no reading to measure/)
    expect(open({ personality: 'llm' })).to.throw(UsageError, /no `model`/)
    const model = { kind: 'openai', model: 'fake', keyEnv: 'FAKE_KEY' }
    expect(open({ personality: 'llm', model }, { maxCostMicroUsd: 5 })).to.throw(
      UsageError,
      /needs `prices` of each model/,
    )
  })
})
