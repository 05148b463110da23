import { expect } from 'chai'
import * as Archive from '../../../adapters/participant/Archive.ts'
import type { Retrieval } from '../../../adapters/participant/Ports.ts'
import { runTask } from '../../../adapters/participant/runTask.ts'
import { Bytes, Hash } from '../../../protocol/index.ts'
import { RetryableError } from '../../../services/RetryableError.ts'
import { openStore } from '../../../services/store/openStore.ts'
import type { Store } from '../../../services/store/Store.ts'
import { gist, miningTask, portsOf } from './helpers.ts'

describe('an archive in a store', () => {
  let store: Store
  before(async () => {
    store = await openStore({ schema: 'agent' })
  })
  after(() => store?.close())

  it('archives in the store as much as it may, and the same bytes once', async () => {
    const [{ size }] = (await store.query(
      'select coalesce(sum(size), 0)::int as size from participant.blobs',
    )) as [{ size: number }]
    const archive = Archive.inStore(store, { limit: size + 20 })
    const ports = (body: string) =>
      portsOf({
        archive,
        fetch: async () => ({
          status: 200,
          headers: { etag: '"\u0000"' },
          body,
          retrievedAt: 1_000,
          method: 'GET',
        }),
        now: () => 1_000,
      })
    const at = async (body: string) => gist(await runTask(miningTask('https://example.org/'), ports(body)))
    const body = '{"price":"\u00e9"}'
    expect(await at(body)).to.equal('OK - -')
    expect(await at(body)).to.equal('OK - -')
    expect(Buffer.from((await archive.get(Hash.ofText(body)))!).toString()).to.equal(body)
    expect(await at('{"price":"another"}')).to.equal('ERROR - ARCHIVE_FULL')
    const update = await store
      .query(`update participant.blobs set bytes = '', size = 0`)
      .catch((error) => error)
    expect(update.name).to.equal('Store.QueryError')
  })
})

/** A reply as it was retrieved. */
const retrieved = (body: string, changes: Partial<Retrieval> = {}): Retrieval => ({
  responseHash: Hash.ofText(body),
  bytes: Bytes.fromText(body),
  headers: {},
  receipt: {
    requestHash: Hash.ofText('request'),
    url: 'https://example.org/',
    method: 'GET',
    status: 200,
    retrievedAt: 1_000,
    contentEncoding: 'identity',
  },
  ...changes,
})
const reasonOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    ({ reason }) => reason,
  )

describe('any archive', () => {
  it('C90 gives bytes back by their hash, and null for others', async () => {
    const archive = Archive.inMemory()
    await archive.put(retrieved('a'))
    expect(await archive.get(Hash.ofText('a'))).to.deep.equal(Bytes.fromText('a'))
    expect(await archive.get(Hash.ofText('b'))).to.equal(null)
  })

  it('keeps nothing under a hash that is not its own, and no reply beyond 1 MiB', async () => {
    const archive = Archive.inMemory()
    const misnamed = retrieved('a', { responseHash: Hash.ofText('b') })
    expect(await reasonOf(archive.put(misnamed))).to.equal('ARCHIVE_UNAVAILABLE')
    expect(await reasonOf(archive.put(retrieved('x'.repeat(1_048_577))))).to.equal('ARCHIVE_FULL')
    expect(await reasonOf(archive.put(retrieved('x'.repeat(1_048_576))))).to.equal(null)
    expect(archive.kept.size).to.equal(1)
  })

  it('is unavailable while its store is, and passes other errors on', async () => {
    const failing = (error: Error) => {
      const fail = async () => {
        throw error
      }
      return Archive.inStore({ query: fail, transaction: fail })
    }
    const away = failing(new RetryableError('The store is starting.'))
    expect(await reasonOf(away.get(Hash.ofText('a')))).to.equal('ARCHIVE_UNAVAILABLE')
    expect(await reasonOf(away.put(retrieved('a')))).to.equal('ARCHIVE_UNAVAILABLE')
    const broken = await failing(new TypeError('x'))
      .get(Hash.ofText('a'))
      .catch((error) => error)
    expect(broken).to.be.instanceOf(TypeError)
  })
})
