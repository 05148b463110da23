import { expect } from 'chai'
import { keptBy } from '../../../adapters/participant/keptBy.ts'
import { openTemporaryStore } from '../../../local/openStores.ts'
import { forgetOld } from '../../../services/store/retention.ts'

const dayMs = 86_400_000
const hash = (n: number) => `0x${n.toString(16).padStart(64, '0')}`
const silent = { info() {}, warn() {} }

describe('what a participant keeps', function () {
  this.timeout(120_000)

  it('AUDIT C8: forgets old replies with their receipts, and not those that an attested claim names', async () => {
    const store = await openTemporaryStore('participant')
    try {
      const now = Date.now()
      for (const [n, days] of [
        [1, 400],
        [2, 400],
        [3, 10],
      ] as const) {
        const at = new Date(now - days * dayMs)
        await store.query('insert into blobs (hash, bytes, size, created_at) values ($1, $2, 1, $3)', [
          hash(n),
          Uint8Array.of(n),
          at,
        ])
        await store.query(
          `insert into retrievals (response_hash, request_hash, retrieved_at, url, method, status, content_encoding, headers)
           values ($1, $1, 1, 'https://a.example', 'GET', 200, '', '{}')`,
          [hash(n)],
        )
      }
      await store.query(
        `insert into claims (claim_hash, fund_hash, room_id, epoch_id, source_ref, response_hash, claim)
         values ($1, $1, 'room', 1, 'ref', $2, '{}')`,
        [hash(9), hash(2)],
      )
      const left = async (sql: string) => (await store.query<{ n: string }>(sql)).map(({ n }) => Number(n))
      await forgetOld(keptBy(store, null), { log: silent, now: () => now })
      expect(await left('select hash as n from blobs order by 1')).to.deep.equal([1, 2, 3])
      await forgetOld(keptBy(store, 365), { log: silent, now: () => now })
      expect(await left('select hash as n from blobs order by 1')).to.deep.equal([2, 3])
      expect(await left('select response_hash as n from retrievals order by 1')).to.deep.equal([2, 3])
    } finally {
      await store.close()
    }
  })
})
