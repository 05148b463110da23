import { expect } from 'chai'
import * as Archive from '../../../adapters/participant/Archive.ts'
import { mineClaimResult } from '../../../adapters/participant/Result.ts'
import { runTask } from '../../../adapters/participant/runTask.ts'
import { claimHash } from '../../../adapters/participant/Subject.ts'
import { Hash, Json } from '../../../protocol/index.ts'
import { live } from '../../../services/fetch/live.ts'
import { type Answer, type FakeApi, startFakeApi } from '../../helpers/fakeApi.ts'
import { gist, jsonPrice, mine, miningTask, portsOf, scope, self } from './helpers.ts'

describe('mine_claim', () => {
  let api: FakeApi
  let answer: Answer
  beforeEach(async () => {
    answer = { body: '{"price": 75000.50, "at": 1771631945}' }
    api = await startFakeApi(() => answer)
  })
  afterEach(() => api.close())

  it('S3-4 S3-17…S3-27 C87 claims what a source says, with all fields of the output', async () => {
    const ports = portsOf()
    const result = await mine(`${api.url}/price`, ports)
    expect(result).to.deep.include({ status: 'OK', taskType: 'mine_claim', ...scope, confidence: 0.5 })
    expect(result.observation).to.deep.include({
      sourceSpecId: 'test-price',
      token: 'BTC',
      extracted: '75000.50',
      responseHash: Hash.ofText(answer.body),
      evidenceURI: `keccak256:${Hash.ofText(answer.body)}`,
      crawler: self,
    })
    expect(result.observation.timestamp).to.be.closeTo(ports.now(), 5)
    expect(result.assumptions).to.have.length(2)
    expect(result.claimHash).to.equal(claimHash(result.claim))
    expect(api.calls).to.have.length(1)
  })

  it('C90 keeps the raw bytes, the headers and the receipt under their hash', async () => {
    const archive = Archive.inMemory()
    const { observation } = await mine(`${api.url}/price`, portsOf({ archive }))
    const kept = archive.kept.get(observation.responseHash)!
    expect(Buffer.from(kept.bytes).toString()).to.equal(answer.body)
    expect(kept.headers['content-type']).to.equal('application/json; charset=utf-8')
    expect(kept.receipt).to.deep.include({ url: `${api.url}/price`, method: 'GET', status: 200 })
    expect(kept.receipt.contentEncoding).to.equal('identity')
  })

  it('S3-23 hashes the bytes as they were before they were packed, and notes how they were packed', async () => {
    const archive = Archive.inMemory()
    api.fail({ kind: 'gzip' })
    const extractor = { type: 'jsonpath', recipe: '$.packed' }
    const { observation } = await mine(`${api.url}/price`, portsOf({ archive }), extractor)
    expect(observation).to.deep.include({ extracted: 'true', responseHash: Hash.ofText('{"packed":true}') })
    expect(archive.kept.get(observation.responseHash)!.receipt.contentEncoding).to.equal('gzip')
  })

  it('S3-39 gives the same result for the same task and the same ports, in one spelling of JSON', async () => {
    const fetch = async () => ({
      status: 200,
      headers: {},
      body: answer.body,
      retrievedAt: 1_000,
      method: 'GET' as const,
    })
    const ports = () => portsOf({ now: () => 1_000, fetch })
    const [first, second] = [await mine(`${api.url}/price`, ports()), await mine(`${api.url}/price`, ports())]
    expect(JSON.stringify(first)).to.equal(JSON.stringify(second))
    expect(mineClaimResult.safeParse(JSON.parse(JSON.stringify(first))).success).to.equal(true)
    expect(() => Json.canonical(first.claim)).not.to.throw()
  })

  it('S3-10 C89 needs no token', async () => {
    const { tokenContext, ...task } = miningTask(`${api.url}/price`)
    const result = await runTask(task, portsOf())
    expect(result).to.have.nested.property('observation.token', '')
  })

  it('S3-9 S3-38 takes no data that is older than allowed, by the time that the reply itself gives', async () => {
    const timed = { ...jsonPrice, time: { recipe: '$.at', format: 'seconds' } }
    const at = (now: number) => runTask(miningTask(`${api.url}/price`, timed), portsOf({ now: () => now }))
    expect(gist(await at(1_771_631_945 + 300))).to.equal('OK - -')
    expect(gist(await at(1_771_631_945 + 301))).to.equal('ERROR - STALE_DATA')
    expect(gist(await at(1_771_631_945 - 60))).to.equal('OK - -')
    expect(gist(await at(1_771_631_945 - 61))).to.equal('ERROR - FUTURE_TIMESTAMP')
  })

  it('S3-21 S3-38 sees by its headers that a reply lay in a cache for too long', async () => {
    answer = { ...answer, headers: { date: new Date(Date.now() - 3_600_000).toUTCString() } }
    expect(gist(await runTask(miningTask(`${api.url}/price`), portsOf()))).to.equal('ERROR - STALE_DATA')
    answer = { ...answer, headers: { age: '3600' } }
    expect(gist(await runTask(miningTask(`${api.url}/price`), portsOf()))).to.equal('ERROR - STALE_DATA')
    answer = { ...answer, headers: { date: new Date(Date.now() + 3_600_000).toUTCString() } }
    expect(gist(await runTask(miningTask(`${api.url}/price`), portsOf()))).to.equal(
      'ERROR - FUTURE_TIMESTAMP',
    )
  })

  it('S3-9 C85 does not take freshness for a time limit of the request', async () => {
    const task = miningTask(`${api.url}/price`)
    const result = await runTask(
      { ...task, sourceSpec: { ...task.sourceSpec, freshnessSeconds: 5 } },
      portsOf(),
    )
    expect(gist(result)).to.equal('OK - -')
  })

  it('S3-7 follows no redirect, asks no private host, and gives up on what is too large, slow or not text', async () => {
    const target = await startFakeApi(() => answer)
    api.fail({ kind: 'redirect', to: `${target.url}/price` })
    expect(gist(await runTask(miningTask(`${api.url}/price`), portsOf()))).to.equal('ERROR - SOURCE_STATUS')
    expect(target.calls).to.have.length(0)
    await target.close()

    const strict = portsOf({ fetch: live({ attempts: 1 }) })
    for (const host of [
      api.url,
      'https://10.0.0.1',
      'https://[::ffff:192.168.0.1]',
      'https://169.254.169.254',
    ])
      expect(gist(await runTask(miningTask(`${host}/price`), strict))).to.equal('ERROR - FORBIDDEN_SOURCE')
    for (const ref of ['file:///etc/hosts', 'price', 'https://user:word@example.org/'])
      expect(gist(await runTask(miningTask(ref), strict))).to.equal('ERROR - FORBIDDEN_SOURCE')
    expect(api.calls).to.have.length(1)

    answer = { body: `{"price":1,"more":"${'x'.repeat(10_485_760)}"}` }
    expect(gist(await runTask(miningTask(`${api.url}/price`), portsOf()))).to.equal(
      'ERROR - SOURCE_TOO_LARGE',
    )
    api.fail({ kind: 'silence' })
    const impatient = portsOf({ fetch: live({ allowLoopback: true, attempts: 1, timeoutMs: 200 }) })
    expect(gist(await runTask(miningTask(`${api.url}/price`), impatient))).to.equal('ERROR - SOURCE_TIMEOUT')
    api.fail({ kind: 'latin1' })
    expect(gist(await runTask(miningTask(`${api.url}/price`), portsOf()))).to.equal('ERROR - SOURCE_NOT_TEXT')
    api.fail({ kind: 'status', status: 404 })
    expect(gist(await runTask(miningTask(`${api.url}/price`), portsOf()))).to.equal('ERROR - SOURCE_STATUS')
    api.fail({ kind: 'reset' })
    expect(gist(await runTask(miningTask(`${api.url}/price`), portsOf()))).to.equal(
      'ERROR - SOURCE_UNREACHABLE',
    )
  })

  it('keeps nothing of what it did not claim', async () => {
    const archive = Archive.inMemory()
    await runTask(
      miningTask(`${api.url}/price`, { type: 'jsonpath', recipe: '$.nothing' }),
      portsOf({ archive }),
    )
    expect(archive.kept.size).to.equal(0)
  })
})
