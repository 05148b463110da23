import { expect } from 'chai'
import { type BaseOptions, baseApp, securityHeaders } from '../../../services/http/baseApp.ts'
import { httpMetrics } from '../../../services/http/httpMetrics.ts'
import { makeInFlight } from '../../../services/http/InFlight.ts'
import { makeLog } from '../../../services/http/makeLog.ts'
import { makeRateLimit } from '../../../services/http/RateLimit.ts'
import { FullError, UnavailableError } from '../../../services/store/Store.ts'

describe('baseApp', () => {
  function make(options: Partial<BaseOptions> = {}) {
    const metrics = httpMetrics()
    const lines: Record<string, unknown>[] = []
    const stream = { write: (line: string) => void lines.push(JSON.parse(line)) }
    const base = baseApp({
      routes: new Map([
        ['/things/:id', 'GET'],
        ['/things', 'POST'],
      ]),
      log: makeLog('debug', { stream }),
      metrics,
      rateLimit: null,
      callers: { tokenHashes: [], trustedProxyHeader: null },
      bodyBytes: 20,
      stopping: new AbortController().signal,
      ...options,
    })
    const { app } = base
    app.get('/things/:id', (c) => {
      base.admit(c)
      if (c.req.param('id') === 'broken') throw new Error('secret detail')
      if (c.req.param('id') === 'stuck') throw new UnavailableError({ cause: new Error('secret detail') })
      if (c.req.param('id') === 'full') throw new FullError('53100')
      return c.text('thing')
    })
    app.post('/things', async (c) => c.text(String((await base.bodyOf(c)).length)))
    base.close()
    return { app, lines, metrics }
  }
  const reasonOf = async (response: Response) =>
    ((await response.json()) as { error: { reason: string } }).error.reason

  it('puts the security headers and an id on every reply, refusals included', async () => {
    const { app } = make()
    for (const path of ['/things/1', '/things/broken', '/nowhere']) {
      const { headers } = await app.request(path)
      for (const [name, value] of Object.entries(securityHeaders)) expect(headers.get(name)).to.equal(value)
      expect(headers.get('cache-control')).to.equal('no-store')
      expect(headers.get('x-request-id')).to.match(/^[0-9a-f-]{36}$/)
    }
  })

  it('AUDIT C8: warns of what a person should look at, and not of a caller that is asked for patience', async () => {
    const { app, lines } = make()
    const levelOf = async (path: string) => {
      await app.request(path)
      return lines.filter(({ msg }) => msg === 'request').at(-1)!.level
    }
    expect(await levelOf('/things/broken')).to.equal('warn')
    expect(await levelOf('/things/stuck')).to.equal('debug')
    expect(lines.some(({ level, msg }) => level === 'error' && msg === 'the store cannot be used')).to.equal(
      true,
    )
  })

  it('takes the caller’s own id where it is harmless', async () => {
    const { app } = make()
    const idOf = async (id: string) =>
      (await app.request('/things/1', { headers: { 'x-request-id': id } })).headers.get('x-request-id')
    expect(await idOf('abc-1.2_3')).to.equal('abc-1.2_3')
    for (const id of ['a b', 'x'.repeat(65), '{}']) expect(await idOf(id)).not.to.equal(id)
  })

  it('AUDIT C3: a full disk is a 503 that says when to come back, and not a fault of the service', async () => {
    const { app, lines } = make()
    const response = await app.request('/things/full')
    expect([response.status, response.headers.get('retry-after')]).to.deep.equal([503, '30'])
    expect(await reasonOf(response)).to.equal('store-unavailable')
    expect(lines.find(({ msg }) => msg === 'the store cannot be used')).to.include({ level: 'error' })
  })

  it('AUDIT C7: an address that has enough requests under way waits for its own, and others do not', async () => {
    const { app } = make({ inFlight: makeInFlight(1) })
    const from = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } as never })
    let go = () => {}
    app.get('/held', async (c) => {
      await new Promise<void>((resolve) => {
        go = resolve
      })
      return c.text('thing')
    })
    const held = app.request('/held', {}, from('10.0.0.1'))
    await new Promise((resolve) => setImmediate(resolve))
    const refused = await app.request('/things/1', {}, from('10.0.0.1'))
    expect([refused.status, refused.headers.get('retry-after')]).to.deep.equal([429, '1'])
    expect((await app.request('/things/1', {}, from('10.0.0.2'))).status).to.equal(200)
    go()
    expect((await held).status).to.equal(200)
    expect((await app.request('/things/1', {}, from('10.0.0.1'))).status).to.equal(200)
  })

  it('goes on with the caller’s trace, says it in its log, and begins one where there is none', async () => {
    const { app, lines } = make()
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
    await app.request('/things/1', { headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` } })
    expect(lines.at(-1)).to.include({ trace_id: traceId })
    await app.request('/things/1', { headers: { traceparent: '00-junk' } })
    expect(lines.at(-1)!.trace_id).to.match(/^[0-9a-f]{32}$/)
  })

  it('tells nothing of a fault but that it is one, and logs the rest', async () => {
    const { app, lines } = make()
    const response = await app.request('/things/broken')
    expect(response.status).to.equal(500)
    const text = await response.text()
    expect(text).to.contain('"reason":"internal"').and.not.contain('secret')
    expect(JSON.stringify(lines)).to.contain('secret detail')
  })

  it('sends callers away for a while when the store cannot be used', async () => {
    const response = await make().app.request('/things/stuck')
    expect([response.status, response.headers.get('retry-after')]).to.deep.equal([503, '5'])
    expect(await reasonOf(response)).to.equal('store-unavailable')
  })

  it('says 404 where nothing is, and 405 with what is allowed on a path that it has', async () => {
    const { app } = make()
    expect(await reasonOf(await app.request('/nowhere'))).to.equal('not-found')
    const response = await app.request('/things/1', { method: 'DELETE' })
    expect([response.status, response.headers.get('allow')]).to.deep.equal([405, 'GET'])
  })

  it('limits the rate of a caller', async () => {
    const { app } = make({ rateLimit: makeRateLimit({ perSecond: 0.1, burst: 1 }, { now: () => 0 }) })
    expect((await app.request('/things/1')).status).to.equal(200)
    const second = await app.request('/things/1')
    expect([second.status, second.headers.get('retry-after')]).to.deep.equal([429, '10'])
  })

  it('checks the token before it reads a body', async () => {
    const { app } = make({ callers: { tokenHashes: ['0'.repeat(64)], trustedProxyHeader: null } })
    const response = await app.request('/things', { method: 'POST', body: 'x'.repeat(100) })
    expect([response.status, response.headers.get('www-authenticate')]).to.deep.equal([401, 'Bearer'])
  })

  it('reads JSON bodies no longer than agreed', async () => {
    const { app } = make()
    const post = (body: string, type = 'application/json') =>
      app.request('/things', { method: 'POST', body, headers: { 'content-type': type } })
    expect(await (await post('{"a":1}')).text()).to.equal('7')
    expect(await reasonOf(await post('x'.repeat(21)))).to.equal('too-large')
    expect(await reasonOf(await post('{}', 'text/plain'))).to.equal('wrong-content-type')
  })

  it('counts requests by the pattern of the path, never by what a caller wrote', async () => {
    const { app, metrics } = make()
    await app.request('/things/1')
    await app.request('/things/2')
    await app.request('/made-up')
    await app.request('/things/1/more')
    await app.request('/things/1', { method: 'BREW' })
    const { values } = await metrics.requests.get()
    const counted = values.map(({ labels, value }) => [labels.route, labels.method, labels.status, value])
    expect(counted).to.have.deep.members([
      ['/things/:id', 'GET', 200, 2],
      ['other', 'GET', 404, 2],
      ['/things/:id', 'other', 405, 1],
    ])
  })

  it('asks callers to close their connection once it stops', async () => {
    const stopping = new AbortController()
    const { app } = make({ stopping: stopping.signal })
    expect((await app.request('/things/1')).headers.get('connection')).to.equal(null)
    stopping.abort()
    expect((await app.request('/things/1')).headers.get('connection')).to.equal('close')
  })
})
