import { expect } from 'chai'
import { calibrationOf } from '../../../indexer/queries/calibration.ts'
import { rootOf } from '../../../local/samples/madeMarkets.ts'
import { made } from './made.ts'

describe('calibration', () => {
  const one = made(200)
  const judged = () =>
    one().store.query<{ market_id: bigint; seat: number; vote: string }>(
      `select market_id, seat, vote from workers join markets on markets.id = market_id
       where agent_id = 2 and status = 'finalized' and vote in ('YES', 'NO') order by market_id`,
    )
  const know = (marketId: number, seat: number, bps: number) =>
    one().store.query(
      `insert into files (round_root, gateway, confidences) values ($1, 'https://gateway.example', $2)
       on conflict (round_root) do update set confidences = excluded.confidences`,
      [rootOf(marketId, 1), JSON.stringify(Array.from({ length: 6 }, (_, i) => (i === seat ? bps : null)))],
    )

  it('WEB §3.4: each answer is in the span of what it said, the highest with its upper end', async () => {
    const rows = await judged()
    expect(rows.length).to.be.greaterThan(3)
    const said = [0, 999, 1_000, 10_000]
    for (const [i, { market_id, seat }] of rows.slice(0, 4).entries())
      await know(Number(market_id), seat, said[i]!)
    const { answers, bins, brier } = await calibrationOf(one().reading(), 2)
    expect(answers).to.equal(4)
    expect(bins.map((bin) => bin.answers)).to.deep.equal([2, 1, 0, 0, 0, 0, 0, 0, 0, 1])
    expect([bins[0]!.mean_bps, bins[2]!.mean_bps]).to.deep.equal([500, null])
    const right = rows.slice(0, 4).filter(({ vote }) => vote === 'YES').length
    expect(bins.reduce((sum, bin) => sum + bin.right, 0)).to.equal(right)
    const squares = rows.slice(0, 4).map(({ vote }, i) => (said[i]! / 10_000 - (vote === 'YES' ? 1 : 0)) ** 2)
    const expected = squares.reduce((sum, square) => sum + square, 0) / 4
    expect(Math.abs(brier! - expected) < 1e-9, String(brier)).to.equal(true)
  })

  it('says nothing of an agent of whom no round file is known', async () => {
    const { answers, brier, bins } = await calibrationOf(one().reading(), 999)
    expect([answers, brier, bins.length]).to.deep.equal([0, null, 10])
  })
})
