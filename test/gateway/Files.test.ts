import { expect } from 'chai'
import * as Files from '../../gateway/Files.ts'
import { keepReport } from '../../gateway/Reports.ts'
import { Publication } from '../../protocol/index.ts'
import type { Reported } from '../../services/chain/Chain.ts'
import type { Store } from '../../services/store/Store.ts'
import { openGatewayStore, place, seal } from './keeping.ts'

describe('published rounds', function () {
  this.timeout(60_000)
  let store: Store
  before(async () => {
    store = await openGatewayStore()
  })
  after(() => store?.close())

  const root = (byte: string) => `0x${byte.repeat(32)}` as Reported['roundRoot']
  const keyOf = (marketId: number) => ({ marketId, round: 1 })
  const report = (marketId: number, roundRoot: Reported['roundRoot']) =>
    keepReport(store, place, {
      ...keyOf(marketId),
      outcome: 'NO',
      roundRoot,
      recordsAndDocket: '0x' as Reported['recordsAndDocket'],
      block: BigInt(marketId),
    })
  const waiting = async () => (await Files.unpublished(store, place)).map(({ marketId }) => marketId)

  it('are looked for once they are sealed and reported, and again when another report replaces the first', async () => {
    await seal(store, 1)
    expect(await waiting()).to.deep.equal([])
    await report(1, root('11'))
    expect(await waiting()).to.deep.equal([1])
    const file = { document: '{}', roundRoot: root('11'), rebuilds: true }
    await Files.keepFile(store, place, keyOf(1), file)
    expect(await waiting()).to.deep.equal([])
    expect(await Files.findFile(store, place, keyOf(1))).to.deep.equal(file)
    await report(1, root('22'))
    expect(await waiting()).to.deep.equal([1])
  })

  it('that are whole are never replaced by others of the same root', async () => {
    await seal(store, 2)
    await report(2, root('33'))
    const part = { document: '{"part":1}', roundRoot: root('33'), rebuilds: false }
    const whole = { document: '{"whole":1}', roundRoot: root('33'), rebuilds: true }
    await Files.keepFile(store, place, keyOf(2), part)
    await Files.keepFile(store, place, keyOf(2), whole)
    await Files.keepFile(store, place, keyOf(2), part)
    expect(await Files.findFile(store, place, keyOf(2))).to.deep.equal(whole)
  })

  it('are not there until they are', async () => {
    expect(await Files.findFile(store, place, keyOf(99))).to.equal(undefined)
  })

  describe('what callers say the DON knows', () => {
    const said = (index: number) => ({ ...Publication.nothing, evaluations: [{ index }] }) as never

    it('is kept once a caller, the newest first', async () => {
      await seal(store, 3)
      await Files.keepPublication(store, place, keyOf(3), 'a', said(1))
      await Files.keepPublication(store, place, keyOf(3), 'b', said(2))
      await Files.keepPublication(store, place, keyOf(3), 'a', said(3))
      expect(await Files.publicationsOf(store, place, keyOf(3))).to.deep.equal([said(3), said(2)])
    })

    it('is kept of 16 callers: the one who spoke first is forgotten', async () => {
      await seal(store, 4)
      for (let i = 0; i < 18; i++) await Files.keepPublication(store, place, keyOf(4), `caller ${i}`, said(i))
      const kept = await Files.publicationsOf(store, place, keyOf(4))
      expect(kept).to.deep.equal(Array.from({ length: 16 }, (_, i) => said(17 - i)))
    })

    it('is not needed any more once the round is whole', async () => {
      await Files.keepFile(store, place, keyOf(3), { document: '{}', roundRoot: root('44'), rebuilds: false })
      expect(await Files.publicationsOf(store, place, keyOf(3))).to.have.length(2)
      await Files.keepFile(store, place, keyOf(3), { document: '{}', roundRoot: root('44'), rebuilds: true })
      expect(await Files.publicationsOf(store, place, keyOf(3))).to.deep.equal([])
    })
  })
})
