import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { Question, Reference } from '../../../protocol/index.ts'
import { recordedData } from '../../helpers/skip.ts'

type Hour = { readonly high: string; readonly low: string }
type Market = {
  readonly id: string
  readonly kind: string
  readonly direction: string
  readonly threshold: number
  readonly window_start_et: string
  readonly window_end_et: string
  readonly resolvedOutcome: string
}

const linesOf = (path: string): string[] => readFileSync(path, 'utf8').trim().split('\n')
const secondsOf = (text: string): number => Date.parse(text) / 1_000

function readHours(path: string): Map<number, Hour> {
  const [, ...rows] = linesOf(path)
  return new Map(
    rows.map((row) => {
      const [at, , high, low] = row.split(',') as [string, string, string, string]
      return [Number(at) / 1_000, { high, low }]
    }),
  )
}

/** What Binance would answer: candles of the length asked for, from those of the hours they cover or lie in. */
function replyTo(url: string, hours: ReadonlyMap<number, Hour>): string {
  const query = new URL(url).searchParams
  const [, count, unit] = /^(\d+)([mhd])$/.exec(query.get('interval')!)!
  const seconds = Number(count) * { m: 60, h: 3_600, d: 86_400 }[unit as 'm' | 'h' | 'd']
  const [start, end] = [Number(query.get('startTime')) / 1_000, Number(query.get('endTime')) / 1_000]
  const candles: unknown[] = []
  for (let at = start; at <= end && candles.length < Number(query.get('limit')); at += seconds) {
    const covered: Hour[] = []
    for (let hour = at - (at % 3_600); hour < at + seconds; hour += 3_600) covered.push(hours.get(hour)!)
    const high = Math.max(...covered.map((hour) => Number(hour.high)))
    const low = Math.min(...covered.map((hour) => Number(hour.low)))
    const close = (at + seconds) * 1_000 - 1
    candles.push([at * 1_000, '0', `${high}`, `${low}`, '0', '0', close, '0', 1, '0', '0', '0'])
  }
  return JSON.stringify(candles)
}

describe('the reference call on real markets', () => {
  it('SPEC §7 C55: contradicts no market that asks for a touch and was paid', function () {
    const folder = recordedData(this)
    const hours = readHours(join(folder, 'binance_klines_BTCUSDT_1h_20250519_20250921.csv'))
    const markets = linesOf(join(folder, 'e2e_btc_dev.jsonl')).map((line) => JSON.parse(line) as Market)
    let spoken = 0
    let silent = 0
    for (const market of markets.filter(({ kind }) => kind === 'binance_touch')) {
      const [metric, op] = market.direction.startsWith('reach') ? ['price_high', 'gte'] : ['price_low', 'lte']
      const round = Question.pose({
        question: `§question Will it?\n§rule\nsource:binance:BTCUSDT\nmetric:${metric}\nop:${op}\ntarget:${market.threshold}`,
        createdAt: secondsOf(market.window_start_et),
        deadline: secondsOf(market.window_end_et) + 60,
      })
      const { url } = Reference.plan(round, Reference.defaultBases)!
      const body = replyTo(url, hours)
      expect(body.length).to.be.at.most(100_000)
      const said = Reference.read(round, { status: 200, body }, round.deadline + 3_900)
      if (said === null) silent++
      else {
        spoken++
        expect(said.outcome, market.id).to.equal(market.resolvedOutcome.toUpperCase())
      }
    }
    console.log(`      ${spoken} markets told as they were paid, ${silent} left in doubt`)
    expect(spoken).to.be.above(40)
  })
})
