import { expect } from 'chai'
import { z } from 'zod'
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

  it('AUDIT B6: a reasoning model refuses temperature: it is asked again without, and not sent it any more', async () => {
    const model = open({ model: 'fake-reasoning' })
    expect((await model.complete(prompt)).text).to.equal('echo: Who?')
    expect(provider.seen.map(({ body }) => 'temperature' in body)).to.deep.equal([true, false])
    await model.complete(prompt)
    expect(provider.seen.at(-1)!.body).not.to.have.any.keys('temperature', 'seed')
    expect(provider.seen).to.have.length(3)
  })

  it('AUDIT B6: where temperature is set to be sent, its refusal says what to change', async () => {
    const failure = await failureOf(open({ model: 'fake-reasoning', sampling: 'fixed' }))
    expect(failure).to.include({ name: 'Model.RefusedError', field: 'sampling' })
    expect(failure.message).to.equal(
      'openai:fake-reasoning refused the request with status 400 (unsupported_value).\n' +
        'Set sampling: default; this model takes no temperature or seed.',
    )
  })

  it('a server that has another name for the limit of tokens: the refusal says what to change', async () => {
    const cases = [
      [{ model: 'fake-old' }, { tokensField: 'max_tokens' }],
      [{ model: 'fake-reasoning', tokensField: 'max_tokens', sampling: 'default' }, {}],
    ] as const
    for (const [wrong, right] of cases) {
      expect((await failureOf(open(wrong))).message).to.include('Set tokensField')
      const { model } = wrong
      expect((await open({ model, sampling: 'default', ...right }).complete(prompt)).text).to.equal(
        'echo: Who?',
      )
    }
  })

  it('a model that does not exist: the refusal says what to check', async () => {
    const failure = await failureOf(open({ model: 'gone' }))
    expect(failure.message).to.include('status 404 (model_not_found)').and.include('Check model and baseUrl')
  })

  it('AUDIT B6: sends bounds of the schema as hints, because strict mode does not take them as keywords', async () => {
    const bounded = z.toJSONSchema(z.strictObject({ quote: z.string().min(12).max(600).nullable() }))
    await open().complete({ ...prompt, schema: bounded })
    const { response_format: sent } = provider.seen[0]!.body as never as {
      response_format: { json_schema: { schema: object } }
    }
    expect(sent.json_schema.schema).to.deep.equal({
      type: 'object',
      properties: {
        quote: {
          anyOf: [
            { type: 'string', description: 'at least 12 characters, at most 600 characters' },
            { type: 'null' },
          ],
        },
      },
      required: ['quote'],
      additionalProperties: false,
    })
  })

  it('AUDIT B6: a choice at the root is refused by the provider, with advice', async () => {
    const choice = { anyOf: [schema, schema] }
    const failure = await open()
      .complete({ ...prompt, schema: choice })
      .catch((error) => error)
    expect(failure).to.include({ name: 'Model.RefusedError', field: 'schema' })
  })

  it('asks a server on this machine without a key', async () => {
    const local = await startProvider('openai', { needsKey: false })
    try {
      const settings = { baseUrl: local.baseUrl, keyEnv: null, tokensField: 'max_tokens', model: 'fake-old' }
      expect((await open(settings).complete(prompt)).text).to.equal('echo: Who?')
      expect(local.seen[0]!.headers.authorization).to.equal(undefined)
    } finally {
      await local.close()
    }
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
