import { expect } from 'chai'
import { acquisitionContext, acquisitionTask, repliesOf } from '../../../cli/commands/worker/acquisition.ts'
import { openModel } from '../../../services/model/openModel.ts'
import { llm } from '../../../workers/pipeline/llm.ts'
import { load, requestSchemasOf } from '../../../workers/pipeline/text/Prompts.ts'
import { type Dialect, key, type Provider, startProvider } from '../../services/model/fakeProvider.ts'
import * as faults from '../../services/model/faults.ts'

const prompts = load()
const replies = repliesOf('confirmed')

/** Whole answers over HTTP, with a provider that refuses what its documents refuse. */
for (const dialect of ['openai', 'anthropic'] as const satisfies readonly Dialect[]) {
  describe(`a worker with a live model (${dialect})`, () => {
    let provider: Provider
    before(async () => {
      provider = await startProvider(dialect)
    })
    after(() => provider.close())

    async function answer(settings: object = {}) {
      const model = openModel(
        { kind: dialect, baseUrl: provider.baseUrl, model: 'fake', keyEnv: 'FAKE_KEY', ...settings },
        { env: { FAKE_KEY: key }, sleep: async () => {}, schemas: requestSchemasOf(prompts) },
      )
      const resolver = llm({ ...acquisitionContext('confirmed'), model, prompts })
      return resolver.resolve(acquisitionTask())
    }
    const good = () => [
      faults.says(replies['prompt-engineer']),
      // Whichever of the two readings comes first.
      faults.says(replies['first-reader']),
      faults.says(replies['first-reader']),
    ]

    it('AUDIT B6: decides with the schemas and the sampling that the provider takes, reasoning models included', async () => {
      for (const model of ['fake', 'fake-reasoning']) {
        provider.misbehave(...good())
        const { reply, again } = await answer({ model })
        expect([reply.outcome, again], reply.evidence).to.deep.equal(['YES', undefined])
      }
    })

    it('AUDIT B6: goes on after faults that pass', async () => {
      const [first, ...others] = good()
      provider.misbehave(faults.status(529), faults.reset, first!, faults.status(429), ...others)
      expect((await answer()).reply.outcome).to.equal('YES')
    })

    it('AUDIT B6: abstains where the provider refuses, is unreadable or says nothing whole, and never guesses', async () => {
      const cases = [
        [{ model: 'gone' }, [], 'the provider refused the request', 'later'],
        [{}, [faults.garbage], 'what came is not what its API says', 'later'],
        [{}, [faults.page], 'what came is not what its API says', 'later'],
        [{}, [faults.withoutCredit], 'the account has no credit left', 'later'],
        [{}, [faults.says('{"missing_f', 'length')], 'it gave no whole answer', undefined],
        [{ retries: 0 }, [faults.halfBody], 'it could not be reached', 'soon'],
        [{ retries: 0 }, [faults.status(500)], 'the provider had a fault of its own', 'soon'],
      ] as const
      for (const [settings, first, why, when] of cases) {
        provider.misbehave(...first)
        const { reply, again, proof } = await answer(settings)
        expect([reply.outcome, reply.confidence, again, proof], why).to.deep.equal(['INVALID', 0, when, null])
        expect(reply.evidence).to.include(why).and.not.include(key)
      }
    })
  })
}
