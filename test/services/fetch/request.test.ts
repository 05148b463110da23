import { expect } from 'chai'
import { operatorsChoice } from '../../../services/fetch/guard.ts'
import { type RequestOptions, request } from '../../../services/fetch/request.ts'
import { type FakeApi, startFakeApi } from '../../helpers/fakeApi.ts'
import { failure } from '../../workers/source/failure.ts'

describe('request', () => {
  let api: FakeApi
  before(async () => {
    api = await startFakeApi(({ path }) => ({ body: JSON.stringify({ path }) }))
  })
  after(() => api.close())

  const bounds = { maxBytes: 1_000, timeoutMs: 5_000 }
  const get = (options: Partial<RequestOptions> = {}) =>
    request({ method: 'GET', url: `${api.url}/x` }, { ...bounds, allowLoopback: true, ...options })

  it('gives status, headers and bytes', async () => {
    const { status, headers, body } = await get()
    expect(status).to.equal(200)
    expect(headers['content-type']).to.equal('application/json; charset=utf-8')
    expect(Buffer.from(body).toString()).to.equal('{"path":"/x"}')
  })

  it('says what it is and what it takes, unless the caller says it', async () => {
    await get()
    expect(api.calls.at(-1)!.headers).to.include({
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'cresolver',
    })
    const url = `${api.url}/x`
    const headers = { accept: 'text/html', 'accept-encoding': 'gzip' }
    await request({ method: 'POST', url, headers, body: '{}' }, { ...bounds, allowLoopback: true })
    expect(api.calls.at(-1)!.headers).to.include({
      accept: 'text/html',
      'accept-encoding': 'identity',
      'content-type': 'application/json',
    })
  })

  it('asks for headers only after the guard let the URL pass', async () => {
    const seen: string[] = []
    const headers = ({ host }: URL) => {
      seen.push(host)
      return { 'x-key': 'k' }
    }
    const url = `${api.url}/x`
    expect((await failure(request({ method: 'GET', url, headers }, bounds))).code).to.equal('forbidden')
    expect(seen).to.deep.equal([])
    await request({ method: 'GET', url, headers }, { ...bounds, allowLoopback: true })
    expect([seen, api.calls.at(-1)!.headers['x-key']]).to.deep.equal([[`127.0.0.1:${api.port}`], 'k'])
  })

  it('refuses this machine unless it may go there', async () => {
    const before = api.calls.length
    expect((await failure(get({ allowLoopback: false }))).code).to.equal('forbidden')
    expect(api.calls.length).to.equal(before)
    for (const reach of [operatorsChoice, { anywhere: true }])
      expect((await get({ allowLoopback: false, ...reach })).status).to.equal(200)
  })

  it('refuses what is not a web address, and passwords in one, wherever it may go', async () => {
    for (const url of ['nothing', 'file:///etc/passwd', `http://a:b@127.0.0.1:${api.port}/`]) {
      const work = request({ method: 'GET', url }, { ...bounds, anywhere: true })
      expect((await failure(work)).code, url).to.equal('forbidden')
    }
  })

  it('finds a host whose name has several addresses when it may go anywhere', async () => {
    const url = `http://localhost:${api.port}/x`
    expect((await request({ method: 'GET', url }, { ...bounds, anywhere: true })).status).to.equal(200)
  })

  it('decides by status and headers how much of the body it reads', async () => {
    expect((await get({ maxBytes: null })).body).to.have.length(0)
    expect((await failure(get({ maxBytes: 3 }))).code).to.equal('too-large')
    api.fail({ kind: 'status', status: 503, body: 'x'.repeat(50) })
    const maxBytes: RequestOptions['maxBytes'] = ({ status }) => (status === 503 ? null : 3)
    expect(await get({ maxBytes })).to.deep.include({ status: 503, body: new Uint8Array() })
    expect((await failure(get({ maxBytes }))).code).to.equal('too-large')
  })

  it('unpacks a body, unless it is wanted as it came', async () => {
    api.fail({ kind: 'gzip' }, { kind: 'gzip' })
    expect(Buffer.from((await get()).body).toString()).to.equal('{"packed":true}')
    expect([...(await get({ isRaw: true })).body.slice(0, 2)]).to.deep.equal([0x1f, 0x8b])
  })

  it('ends when its time is up, while the name is resolved and while the reply is awaited', async () => {
    api.fail({ kind: 'silence' })
    expect((await failure(get({ timeoutMs: 50 }))).code).to.equal('connection')
    const never = new Promise<string[]>(() => undefined)
    const options = { ...bounds, timeoutMs: 30, resolve: () => never }
    const hung = request({ method: 'GET', url: 'https://api.example.org/' }, options)
    expect((await failure(hung)).code).to.equal('aborted')
  })

  it('ends when it is called off, even with time left', async () => {
    api.fail({ kind: 'silence' })
    const controller = new AbortController()
    const work = get({ signal: controller.signal })
    setTimeout(() => controller.abort(), 20)
    expect((await failure(work)).code).to.equal('connection')
  })

  it('refuses to start without an end', async () => {
    const endless = request({ method: 'GET', url: api.url }, { maxBytes: 1 })
    expect(await endless.catch(({ name }) => name)).to.equal('TypeError')
  })
})
