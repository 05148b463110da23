import { expect } from 'chai'
import { exchange } from '../../../workers/conformance/exchange.ts'
import { type FakeApi, startFakeApi } from '../../helpers/fakeApi.ts'

describe('an exchange with a worker', () => {
  let api: FakeApi
  before(async () => {
    api = await startFakeApi(({ method, path }) => ({
      status: path === '/busy' ? 429 : 200,
      headers: path === '/busy' ? { 'retry-after': '7' } : {},
      body: `${method} ${path}`,
    }))
  })
  after(() => api.close())

  const bounds = { timeout: 5_000, maxBytes: 1_000 }
  const get = (path: string, changes: Partial<Parameters<typeof exchange>[2]> = {}) =>
    exchange(new URL(path, api.url), { method: 'GET' }, { ...bounds, ...changes })
  const textOf = (reply: Awaited<ReturnType<typeof get>>) =>
    reply.kind === 'reply' ? Buffer.from(reply.body).toString() : reply.kind

  it('S1-3: gives status, content type, bytes and how long they took', async () => {
    const reply = await get('/x')
    expect(reply).to.include({ kind: 'reply', status: 200, contentType: 'application/json; charset=utf-8' })
    expect(reply).to.have.property('ms').that.is.a('number')
    expect(textOf(reply)).to.equal('GET /x')
  })

  it('says its name and the length of what it sends', async () => {
    const call = { method: 'POST', body: 'ä', headers: { 'content-type': 'text/plain' } } as const
    expect(textOf(await exchange(new URL('/x', api.url), call, bounds))).to.equal('POST /x')
    expect(api.calls.at(-1)!.headers).to.include({
      'user-agent': 'cresolver-worker-check',
      'content-length': '2',
      'content-type': 'text/plain',
    })
  })

  it('reads when a busy worker wants to be asked again, where that is a number of seconds', async () => {
    expect(await get('/busy')).to.include({ status: 429, retryAfter: 7 })
    api.fail({ kind: 'status', status: 429, headers: { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' } })
    expect(await get('/x')).to.include({ status: 429, retryAfter: null })
  })

  it('unpacks nothing, and follows no redirect', async () => {
    api.fail({ kind: 'gzip' })
    expect(textOf(await get('/x'))).to.not.include('packed')
    api.fail({ kind: 'redirect', to: '/elsewhere' })
    const calls = api.calls.length
    expect(await get('/x')).to.include({ kind: 'reply', status: 302 })
    expect(api.calls.length).to.equal(calls + 1)
  })

  it('never throws: says what came too slowly, too long, or not whole', async () => {
    api.fail({ kind: 'silence' })
    expect(await get('/x', { timeout: 30 })).to.include({ kind: 'timeout' })
    api.fail({ kind: 'endless' })
    expect(await get('/x')).to.deep.equal({ kind: 'oversized', bytes: 1_000 })
    api.fail({ kind: 'truncated' })
    expect(await get('/x')).to.include({ kind: 'broken' })
    api.fail({ kind: 'reset' })
    expect(await get('/x')).to.include({ kind: 'broken' })
    expect(await get('http://127.0.0.1:1/'))
      .to.have.property('detail')
      .that.includes('ECONNREFUSED')
  })

  it('says that the check was stopped, rather than blame the worker', async () => {
    const signal = AbortSignal.abort()
    expect(await get('/x', { signal })).to.deep.equal({ kind: 'broken', detail: 'the check was stopped' })
  })
})
