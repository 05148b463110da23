import { expect } from 'chai'
import type { Model, Prompt } from '../../../services/model/Model.ts'
import { openModel } from '../../../services/model/openModel.ts'
import { key, type Provider, send, startProvider } from './fakeProvider.ts'

const prompt: Prompt = { system: 'Be brief.', user: 'Who?', maxTokens: 64 }
const schema = { type: 'object', properties: {}, required: [], additionalProperties: false }

describe('a model that speaks OpenAI’s chat completions', () => {
  let provider: Provider
  before(async () => {
    provider = await startProvider('openai')
  })
  after(() => provider.close())
  beforeEach(() => provider.misbehave())

  const open = (settings: object = {}): Model =>
    openModel(
      { kind: 'openai', baseUrl: provider.baseUrl, model: 'fake', keyEnv: 'FAKE_KEY', ...settings },
      { env: { FAKE_KEY: key } },
    )
  const failureOf = (model: Model): Promise<Error> =>
    model.complete(prompt).then(
      () => new Error('It answered.'),
      (error) => error,
    )
  const replyWith = (changes: object) =>
    provider.misbehave((response, _, good) => send(response, 200, { ...good, ...changes }))

  it('S1-32: asks at temperature 0 with seed 42, in the shape of the schema', async () => {
    await open().complete({ ...prompt, schema })
    expect(provider.seen[0]!.body).to.deep.equal({
      model: 'fake',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Who?' },
      ],
      max_completion_tokens: 64,
      temperature: 0,
      seed: 42,
      response_format: { type: 'json_schema', json_schema: { name: 'reply', strict: true, schema } },
    })
    expect(provider.seen[0]!.headers.authorization).to.equal(`Bearer ${key}`)
  })

  it('leaves out what some models refuse, if the config says so', async () => {
    const settings = { sampling: 'default', enforceSchema: false, tokensField: 'max_tokens' }
    await open(settings).complete({ ...prompt, schema })
    const { body } = provider.seen[0]!
    expect(body).to.include({ max_tokens: 64 })
    expect(body).not.to.have.any.keys('temperature', 'seed', 'response_format', 'max_completion_tokens')
  })

  it('finds the API behind a base URL with slashes at its end', async () => {
    expect((await open({ baseUrl: `${provider.baseUrl}//` }).complete(prompt)).text).to.equal('echo: Who?')
  })

  it('counts tokens as the provider did, and needs it to', async () => {
    replyWith({ usage: { prompt_tokens: 5, completion_tokens: 7 } })
    const prices = { inputPerMillion: 1_000_000, outputPerMillion: 2_000_000 }
    expect((await open({ prices }).complete(prompt)).usage).to.deep.equal({
      inputTokens: 5,
      outputTokens: 7,
      costMicroUsd: 19,
    })
    for (const usage of [undefined, {}, { prompt_tokens: -1, completion_tokens: 1 }]) {
      replyWith({ usage })
      expect((await failureOf(open())).name).to.equal('Model.UnreadableReplyError')
    }
  })

  it('does not read a reply without a choice', async () => {
    replyWith({ choices: [] })
    expect((await failureOf(open())).message).to.contain('no chat completion')
  })
})
