import { expect } from 'chai'
import { config } from '../../../services/model/Config.ts'
import { openModel } from '../../../services/model/openModel.ts'

describe('config of a model', () => {
  it('needs only the kind and the name of a model', () => {
    expect(config.parse({ kind: 'anthropic', model: 'm' })).to.deep.equal({
      kind: 'anthropic',
      model: 'm',
      baseUrl: 'https://api.anthropic.com',
      keyEnv: 'ANTHROPIC_API_KEY',
      sampling: 'auto',
      enforceSchema: true,
      timeoutMs: 20_000,
      retries: 5,
      maxRetryAfterMs: 10_000,
      maxReplyBytes: 1_048_576,
    })
  })

  for (const baseUrl of [
    'https://api.openai.com/v1',
    'http://localhost:11434/v1',
    'http://127.0.0.1:1',
    'http://[::1]:1/v1',
  ]) {
    it(`takes ${baseUrl}`, () => {
      expect(config.safeParse({ kind: 'openai', model: 'm', baseUrl }).success).to.equal(true)
    })
  }

  for (const baseUrl of [
    'http://api.openai.com/v1',
    'http://localhost.example.com',
    'http://127.0.0.1.example.com',
    'https://user:word@example.com',
    'https://example.com/?key=word',
    'https://example.com/#word',
    'file:///etc/passwd',
    'example.com',
  ]) {
    it(`refuses ${baseUrl}, where a key would not be safe`, () => {
      const open = () => openModel({ kind: 'openai', model: 'm', baseUrl }, { env: { OPENAI_API_KEY: 'k' } })
      expect(open)
        .to.throw('baseUrl: expected an https URL')
        .with.property('name', 'Model.InvalidConfigError')
    })
  }

  it('has no place for the key itself', () => {
    const open = () => openModel({ kind: 'openai', model: 'm', key: 'sk-secret' } as never)
    expect(open).to.throw('Unrecognized key').with.property('message').that.does.not.include('sk-secret')
  })

  it('says which variable lacks a key, and repeats nothing of a bad one', () => {
    for (const value of [undefined, '', ' \n', 'sk-sec\nret', 'sk-secrét']) {
      const open = () => openModel({ kind: 'openai', model: 'm' }, { env: { OPENAI_API_KEY: value } })
      expect(open).to.throw('OPENAI_API_KEY').with.property('message').that.does.not.include('sk-')
    }
  })

  it('bounds what calls cost only where their prices are known', () => {
    const bounded = { kind: 'openai', model: 'm', maxCostMicroUsd: { answer: 20_000 } } as const
    expect(() => openModel(bounded, { env: { OPENAI_API_KEY: 'k' } })).to.throw(
      'prices: needed with maxCostMicroUsd',
    )
    const prices = { inputPerMillion: 1, outputPerMillion: 1 }
    expect(config.safeParse({ ...bounded, prices }).success).to.equal(true)
  })

  it('needs no key where it says so', () => {
    const model = openModel(
      { kind: 'openai', model: 'm', baseUrl: 'http://localhost:1', keyEnv: null },
      { env: {} },
    )
    expect(model.name).to.equal('openai:m')
  })
})
