import { expect } from 'chai'
import { listDesk, listRounds } from '../../../indexer/queries/rounds.ts'
import { rootOf } from '../../../local/samples/madeMarkets.ts'
import { deskList, roundList } from '../../../protocol/Catalog.ts'
import { made } from './made.ts'

describe('lists of rounds', () => {
  const one = made()
  const rounds = async (id: number) => roundList.parse(await listRounds(one().reading(), id)).items

  it('WEB §4.4: of a market, with what was reported of each seat', async () => {
    const [round] = await rounds(5)
    expect(round).to.include({ market_id: 5, round: 1, cohort: 0, is_open: false })
    expect(round!.report!.records.map(({ seat, vote }) => `${seat} ${vote}`)).to.deep.equal([
      '0 NO',
      ...[1, 2, 3, 4].map((seat) => `${seat} YES`),
      '5 null',
    ])
    expect((await rounds(40))[0]).to.include({ is_open: true, report: null })
    expect(await rounds(60), 'nobody asked').to.deep.equal([])
  })

  it('tells how sure each was, and where its file is, once a file is known', async () => {
    const sure = [9_000, null, 8_000, 7_000, 6_000, null]
    await one().store.query('insert into files (round_root, gateway, confidences) values ($1, $2, $3)', [
      ...[rootOf(6, 1), 'https://gateway.example', JSON.stringify(sure)],
    ])
    const [round] = await rounds(6)
    expect(round!.report!.file).to.equal('https://gateway.example/rounds/6/1')
    expect(round!.report!.records.map(({ confidence_bps }) => confidence_bps)).to.deep.equal(sure)
  })

  it('WEB §3.5: those whose window is open, least time first, page by page, with what is at stake', async () => {
    const read = async (after: string | null) =>
      deskList.parse(await listDesk(one().reading(), { after, limit: 20 }))
    const first = await read(null)
    const second = await read(first.next)
    const all = [...first.items, ...second.items]
    expect(all).to.have.length(34)
    expect(second.next).to.equal(null)
    const ends = all.map(({ window_end }) => window_end)
    expect(ends).to.deep.equal(ends.toSorted((a, b) => a - b))
    expect(all.every(({ at_stake }) => BigInt(at_stake) >= 400_000_000_000_000_000n)).to.equal(true)
    expect(all[0]).to.deep.include({ struck: [], outcome: 'YES' })
  })
})
