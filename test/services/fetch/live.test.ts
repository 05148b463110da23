import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { expect } from 'chai'
import { type LiveOptions, live } from '../../../services/fetch/live.ts'
import { type FakeApi, type Fault, startFakeApi } from '../../helpers/fakeApi.ts'
import { failure, get } from '../../workers/source/failure.ts'

describe('live', () => {
  let api: FakeApi
  before(async () => {
    api = await startFakeApi(({ path }) => ({ body: JSON.stringify({ path }) }))
  })
  after(() => api.close())

  const quick: LiveOptions = { allowLoopback: true, timeoutMs: 30_000, pauseMs: 1 }
  const ask = (options: LiveOptions = {}, path = '/x') =>
    live({ ...quick, ...options })(get(`${api.url}${path}`))

  it('S2-27: gives status, headers and the text as it came', async () => {
    const reply = await ask({ now: () => 1_771_631_940_999 }, '/price?a=1')
    expect(reply).to.deep.include({
      status: 200,
      body: '{"path":"/price?a=1"}',
      retrievedAt: 1_771_631_940,
      method: 'GET',
    })
    expect(reply.headers['content-type']).to.equal('application/json; charset=utf-8')
    expect(api.calls.at(-1)!.headers['accept-encoding']).to.equal('identity')
  })

  it('sends a body', async () => {
    const url = `${api.url}/x`
    const reply = await live(quick)({ method: 'POST', url, body: '{"a":1}' })
    expect(reply).to.deep.include({ status: 200, method: 'POST' })
    expect(api.calls.at(-1)).to.deep.include({ method: 'POST' })
  })

  it('refuses this machine unless that was allowed', async () => {
    const before = api.calls.length
    expect((await failure(live()(get(api.url)))).code).to.equal('forbidden')
    expect(
      (await failure(live({ allowHttp: true, hosts: [`127.0.0.1:${api.port}`] })(get(api.url)))).code,
    ).to.equal('forbidden')
    expect(api.calls.length).to.equal(before)
  })

  it('asks the address it checked, even if the name leads elsewhere a moment later', async () => {
    const answers = [['127.0.0.1'], ['10.0.0.1']]
    const resolve = async () => answers.shift()!
    const transport = live({ ...quick, resolve, attempts: 2 })
    const reply = await transport(get(`http://rebound.example.org:${api.port}/here`))
    expect(reply.body).to.equal('{"path":"/here"}')
    expect(answers, 'resolved once').to.have.length(1)
    api.fail({ kind: 'status', status: 503 })
    answers.unshift(['127.0.0.1'])
    expect((await failure(transport(get(`http://rebound.example.org:${api.port}/here`)))).code).to.equal(
      'forbidden',
    )
  })

  it('speaks TLS with the name’s own host at the address it checked, and trusts no stranger', async () => {
    const heard: Buffer[] = []
    const server = createTcpServer((socket) =>
      socket.on('data', (chunk) => {
        heard.push(chunk)
        socket.destroy()
      }),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const transport = live({ ...quick, attempts: 1, resolve: async () => ['127.0.0.1'] })
    expect((await failure(transport(get(`https://secure.example.org:${port}/`)))).code).to.equal('connection')
    await new Promise((resolve) => server.close(resolve))
    // A handshake record that names the host.
    expect(heard[0]![0]).to.equal(0x16)
    expect(Buffer.concat(heard).includes('secure.example.org')).to.equal(true)
  })

  it('follows no redirect: a 3xx is a reply', async () => {
    const before = api.calls.length
    api.fail({ kind: 'redirect', to: 'http://169.254.169.254/latest/meta-data' })
    const reply = await ask()
    expect(reply.status).to.equal(302)
    expect(api.calls.length).to.equal(before + 1)
  })

  it('asks again after 429 and 5xx, and gives the last reply when it stays so', async () => {
    const before = api.calls.length
    api.fail({ kind: 'status', status: 429 }, { kind: 'status', status: 502 })
    expect((await ask()).status).to.equal(200)
    expect(api.calls.length).to.equal(before + 3)
    const broken: Fault = { kind: 'status', status: 500 }
    api.fail(broken, broken)
    expect((await ask({ attempts: 2 })).status).to.equal(500)
    expect(api.calls.length).to.equal(before + 5)
  })

  it('asks once where another try would change nothing', async () => {
    for (const status of [400, 401, 404, 422]) {
      const before = api.calls.length
      api.fail({ kind: 'status', status })
      expect((await ask()).status).to.equal(status)
      expect(api.calls.length).to.equal(before + 1)
    }
  })

  it('asks again after a reset connection', async () => {
    const before = api.calls.length
    api.fail({ kind: 'reset' })
    expect((await ask()).status).to.equal(200)
    expect(api.calls.length).to.equal(before + 2)
    api.fail({ kind: 'reset' }, { kind: 'reset' })
    const error = await failure(ask({ attempts: 2 }))
    expect(error).to.deep.include({ code: 'connection', trouble: 'unreachable', isRetryable: true })
  })

  it('sends nothing twice that could change something', async () => {
    const before = api.calls.length
    api.fail({ kind: 'reset' })
    const posted = live(quick)({ method: 'POST', url: `${api.url}/x`, body: '{}' })
    expect((await failure(posted)).code).to.equal('connection')
    expect(api.calls.length).to.equal(before + 1)
  })

  it('gives up at once when the host wants more patience than there is', async () => {
    const before = api.calls.length
    api.fail({ kind: 'status', status: 429, headers: { 'retry-after': '3600' } })
    expect((await ask()).status).to.equal(429)
    expect(api.calls.length).to.equal(before + 1)
  })

  it('stops waiting when its time is up', async () => {
    api.fail({ kind: 'silence' })
    expect((await failure(ask({ timeoutMs: 60 }))).code).to.equal('timeout')
    const never = new Promise<string[]>(() => undefined)
    const hung = live({ ...quick, timeoutMs: 30, resolve: () => never })
    expect((await failure(hung(get('https://api.example.org/')))).code).to.equal('timeout')
  })

  it('stops when it is called off', async () => {
    api.fail({ kind: 'silence' })
    const controller = new AbortController()
    const work = live(quick)(get(api.url), { signal: controller.signal })
    setTimeout(() => controller.abort(), 20)
    expect((await failure(work)).code).to.equal('aborted')
    expect((await failure(live(quick)(get(api.url), { signal: AbortSignal.abort() }))).code).to.equal(
      'aborted',
    )
  })

  it('refuses a body without end, and one that is small only while packed', async () => {
    for (const kind of ['endless', 'gzip-bomb'] as const) {
      api.fail({ kind })
      expect((await failure(ask())).code, kind).to.equal('too-large')
    }
  })

  it('takes exactly as many bytes as allowed', async () => {
    const size = JSON.stringify({ path: '/x' }).length
    expect((await ask({ maxBytes: size })).status).to.equal(200)
    expect((await failure(ask({ maxBytes: size - 1 }))).code).to.equal('too-large')
  })

  it('unpacks what comes packed although it asked otherwise', async () => {
    api.fail({ kind: 'gzip' })
    expect((await ask()).body).to.equal('{"packed":true}')
    api.fail({ kind: 'status', status: 200, headers: { 'content-encoding': 'zstd' }, body: 'x' })
    expect((await failure(ask())).code).to.equal('not-text')
  })

  it('refuses a reply that was cut off', async () => {
    api.fail({ kind: 'truncated' }, { kind: 'truncated' })
    expect((await failure(ask({ attempts: 2 }))).code).to.equal('connection')
  })

  it('refuses bytes that are no UTF-8, and keeps a byte order mark', async () => {
    api.fail({ kind: 'latin1' })
    expect((await failure(ask())).code).to.equal('not-text')
    api.fail({ kind: 'status', status: 200, body: '\uFEFF{}' })
    expect((await ask()).body).to.equal('\uFEFF{}')
  })

  it('says where it failed, and quotes no key', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    const transport = live({ ...quick, queryFor: () => ({ key: 'very-secret-key' }) })
    const error = await failure(transport(get(`http://127.0.0.1:${port}/`)))
    expect(error.shortMessage).to.equal(`127.0.0.1:${port} could not be asked: ECONNREFUSED.`)
    expect(error.message).not.to.include('very-secret-key')
  })

  it('adds keys of a host that no plan holds, and refuses a reply that repeats them', async () => {
    const keyed: LiveOptions = {
      headersFor: (host) =>
        host === `127.0.0.1:${api.port}` ? { 'x-cg-demo-api-key': 'very-secret-key' } : {},
      queryFor: () => ({ apikey: 'other-secret-key' }),
    }
    api.fail({ kind: 'status', status: 200, body: '{}' })
    await ask(keyed, '/x?a=1')
    expect(api.calls.at(-1)).to.deep.include({ path: '/x?a=1&apikey=other-secret-key' })
    expect(api.calls.at(-1)!.headers).to.include({ 'x-cg-demo-api-key': 'very-secret-key' })
    api.fail({ kind: 'echo', header: 'x-cg-demo-api-key' })
    expect((await failure(ask(keyed))).code).to.equal('secret')
    expect((await failure(ask(keyed))).code, 'the path is repeated with the key in it').to.equal('secret')
  })
})
