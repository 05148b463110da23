import { expect } from 'chai'
import type { Model, Prompt } from '../../../services/model/Model.ts'
import { openModel } from '../../../services/model/openModel.ts'
import { key, type Provider, send, startProvider } from './fakeProvider.ts'

const prompt: Prompt = { system: 'Be brief.', user: 'Who?', maxTokens: 64 }
const schema = { type: 'object', properties: {}, required: [], additionalProperties: false }

describe('a model that speaks Anthropic’s messages', () => {
  let provider: Provider
  before(async () => {
    provider = await startProvider('anthropic')
  })
  after(() => provider.close())
  beforeEach(() => provider.misbehave())

  const open = (settings: object = {}): Model =>
    openModel(
      { kind: 'anthropic', baseUrl: provider.baseUrl, model: 'fake', keyEnv: 'FAKE_KEY', ...settings },
      { env: { FAKE_KEY: key } },
    )
  const failureOf = (model: Model): Promise<Error> =>
    model.complete(prompt).then(
      () => new Error('It answered.'),
      (error) => error,
    )
  const replyWith = (changes: object) =>
    provider.misbehave((response, _, good) => send(response, 200, { ...good, ...changes }))

  it('S1-32: asks at temperature 0, in the shape of the schema; the API has no seed', async () => {
    await open().complete({ ...prompt, schema })
    expect(provider.seen[0]!.body).to.deep.equal({
      model: 'fake',
      messages: [{ role: 'user', content: 'Who?' }],
      system: 'Be brief.',
      max_tokens: 64,
      temperature: 0,
      output_config: { format: { type: 'json_schema', schema } },
    })
    expect(provider.seen[0]!.headers['x-api-key']).to.equal(key)
  })

  it('leaves out what some models refuse, if the config says so', async () => {
    await open({ sampling: 'default', enforceSchema: false }).complete({ ...prompt, schema })
    expect(provider.seen[0]!.body).not.to.have.any.keys('temperature', 'output_config')
  })

  it('AUDIT B6: a model that refuses temperature is asked again without, and not sent it any more', async () => {
    const model = open({ model: 'fake-reasoning' })
    expect((await model.complete(prompt)).text).to.equal('echo: Who?')
    await model.complete(prompt)
    expect(provider.seen.map(({ body }) => 'temperature' in body)).to.deep.equal([true, false, false])
    const failure = await failureOf(open({ model: 'fake-reasoning', sampling: 'fixed' }))
    expect(failure.message).to.include('Set sampling: default')
  })

  it('joins the blocks of text, and passes over others', async () => {
    const content = [
      { type: 'text', text: 'a' },
      { type: 'thinking', thinking: 'hidden' },
      { type: 'text', text: 'b' },
    ]
    replyWith({ content })
    expect((await open().complete(prompt)).text).to.equal('ab')
  })

  it('counts what was cached as input', async () => {
    replyWith({
      usage: {
        input_tokens: 1,
        output_tokens: 2,
        cache_creation_input_tokens: 10,
        cache_read_input_tokens: 100,
      },
    })
    expect((await open().complete(prompt)).usage).to.include({ inputTokens: 111, outputTokens: 2 })
  })

  it('does not take a text for whole that the context cut off', async () => {
    for (const stop_reason of ['max_tokens', 'model_context_window_exceeded']) {
      replyWith({ stop_reason })
      expect(await failureOf(open())).to.include({ name: 'Model.NoAnswerError', reason: 'cut off' })
    }
  })

  it('does not read what is not a message', async () => {
    replyWith({ type: 'error' })
    expect((await failureOf(open())).message).to.contain('no message')
  })
})
