import { expect } from 'chai'
import { Hash } from '../../../../protocol/index.ts'
import type { Model, Prompt } from '../../../../services/model/Model.ts'
import { SOPExecutionError } from '../../../../workers/pipeline/Stage.ts'
import { askModel } from '../../../../workers/pipeline/text/askModel.ts'
import { load, toPrompt } from '../../../../workers/pipeline/text/Prompts.ts'

const { 'first-reader': reader } = load()
const reply = '{"facts":[]}'
const now = () => 1_775_203_200

const saying = (text: string, costMicroUsd: number | null = 12.6): Model => ({
  name: 'Some-Model',
  complete: async () => ({ text, usage: { inputTokens: 7, outputTokens: 3, costMicroUsd } }),
})

const ask = (model: Model, options: { signal?: AbortSignal; id?: string } = {}) =>
  askModel({ model, now }, 'auditor', reader, { question: 'Will it?' }, options)

const failureOf = async (model: Model): Promise<SOPExecutionError> => {
  const error = await ask(model).catch((one: unknown) => one)
  expect(error).to.be.instanceOf(SOPExecutionError)
  return error as SOPExecutionError
}

describe('askModel', () => {
  it('S2-39 S2-27: keeps the reply as it came, with a receipt for question and answer', async () => {
    const item = await ask(saying(reply))
    const { system, user, maxTokens } = toPrompt(reader, { question: 'Will it?' })
    expect(item).to.deep.include({
      evidence_id: 'reply-first-reader',
      content: reply,
      normalized: null,
      used: false,
    })
    expect(item.source).to.deep.equal({
      source_id: Hash.ofText('model:some-model:completion'),
      provider: 'model',
      uri: 'model:Some-Model',
    })
    expect(item.retrieval).to.deep.equal({
      retrieved_at: '2026-04-03T08:00:00Z',
      method: 'POST',
      request_hash: Hash.ofJson({ system, user, max_tokens: maxTokens }),
      response_hash: Hash.ofText(reply),
      status: 200,
      tool: 'model',
    })
  })

  it('keeps it under another name where one is given, as each call of a reader has', async () => {
    const item = await ask(saying(reply), { id: 'reply-first-reader-2' })
    expect(item.evidence_id).to.equal('reply-first-reader-2')
  })

  it('notes tokens and whole millionths of a dollar, which prove nothing', async () => {
    const { provenance } = await ask(saying(reply))
    expect(provenance).to.deep.equal({
      kind: 'none',
      tier: 3,
      proof: { input_tokens: 7, output_tokens: 3, cost_micro_usd: 13 },
      confidence_bps: 0,
    })
    const unpriced = (await ask(saying(reply, null))).provenance.proof
    expect(unpriced).to.include({ cost_micro_usd: null })
  })

  it('S2-46: a reply that is not of its schema is refused, and the model is not asked again', async () => {
    let asked = 0
    const model = saying('YES')
    const counting: Model = {
      ...model,
      complete: (prompt: Prompt, options) => {
        asked++
        return model.complete(prompt, options)
      },
    }
    const error = await failureOf(counting)
    expect(error).to.include({ stage: 'auditor', code: 'MODEL_REPLY' })
    expect(error.reason).to.equal(
      'what the model said as first-reader is not Facts/v1, and nothing is read into it.',
    )
    expect(asked).to.equal(1)
  })

  it('a model that fails is a failure of the stage, with its cause', async () => {
    const cause = new Error('overloaded')
    const error = await failureOf({ name: 'x', complete: () => Promise.reject(cause) })
    expect(error).to.include({ stage: 'auditor', code: 'NO_MODEL', cause })
    expect(error.reason).to.equal('the model gave nothing as first-reader: an unknown cause.')
  })

  it('S2-105: hands on that it was called off, and hands its signal to the model', async () => {
    const controller = new AbortController()
    const reason = new Error('no longer wanted')
    const model: Model = {
      name: 'x',
      complete: (_, options) => {
        controller.abort(reason)
        return Promise.reject(options?.signal?.reason)
      },
    }
    const error = await ask(model, { signal: controller.signal }).catch((one: unknown) => one)
    expect(error).to.equal(reason)
  })
})
