import { expect } from 'chai'
import { isQuotaError, refusal } from '../../../services/model/refusal.ts'

const bytes = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
const of = (status: number, error: object | string | null, keyEnv: string | null = 'KEY') =>
  refusal('openai:m', status, error === null ? null : bytes(error), { keyEnv })

describe('refusal', () => {
  it('AUDIT B6: says which setting to change, by what of the request was refused', () => {
    const cases: [object, string | null, RegExp][] = [
      [{ param: 'temperature', code: 'unsupported_value' }, 'sampling', /sampling: default/],
      [
        { type: 'invalid_request_error', message: '`temperature` is deprecated for this model.' },
        'sampling',
        /sampling/,
      ],
      [{ param: 'max_tokens', code: 'unsupported_parameter' }, 'tokens', /tokensField/],
      [{ param: 'response_format', message: 'Invalid schema' }, 'schema', /enforceSchema/],
      [{ message: 'output_config.format.schema: maxItems' }, 'schema', /enforceSchema/],
      [
        { code: 'model_not_found', message: 'The model `x` does not exist' },
        'model',
        /Check model and baseUrl/,
      ],
      [{ message: 'something else' }, null, /Check baseUrl and model/],
    ]
    for (const [error, field, remedy] of cases) {
      const refused = of(400, { error })
      expect(refused.field, JSON.stringify(error)).to.equal(field)
      expect(refused.metaMessages.join()).to.match(remedy)
    }
  })

  it('names the variable of a key that was refused, where there is one', () => {
    expect(of(401, { error: { code: 'invalid_api_key' } }).message).to.include('Check the key in KEY')
    expect(of(403, null, null).message).to.not.include('Check the key')
  })

  it('repeats no sentence of the provider, and no kind that is not a word', () => {
    const error = { message: 'Incorrect key sk-secret', type: 'sk-secret', code: 'Secret sentence' }
    expect(of(400, { error }).message).to.not.include('ecret')
    expect(of(400, 'sk-secret <html>').message).to.not.include('secret')
    expect(of(400, { error: { code: 'x'.repeat(300) } }).message).to.not.include('xxx')
  })

  it('tells an empty account from too many requests', () => {
    const spent = {
      error: { type: 'rate_limit_error', details: { error_code: 'enforced_spend_limit_reached' } },
    }
    for (const error of [{ error: { code: 'insufficient_quota' } }, spent]) {
      expect(isQuotaError(bytes(error))).to.equal(true)
      expect(of(429, error)).to.include({ isQuota: true, status: 429 })
    }
    for (const error of [{ error: { type: 'rate_limit_error' } }, {}, 'busy'])
      expect(isQuotaError(bytes(error))).to.equal(false)
  })
})
