import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { Hash } from '../../../protocol/index.ts'
import { live } from '../../../services/fetch/live.ts'
import { record } from '../../../services/fetch/record.ts'
import { replay } from '../../../services/fetch/replay.ts'
import { TransportError } from '../../../services/fetch/Transport.ts'
import { type FakeApi, startFakeApi } from '../../helpers/fakeApi.ts'
import { failure, get } from '../../workers/source/failure.ts'

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
