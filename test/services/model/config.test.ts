import { expect } from 'chai'
import fc from 'fast-check'
import { config } from '../../../services/model/Config.ts'
import { costOf } from '../../../services/model/costOf.ts'
import { openModel } from '../../../services/model/openModel.ts'
import { retryDelay } from '../../../services/model/retryDelay.ts'

describe('config of a model', () => {
  it('needs only the kind and the name of a model', () => {
    expect(config.parse({ kind: 'anthropic', model: 'm' })).to.deep.equal({
      kind: 'anthropic',
      model: 'm',
      baseUrl: 'https://api.anthropic.com',
      keyEnv: 'ANTHROPIC_API_KEY',
      sampling: 'fixed',
      enforceSchema: true,
      timeoutMs: 20_000,
      retries: 2,
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

  it('needs no key where it says so', () => {
    const model = openModel(
      { kind: 'openai', model: 'm', baseUrl: 'http://localhost:1', keyEnv: null },
      { env: {} },
    )
    expect(model.name).to.equal('openai:m')
  })
})

describe('costOf', () => {
  it('is exact in whole micro-USD, rounded up', () => {
    const prices = { inputPerMillion: 250_000, outputPerMillion: 2_000_000 }
    expect(costOf({ inputTokens: 1, outputTokens: 0 }, prices)).to.equal(1)
    expect(costOf({ inputTokens: 4, outputTokens: 0 }, prices)).to.equal(1)
    expect(costOf({ inputTokens: 5, outputTokens: 0 }, prices)).to.equal(2)
    expect(costOf({ inputTokens: 0, outputTokens: 0 }, prices)).to.equal(0)
    expect(costOf({ inputTokens: 1, outputTokens: 1 }, undefined)).to.equal(null)
  })
})

describe('retryDelay', () => {
  const options = { retryAfter: undefined, max: 10_000, random: () => 1, now: () => 0 }

  it('doubles up to a bound', () => {
    expect([1, 2, 3, 4, 5, 6].map((tries) => retryDelay(tries, options))).to.deep.equal([
      500, 1_000, 2_000, 4_000, 8_000, 8_000,
    ])
  })

  it('is never shorter than asked for, never longer than both bounds, and never unbounded by what a header says', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.nat().map(String),
          fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
        ),
        fc.integer({ min: 1, max: 6 }),
        fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
        (retryAfter, tries, chance) => {
          const delay = retryDelay(tries, { ...options, retryAfter, random: () => chance })
          if (delay === null) return
          expect(delay).to.be.within(0, 10_000)
          if (/^\d+$/.test(retryAfter)) expect(delay).to.be.at.least(Number(retryAfter) * 1_000)
        },
      ),
    )
  })
})
