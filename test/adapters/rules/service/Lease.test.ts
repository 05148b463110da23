import { expect } from 'chai'
import { leaseMarkets, lockMarket, postpone } from '../../../../adapters/rules/service/Lease.ts'
import { dueMarkets, watchMarkets } from '../../../../adapters/rules/service/Markets.ts'
import { keepSeen } from '../../../../adapters/rules/service/Sightings.ts'
import { idOf } from './fakeGamma.ts'
import { makeStage, type Stage, seenOf, start } from './stage.ts'

const version = { number: 1, hash: `0x${'11'.repeat(32)}` }

describe('leases of markets', () => {
  let stage: Stage
  beforeEach(async () => {
    stage = await makeStage()
  })

  const take = (by: string, ...numbers: number[]) =>
    leaseMarkets(stage.store, numbers.map(idOf), { by, leaseMs: 60_000, now: stage.clock })

  it('S4-84: a market is leased once: the next process gets those that are free', async () => {
    await watchMarkets(stage.store, [1, 2, 3].map(idOf), start)
    expect((await take('one', 1, 2)).map(({ conditionId }) => conditionId)).to.have.members([1, 2].map(idOf))
    expect(await take('two', 1, 2, 3)).to.deep.equal([{ conditionId: idOf(3), claim: 1n, by: 'two' }])
    expect(await dueMarkets(stage.store, start, 10)).to.deep.equal([])
  })

  it('nothing is leased that is unknown, archived or not due yet', async () => {
    await watchMarkets(stage.store, [idOf(1)], start + 1)
    await watchMarkets(stage.store, [idOf(2)], start)
    await stage.store.query('update markets set is_archived = true where condition_id = $1', [idOf(2)])
    expect(await take('one', 1, 2, 3)).to.deep.equal([])
    stage.clock = start + 1
    expect(await take('one', 1, 2, 3)).to.have.length(1)
  })

  it('S4-84: a lease that ran out is taken over, and whoever had it before finds no row to write', async () => {
    const [old] = await stage.lease(1)
    await stage.store.query(`update markets set lease_until = now() - interval '1 second'`)
    const [next] = await take('two', 1)
    expect(next).to.deep.equal({ conditionId: idOf(1), claim: 2n, by: 'two' })
    expect(await lockMarket(stage.store, old!)).to.equal(undefined)
    expect(await lockMarket(stage.store, next!)).to.include({ version: 0, seen: null })
    // A restarted process may have the name of the one before it; the number of the lease tells them apart.
    expect(await lockMarket(stage.store, { ...next!, claim: 1n })).to.equal(undefined)
  })

  it('the row of a leased market says all that was kept of it', async () => {
    const [lease] = await stage.lease(1)
    const seen = seenOf(1)
    await keepSeen(stage.store, lease!, {
      seen,
      version,
      reports: 4,
      gammaUpdatedAt: start - 5_000,
      sourceUrl: null,
      isResolved: false,
      now: start,
      dueAt: start,
    })
    const [again] = await take('one', 1)
    expect(await lockMarket(stage.store, again!)).to.deep.equal({
      seen: JSON.parse(JSON.stringify(seen)),
      version: 1,
      versionHash: version.hash,
      reports: 4,
      gammaUpdatedAt: start - 5_000,
      reason: null,
      staleLevel: 0,
      isForced: false,
      trace: null,
    })
  })

  it('S4-87: a lease that is given back makes its market due later, and frees it at once', async () => {
    const leases = await stage.lease(1, 2)
    await postpone(stage.store, leases, start + 5_000)
    expect(await dueMarkets(stage.store, start + 4_999, 10)).to.deep.equal([])
    expect(await dueMarkets(stage.store, start + 5_000, 10)).to.deep.equal([idOf(1), idOf(2)])
  })

  it('a lease that somebody took over cannot be given back by the one before', async () => {
    const [old] = await stage.lease(1)
    await stage.store.query(`update markets set lease_until = now() - interval '1 second'`)
    const [next] = await take('two', 1)
    await postpone(stage.store, [old!], start + 5_000)
    expect(await lockMarket(stage.store, next!)).to.not.equal(undefined)
    const [row] = await stage.store.query('select claimed_by, due_at from markets')
    expect(row).to.deep.equal({ claimed_by: 'two', due_at: new Date(start) })
  })
})
