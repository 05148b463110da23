import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import fc from 'fast-check'
import { Hash } from '../../../protocol/index.ts'
import { isPublicAddress } from '../../../workers/source/checkAddress.ts'
import { guard } from '../../../workers/source/guard.ts'
import { type LiveOptions, live, retryAfter } from '../../../workers/source/live.ts'
import { record } from '../../../workers/source/record.ts'
import { replay } from '../../../workers/source/replay.ts'
import { type Request, TransportError } from '../../../workers/source/Source.ts'
import { type FakeApi, type Fault, startFakeApi } from '../../helpers/fakeApi.ts'

const get = (url: string): Request => ({ method: 'GET', url })

async function failure(work: Promise<unknown>): Promise<TransportError> {
  try {
    await work
  } catch (error) {
    expect(error).to.be.instanceOf(TransportError)
    return error as TransportError
  }
  throw new Error('It was expected to fail.')
}

describe('isPublicAddress', () => {
  const inside = [
    ['this network', '0.0.0.0', '0.1.2.3'],
    ['private', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12::1'],
    ['loopback', '127.0.0.1', '127.255.0.1', '::1'],
    ['link-local', '169.254.169.254', 'fe80::1', 'fe80::1%eth0'],
    ['shared by carriers', '100.64.0.1', '100.127.255.255'],
    ['multicast and broadcast', '224.0.0.1', '239.1.1.1', '255.255.255.255', 'ff02::1'],
    [
      'reserved',
      '192.0.0.1',
      '192.0.2.1',
      '198.18.0.1',
      '198.51.100.1',
      '203.0.113.1',
      '240.0.0.1',
      '192.88.99.1',
    ],
    ['IPv4 inside IPv6', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::7f00:1', '::ffff:0:7f00:1'],
    ['IPv4 behind NAT64', '64:ff9b::7f00:1', '64:ff9b::808:808', '64:ff9b:1::a00:1'],
    ['IPv4 in tunnels', '2002:7f00:1::', '2002:a00:1::1', '2001:0:7f00:1::'],
    ['reserved IPv6', '::', '100::1', '2001:db8::1', '3fff::1', '5f00::1', 'fec0::1', '4000::1'],
    ['no address', '', 'localhost', '1.2.3', '1.2.3.4.5', '[::1]'],
  ]
  for (const [what, ...addresses] of inside) {
    it(`refuses ${what}`, () => {
      for (const address of addresses) expect(isPublicAddress(address), address).to.equal(false)
    })
  }

  it('takes addresses of the internet', () => {
    for (const address of ['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111'])
      expect(isPublicAddress(address), address).to.equal(true)
  })
})

describe('guard', () => {
  const resolve = async (host: string) => (host === 'api.example.org' ? ['93.184.215.14'] : ['127.0.0.1'])

  it('pins the address that it has checked', async () => {
    const target = await guard('https://api.example.org/a?b=c', { resolve })
    expect(target).to.deep.include({ address: '93.184.215.14', family: 4 })
    expect(target.url.href).to.equal('https://api.example.org/a?b=c')
  })

  const spellings = [
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://0x7f.1/',
    'https://127.1/',
    'https://127.0.0.1./',
    'https://１２７.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[0:0:0:0:0:0:0:1]/',
    'https://[64:ff9b::127.0.0.1]/',
    'https://[2002:7f00:1::]/',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/',
    'https://rebound.example.org/',
  ]
  for (const url of spellings) {
    it(`refuses ${url}`, async () => {
      expect((await failure(guard(url, { resolve }))).code).to.equal('forbidden')
    })
  }

  it('refuses a host if any one of its addresses is not public', async () => {
    const mixed = async () => ['93.184.215.14', '10.0.0.1']
    expect((await failure(guard('https://api.example.org/', { resolve: mixed }))).message).to.include(
      '10.0.0.1',
    )
  })

  it('refuses other schemes, plain http, names and passwords, unusual ports', async () => {
    const urls = [
      'ftp://api.example.org/',
      'file:///etc/passwd',
      'data:text/plain,1',
      'http://api.example.org/',
      'https://user@api.example.org/',
      'https://:secret@api.example.org/',
      'https://api.example.org:22/',
      '/relative',
      'nonsense',
    ]
    for (const url of urls) {
      const error = await failure(guard(url, { resolve }))
      expect(error.code, url).to.equal('forbidden')
      expect(error.message).not.to.include('secret')
    }
  })

  it('keeps to a list of hosts, which can name ports', async () => {
    const hosts = ['api.example.org', 'other.example.org:8443']
    const anywhere = { hosts, resolve: async () => ['93.184.215.14'] }
    await guard('https://API.example.org/', anywhere)
    await guard('https://other.example.org:8443/', anywhere)
    for (const url of ['https://example.org/', 'https://api.example.org:8443/', 'https://other.example.org/'])
      expect((await failure(guard(url, anywhere))).code, url).to.equal('forbidden')
  })

  it('lets loopback pass only where that was asked for, and nothing else with it', async () => {
    const options = { allowLoopback: true, resolve }
    await guard('http://127.0.0.1:1234/', options)
    await guard('http://[::1]:1234/', options)
    await guard('http://localhost:1234/', options)
    for (const url of [
      'http://10.0.0.1/',
      'http://api.example.org/',
      'https://api.example.org:22/',
      'http://0.0.0.0/',
    ])
      expect((await failure(guard(url, options))).code, url).to.equal('forbidden')
  })

  it('never lets any spelling of an IPv4 address inside pass', async () => {
    const secret = fc.constantFrom(0x7f000001, 0x0a000001, 0xa9fea9fe, 0xc0a80001, 0x64400001)
    await fc.assert(
      fc.asyncProperty(
        secret,
        fc.array(fc.constantFrom(8, 10, 16), { minLength: 4, maxLength: 4 }),
        async (ip, bases) => {
          const write = (value: number, base: number) =>
            base === 8 ? `0${value.toString(8)}` : base === 16 ? `0x${value.toString(16)}` : String(value)
          const parts = [24, 16, 8, 0].map((shift, i) => write((ip >>> shift) & 255, bases[i]!))
          for (const host of [parts.join('.'), write(ip, bases[0]!)])
            expect((await failure(guard(`https://${host}/`))).code).to.equal('forbidden')
        },
      ),
    )
  })
})

describe('live', () => {
  let api: FakeApi
  before(async () => {
    api = await startFakeApi(({ path }) => ({ body: JSON.stringify({ path }) }))
  })
  after(() => api.close())

  const quick: LiveOptions = { allowLoopback: true, timeoutMs: 5_000, pauseMs: 1 }
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

  it('gives up at once when the host wants more patience than there is', async () => {
    const before = api.calls.length
    api.fail({ kind: 'status', status: 429, headers: { 'retry-after': '3600' } })
    expect((await ask()).status).to.equal(429)
    expect(api.calls.length).to.equal(before + 1)
  })

  it('reads Retry-After as seconds or as a date', () => {
    const now = Date.parse('2026-02-20T23:59:00Z')
    expect(retryAfter('7', now)).to.equal(7_000)
    expect(retryAfter('Fri, 20 Feb 2026 23:59:30 GMT', now)).to.equal(30_000)
    expect(retryAfter('Fri, 20 Feb 2026 23:00:00 GMT', now)).to.equal(0)
    for (const nothing of [undefined, '', 'soon', '-5', '1e9']) expect(retryAfter(nothing, now)).to.equal(0)
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

describe('record and replay', () => {
  let folder: string
  let api: FakeApi
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cresolver-fixtures-'))
    api = await startFakeApi(({ path }) => ({
      headers: { 'set-cookie': 'session=1', 'x-ratelimit-left': '3', 'x-key-id': 'k1' },
      body: `{"path":${JSON.stringify(path)}, "n": 1.10, "text":"§ \\u00e9 \u{1F40B}"}\n`,
    }))
  })
  after(async () => {
    await api.close()
    rmSync(folder, { recursive: true })
  })

  it('S0-2: what was recorded is replayed byte for byte, with its time', async () => {
    const request = get(`${api.url}/coins/bitcoin?x=1`)
    const keyed = { headersFor: () => ({ authorization: 'Bearer very-secret-key' }) }
    const recorded = await record(live({ allowLoopback: true, ...keyed }), folder)(request)
    const replayed = await replay(folder)(request)
    expect(replayed).to.deep.include({ body: recorded.body, status: 200, retrievedAt: recorded.retrievedAt })
    expect(replayed.method).to.equal('REPLAY')
    expect(replayed.headers).to.have.all.keys('content-type', 'date', 'x-key-id')
    const [name, ...others] = readdirSync(folder)
    expect(others).to.deep.equal([])
    expect(name).to.match(/^127\.0\.0\.1-coins-bitcoin\.[0-9a-f]{16}\.json$/)
    const text = readFileSync(join(folder, name!), 'utf8')
    expect(text).not.to.match(/secret|session|ratelimit/)
    expect(JSON.parse(text).request_hash).to.equal(Hash.ofJson({ method: 'GET', url: request.url }))
  })

  it('replaces an older recording, and keeps no errors unless told', async () => {
    const request = get(`${api.url}/coins/bitcoin?x=1`)
    const transport = live({ allowLoopback: true, attempts: 1 })
    await record(transport, folder)(request)
    expect(readdirSync(folder)).to.have.length(1)
    api.fail({ kind: 'status', status: 404 }, { kind: 'status', status: 404 })
    const other = get(`${api.url}/other`)
    expect((await record(transport, folder)(other)).status).to.equal(404)
    expect(readdirSync(folder)).to.have.length(1)
    await record(transport, folder, { keepErrors: true })(other)
    expect((await replay(folder)(other)).status).to.equal(404)
  })

  it('tells requests apart by method and body, not by headers', async () => {
    const url = `${api.url}/graph`
    const transport = record(live({ allowLoopback: true }), folder)
    await transport({ method: 'POST', url, body: '{"q":1}' })
    const again = replay(folder)
    await again({ method: 'POST', url, body: '{"q":1}', headers: { 'x-trace': '5' } })
    for (const request of [get(url), { method: 'POST', url, body: '{"q":2}' } as const])
      expect((await failure(again(request))).code).to.equal('not-recorded')
  })

  it('says which request is missing, and how to record it', async () => {
    const error = await failure(replay(folder)(get('https://api.example.org/price?x=1')))
    expect(error.message).to.include('GET https://api.example.org/price?x=1')
    expect(error.message).to.match(/api\.example\.org-price\.[0-9a-f]{16}\.json/)
    expect(error.message).to.include('`record`')
    expect(() => replay(join(folder, 'nowhere'))).to.throw(TransportError, 'no folder')
  })

  it('refuses fixtures that were changed, broken or doubled', () => {
    const [name] = readdirSync(folder)
    const text = readFileSync(join(folder, name!), 'utf8')
    const spoilt: [string, string][] = [
      [text.replace('1.10', '1.11'), 'The body is not the one of its hash.'],
      [
        text.replace(/"url": "[^"]*"/, '"url": "https://elsewhere.example.org/"'),
        'The request is not the one of its hash.',
      ],
      [text.replace('"schema_version"', '"more": 1,\n  "schema_version"'), 'Unrecognized key'],
      ['{', 'not JSON'],
      [text, 'Another file has the same request.'],
    ]
    for (const [content, why] of spoilt) {
      writeFileSync(join(folder, 'spoilt.json'), content)
      expect(() => replay(folder), why).to.throw(why)
    }
    rmSync(join(folder, 'spoilt.json'))
  })
})
