import { expect } from 'chai'
import {
  askService,
  NoServiceError,
  RefusedByServiceError,
} from '../../../../cli/commands/rules/askService.ts'
import { UsageError } from '../../../../cli/terminal/failure.ts'
import { type FakeApi, startFakeApi } from '../../../helpers/fakeApi.ts'

const tokenEnv = 'CRESOLVER_TEST_RULES_TOKEN'
const failureOf = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => new Error('It did not fail.'),
    (error) => error,
  )

describe('askService', () => {
  let api: FakeApi
  let answer: { status?: number; body: string } = { body: '{"ok":true}' }
  let seen: { path: string; headers: Record<string, unknown> } | undefined
  before(async () => {
    api = await startFakeApi((request) => {
      seen = request as unknown as typeof seen
      return answer
    })
  })
  after(() => api.close())
  beforeEach(() => {
    answer = { body: '{"ok":true}' }
    process.env[tokenEnv] = ' secret-token '
  })
  afterEach(() => {
    delete process.env[tokenEnv]
  })

  it('asks under the base URL, with the operator’s token', async () => {
    expect(await askService({ url: `${api.url}/`, tokenEnv }, 'GET', '/reports')).to.deep.equal({ ok: true })
    expect(seen!.path).to.equal('/reports')
    expect(seen!.headers.authorization).to.equal('Bearer secret-token')
  })

  it('reads without a token, and changes nothing without one', async () => {
    process.env[tokenEnv] = ' '
    await askService({ url: api.url, tokenEnv }, 'GET', '/reports')
    expect(seen!.headers.authorization).to.equal(undefined)
    const failure = await failureOf(askService({ url: api.url, tokenEnv }, 'POST', '/reparse', {}))
    expect(failure).to.be.instanceOf(UsageError)
    expect(failure.message).to.contain(tokenEnv)
  })

  it('passes on why the service refused, shortened', async () => {
    answer = { status: 409, body: JSON.stringify({ error: { message: 'x'.repeat(1_000) } }) }
    const failure = await failureOf(askService({ url: api.url, tokenEnv }, 'POST', '/reparse', {}))
    expect(failure).to.be.instanceOf(RefusedByServiceError)
    expect(failure.message).to.contain('status 409').and.have.length.below(400)
    answer = { status: 500, body: 'null' }
    const silent = await failureOf(askService({ url: api.url, tokenEnv }, 'GET', '/reports'))
    expect(silent.message).to.contain('It gave no reason.')
  })

  it('says how to start a service where none answers', async () => {
    const failure = await failureOf(askService({ url: 'http://127.0.0.1:1', tokenEnv }, 'GET', '/reports'))
    expect(failure).to.be.instanceOf(NoServiceError)
    expect(failure.message).to.contain('cresolver rules serve')
  })

  it('refuses what is not the base URL of a service', async () => {
    for (const url of ['127.0.0.1', 'ftp://x', 'http://x?y'])
      expect(await failureOf(askService({ url, tokenEnv }, 'GET', '/')), url).to.be.instanceOf(UsageError)
  })
})
