import { expect } from 'chai'
import { showAgent } from '../../../indexer/queries/agent.ts'
import { rootOf } from '../../../local/samples/madeMarkets.ts'
import { agent as schema } from '../../../protocol/Catalog.ts'
import { Score } from '../../../protocol/index.ts'
import { made } from './made.ts'

describe('one agent', () => {
  const one = made(200)
  const show = async (id: number, after: string | null = null, limit = 100) =>
    schema.parse(await showAgent(one().reading(), id, { after, limit })).agent

  it('WEB §3.4: its parts, page by page, with what it said and what came out', async () => {
    const all = await show(1)
    const first = await show(1, null, 3)
    expect(first.parts).to.deep.equal(all.parts.slice(0, 3))
    expect((await show(1, first.next, 100)).parts).to.deep.equal(all.parts.slice(3))
    expect(all.parts.length).to.equal(all.joined)
    for (const { state, vote, is_right, outcome } of all.parts)
      expect(is_right).to.equal(state === 'finalized' && vote !== null ? vote === outcome : null)
    expect(all.faults.silent ?? 0).to.equal(all.parts.filter(({ reason }) => reason === 'silent').length)
  })

  it('how its record grew, by the contract’s own rules', async () => {
    const { record, parts } = await show(1)
    const counted = parts.filter(({ state, seat }) => state === 'finalized' && seat !== null)
    const right = counted.filter(({ is_right }) => is_right === true).length
    expect(counted.length).to.be.greaterThan(3)
    expect(record.at(-1)).to.include({ settled: counted.length, correct: right })
    const sum = BigInt(right)
    const reputation = { count: counted.length, correct: right, sumRes: 80n * sum, sumSrc: 70n * sum }
    expect(record.at(-1)!.factor_bps).to.equal(Score.factorBps({ ...reputation, sumDepth: 60n * sum }))
  })

  it('its calibration counts what came out, of rounds whose file is known', async () => {
    const before = await show(1)
    expect(before.calibration.answers).to.equal(0)
    const judged = before.parts.filter(({ is_right, seat }) => is_right !== null && seat !== null)
    for (const { market_id, seat } of judged) {
      const sure = Array.from({ length: 6 }, (_, i) => (i === seat ? 8_000 : null))
      await one().store.query('insert into files (round_root, gateway, confidences) values ($1, $2, $3)', [
        ...[rootOf(market_id, 1), 'https://gateway.example', JSON.stringify(sure)],
      ])
    }
    const { calibration } = await show(1)
    const right = judged.filter(({ is_right }) => is_right).length
    expect(calibration.answers).to.equal(judged.length)
    expect(calibration.bins[8]).to.deep.equal({
      ...{ from_bps: 8_000, to_bps: 9_000, answers: judged.length, right, mean_bps: 8_000 },
    })
    const expected = (right * 0.04 + (judged.length - right) * 0.64) / judged.length
    expect(Math.abs(calibration.brier! - expected) < 1e-9, String(calibration.brier)).to.equal(true)
  })

  it('is null for one that never joined', async () => {
    expect(await showAgent(one().reading(), 999, { after: null, limit: 1 })).to.equal(null)
  })
})
