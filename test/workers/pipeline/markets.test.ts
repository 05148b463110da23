import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { Verification } from '../../../protocol/index.ts'
import { binance } from '../../../protocol/source/index.ts'
import { replay as recorded } from '../../../services/fetch/replay.ts'
import type { Transport } from '../../../services/fetch/Transport.ts'
import { aap } from '../../../workers/pipeline/aap.ts'
import { panel } from '../../../workers/pipeline/panel.ts'
import { replay } from '../../../workers/pipeline/replay.ts'
import { coingecko, Registry } from '../../../workers/source/index.ts'
import { recordedData } from '../../helpers/skip.ts'
import { taskOf } from './helpers.ts'

const sources = Registry.of(coingecko(), binance())
const fixtures = recorded(new URL('../../fixtures/sources', import.meta.url).pathname)

/** Candles of any length for what the URL asks, each with the figures of the hour it belongs to. */
const candles =
  (
    hourAt: (seconds: number) => readonly [open: string, high: string, low: string, close: string],
  ): Transport =>
  async ({ url }) => {
    const query = new URL(url).searchParams
    const [, count, unit] = /^(\d+)([mhd])$/.exec(query.get('interval')!)!
    const seconds = Number(count) * { m: 60, h: 3_600, d: 86_400 }[unit as 'm' | 'h' | 'd']
    const [start, end] = [Number(query.get('startTime')) / 1_000, Number(query.get('endTime')) / 1_000]
    const rows: unknown[] = []
    for (let at = start; at <= end; at += seconds) {
      rows.push([at * 1_000, ...hourAt(at), '1.0', (at + seconds) * 1_000 - 1, '1.0', 1, '1.0', '1.0', '0'])
    }
    return {
      status: 200,
      headers: {},
      body: JSON.stringify(rows),
      retrievedAt: end + 86_400,
      method: 'REPLAY',
    }
  }

describe('the procedure on real providers', () => {
  it('S2-76 C54: decides by a reply as CoinGecko gives it, and replays it', async () => {
    const { reply, proof } = await aap({ collectorId: 'agent-7', sources, transport: fixtures }).resolve(
      taskOf(),
    )
    expect(reply.outcome).to.equal('NO')
    expect(reply.rule_check).to.include({ value: '68259.55', observed_at: 1_771_632_004 })
    expect(replay(proof!, { sources })).to.deep.equal({ executed: true, ok: true, findings: [] })
  })

  it('S0-40: cross-checks CoinGecko with Binance', async () => {
    const near = candles(() => ['68260', '68270', '68250', '68262.5'])
    const far = candles(() => ['69260', '69270', '69250', '69262.5'])
    const answer = (second: Transport) =>
      panel({
        collectorId: 'agent-8',
        sources,
        transport: (request, options) =>
          (request.url.includes('binance') ? second : fixtures)(request, options),
        panel: { toleranceBps: 50, pairs: { 'coingecko:bitcoin:price_usd': 'binance:BTCUSDT:price' } },
      }).resolve(taskOf())
    expect((await answer(near)).reply.outcome).to.equal('NO')
    expect((await answer(far)).reply.outcome).to.equal('INVALID')
  })

  it('C55: real markets that ask for a touch end as they were paid', async function () {
    const folder = recordedData(this)
    const [, ...rows] = readFileSync(join(folder, 'binance_klines_BTCUSDT_1h_20250519_20250921.csv'), 'utf8')
      .trim()
      .split('\n')
    const hours = new Map(
      rows.map((row) => {
        const [at, open, high, low, close] = row.split(',') as [string, string, string, string, string]
        return [Number(at) / 1_000, [open, high, low, close] as const]
      }),
    )
    const transport = candles((at) => hours.get(at - (at % 3_600))!)
    const markets = readFileSync(join(folder, 'e2e_btc_dev.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter((row) => row.kind === 'binance_touch')
    expect(markets.length).to.be.above(50)
    for (const market of markets) {
      const isDip = market.direction.startsWith('dip')
      const question = [
        `§question ${market.question}`,
        '§rule',
        'source:binance:BTCUSDT',
        `metric:price_${isDip ? 'low' : 'high'}`,
        `op:${isDip ? 'lte' : 'gte'}`,
        `target:${market.threshold}`,
      ].join('\n')
      const created = Date.parse(market.window_start_et) / 1_000
      // The last candle begins at 11:59 PM and lasts a minute.
      const deadline = Date.parse(market.window_end_et) / 1_000 + 59
      const task = { ...taskOf(question), created, deadline }
      const { reply, proof } = await aap({ collectorId: 'agent-7', sources, transport }).resolve(task)
      expect(reply.outcome, `${market.id} ${market.question}`).to.equal(market.resolvedOutcome.toUpperCase())
      expect(Verification.verifyPorBundle(proof).ok).to.equal(true)
    }
  }).timeout(60_000)
})
