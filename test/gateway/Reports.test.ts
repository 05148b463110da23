import { expect } from 'chai'
import {
  countPoke,
  findReport,
  isDue,
  keepReport,
  takeTurn,
  unreported,
  withdrawReports,
} from '../../gateway/Reports.ts'
import type { Reported } from '../../services/chain/Chain.ts'
import type { Store } from '../../services/store/Store.ts'
import { openGatewayStore, place, seal } from './keeping.ts'

describe('reports that a gateway knows', function () {
  this.timeout(60_000)
  let store: Store
  before(async () => {
    store = await openGatewayStore()
  })
  after(() => store?.close())

  const reportOf = (marketId: number, changes: Partial<Reported> = {}): Reported => ({
    marketId,
    round: 1,
    outcome: 'YES',
    roundRoot: `0x${'11'.repeat(32)}` as Reported['roundRoot'],
    recordsAndDocket: '0xAB' as Reported['recordsAndDocket'],
    block: 9n,
    ...changes,
  })

  it('are given back as they came, in lower case, and only of their own round', async () => {
    await keepReport(store, place, reportOf(1))
    expect(await findReport(store, place, { marketId: 1, round: 1 })).to.deep.equal(
      reportOf(1, { recordsAndDocket: '0xab' as Reported['recordsAndDocket'] }),
    )
    expect(await findReport(store, place, { marketId: 1, round: 2 })).to.equal(undefined)
    expect(await findReport(store, { ...place, chainId: 1 }, { marketId: 1, round: 1 })).to.equal(undefined)
  })

  it('are replaced when a block was', async () => {
    await keepReport(store, place, reportOf(2))
    await keepReport(store, place, reportOf(2, { outcome: null, block: 10n }))
    expect(await findReport(store, place, { marketId: 2, round: 1 })).to.include({
      outcome: null,
      block: 10n,
    })
  })

  it('are waited for by sealed rounds, the newest first, with how often the DON was told', async () => {
    await seal(store, 3)
    await seal(store, 4)
    await countPoke(store, place, { marketId: 3, round: 1 })
    await countPoke(store, place, { marketId: 3, round: 1 })
    expect(await unreported(store, place)).to.deep.equal([
      { marketId: 4, round: 1, pokes: 0, askedBlock: 5n },
      { marketId: 3, round: 1, pokes: 2, askedBlock: 5n },
    ])
    await keepReport(store, place, reportOf(3))
    expect((await unreported(store, place)).map(({ marketId }) => marketId)).to.deep.equal([4])
  })

  it('are withdrawn where their block was read again without them, and only those', async () => {
    for (const [marketId, block] of [
      [11, 20n],
      [12, 21n],
      [13, 22n],
      [14, 30n],
    ] as const)
      await keepReport(store, place, reportOf(marketId, { block }))
    const other = { ...place, chainId: 1 }
    await keepReport(store, other, reportOf(11, { block: 20n }))
    const gone = await withdrawReports(store, place, { from: 20n, to: 22n }, [reportOf(12), reportOf(14)])
    expect(gone).to.have.deep.members([
      { marketId: 11, round: 1 },
      { marketId: 13, round: 1 },
    ])
    const isKnown = async (where: typeof place, marketId: number) =>
      (await findReport(store, where, { marketId, round: 1 })) !== undefined
    const known = await Promise.all([11, 12, 13, 14].map((marketId) => isKnown(place, marketId)))
    expect(known).to.deep.equal([false, true, false, true])
    expect(await isKnown(other, 11)).to.equal(true)
    expect(await withdrawReports(store, place, { from: 20n, to: 22n }, [reportOf(12)])).to.deep.equal([])
  })

  it('are asked for by one process at a time: a turn is taken once, until it is over', async () => {
    expect(await isDue(store, place)).to.equal(true)
    expect(await takeTurn(store, place, 60_000)).to.equal(true)
    expect(await takeTurn(store, place, 60_000)).to.equal(false)
    expect(await isDue(store, place)).to.equal(false)
    const other = { ...place, chainId: place.chainId + 1 }
    expect(await takeTurn(store, other, 0)).to.equal(true)
    expect(await takeTurn(store, other, 0)).to.equal(true)
  })
})
