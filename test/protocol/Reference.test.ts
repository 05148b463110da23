import { expect } from 'chai'
import fc from 'fast-check'
import { Instant, Question, Reference, Rule } from '../../protocol/index.ts'
import { binance, defillama } from '../../protocol/source/index.ts'
import { coingecko } from '../../workers/source/coingecko.ts'
import * as Registry from '../../workers/source/Registry.ts'
import { budget } from '../helpers/budget.ts'

const deadline = Instant.parse('2026-02-20T23:59:00Z')
const createdAt = deadline - 7 * 86_400
const late = deadline + 30 * 86_400

const asked = (...lines: string[]) =>
  Question.pose({
    question: `§question Will it?\n§rule\n${lines.join('\n')}`,
    createdAt,
    deadline,
  })
const bitcoin = asked('source:coingecko:bitcoin', 'op:gte', 'target:75000')
const urlOf = (round: Reference.Asked, bases = Reference.defaultBases) =>
  Reference.plan(round, bases)?.url ?? null

const at = (seconds: number) => `${(deadline + seconds) * 1_000}`
const chart = (prices: string) => `{"prices":${prices},"market_caps":[],"total_volumes":[]}`
const says = (round: Reference.Asked, body: string, now = late, status = 200) =>
  Reference.read(round, { status, body }, now)

const registry = Registry.of(coingecko(), binance(), defillama())
function asWorker({ parsed: { rule }, createdAt, deadline }: Reference.Asked) {
  const source = Registry.sourceFor(registry, rule)
  return { rule, source, requirement: Registry.requirementOf(rule, { created: createdAt, deadline }) }
}

describe('Reference.plan', () => {
  it('SPEC §7: asks for what a worker asks for', () => {
    const rounds = [
      bitcoin,
      asked('source:CoinGecko:Bitcoin', 'metric:market_cap_eur_high', 'op:lt', 'target:1'),
      asked('source:binance:btcusdt', 'op:gt', 'target:1', 'tolerance:3600'),
      asked('source:defillama:aave', 'op:gte', 'target:5'),
      asked('source:defillama:chain:BNB%20Chain', 'metric:tvl_high', 'op:gte', 'target:5'),
    ]
    for (const round of rounds) {
      const { source, requirement } = asWorker(round)
      expect(urlOf(round), round.question).to.equal(source.plan(requirement).url)
    }
  })

  it('S0-17: asks nobody about a manual rule', () => {
    expect(urlOf(asked('source:manual', 'resolver:creator'))).to.equal(null)
  })

  it('asks nobody about a rule that cannot be read, or is of another deadline', () => {
    for (const lines of [
      ['source:coingecko:bitcoin', 'op:gte'],
      ['source:coingecko:bitcoin', 'op:around', 'target:75000'],
      ['source:coingecko:bitcoin', 'source:coingecko:ethereum', 'op:gte', 'target:1'],
      ['source:coingecko:bitcoin', 'op:gte', 'target:75000', 'deadline:2026-02-21T23:59:00Z'],
    ])
      expect(urlOf(asked(...lines)), lines.join(' ')).to.equal(null)
    for (const question of ['', '§', '§question Will it?', 'Will it?', '\ud800'])
      expect(urlOf(Question.pose({ ...bitcoin, question })), question).to.equal(null)
    const fitting = ['source:coingecko:bitcoin', 'op:gte', 'target:1', 'deadline:2026-02-20T23:59:00Z']
    expect(urlOf(asked(...fitting))).to.be.a('string')
  })

  it('asks nobody for what no provider has', () => {
    for (const source of ['polymarket:1', 'http:x', 'constructor:x', '__proto__:x', 'toString:x'])
      expect(urlOf(asked(`source:${source}`, 'metric:m', 'op:gte', 'target:1')), source).to.equal(null)
    for (const source of ['coingecko:../ping', 'coingecko:a/b', 'binance:BTC-USDT', 'defillama:a?b'])
      expect(urlOf(asked(`source:${source}`, 'op:gte', 'target:1')), source).to.equal(null)
    const odd = asked('source:coingecko:bitcoin', 'metric:price_usd&x=1', 'op:gte', 'target:1')
    expect(urlOf(odd)).to.equal(null)
  })

  it('asks at the base that is configured, and no provider that is not', () => {
    expect(urlOf(bitcoin, { coingecko: 'http://127.0.0.1:9' })).to.match(
      /^http:\/\/127\.0\.0\.1:9\/coins\/bitcoin\//,
    )
    expect(urlOf(bitcoin, {})).to.equal(null)
    expect(urlOf(bitcoin, { binance: 'http://127.0.0.1:9' })).to.equal(null)
  })

  it('never asks Binance for more candles than a reply to the DON can hold', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 600 * 86_400 }), (age) => {
        const round = {
          ...asked('source:binance:BTCUSDT', 'metric:price_high', 'op:gt', 'target:1'),
          createdAt: deadline - age,
        }
        const limit = /&limit=(\d+)$/.exec(urlOf(round) ?? '&limit=0')?.[1]
        expect(Number(limit)).to.be.at.most(500)
        expect(urlOf(round) === null).to.equal(age > 500 * 86_400)
      }),
    )
  })
})

describe('Reference.read', () => {
  it('SPEC §7: says what the first sample in the window decides', () => {
    expect(says(bitcoin, chart(`[[${at(-1)},80000],[${at(9)},74999.99],[${at(300)},80000]]`))).to.deep.equal({
      outcome: 'NO',
      observedAt: deadline + 9,
      value: '74999.99',
    })
    expect(says(bitcoin, chart(`[[${at(9)},7.5e4]]`))).to.deep.equal({
      outcome: 'YES',
      observedAt: deadline + 9,
      value: '75000',
    })
  })

  it('C32: compares exactly, where a double would not', () => {
    const exact = asked('source:coingecko:bitcoin', 'op:eq', 'target:0.100000000000000001')
    expect(says(exact, chart(`[[${at(0)},0.100000000000000001]]`))?.outcome).to.equal('YES')
    expect(says(exact, chart(`[[${at(0)},0.1]]`))?.outcome).to.equal('NO')
  })

  it('takes silence for silence: providers thin out old points', () => {
    expect(says(bitcoin, chart('[]'))).to.equal(null)
    expect(says(bitcoin, chart(`[[${at(5)},null],[${at(3_901)},1]]`))).to.equal(null)
  })

  it('says nothing for a reply that is none', () => {
    const good = chart(`[[${at(9)},1]]`)
    for (const status of [0, 199, 301, 304, 404, 429, 500, Number.NaN])
      expect(says(bitcoin, good, late, status), String(status)).to.equal(null)
    for (const body of ['', '<html>', '{}', '[]', 'null', good.slice(1), `${good}x`, '['.repeat(100_000)])
      expect(says(bitcoin, body), body.slice(0, 20)).to.equal(null)
    const twice = good.replace('{', '{"prices":[],')
    expect(says(bitcoin, twice), 'a key twice').to.equal(null)
  })

  it('says nothing as long as it can still change', () => {
    const body = chart(`[[${at(9)},1]]`)
    expect(says(bitcoin, body, deadline + 8)).to.equal(null)
    expect(says(bitcoin, body, deadline + 9)?.outcome).to.equal('NO')
    expect(says(bitcoin, body, Number.NaN)).to.equal(null)
    const high = asked('source:coingecko:bitcoin', 'metric:price_usd_high', 'op:gte', 'target:5')
    const past = chart(`[[${at(-60)},9]]`)
    expect(says(high, past, deadline + 3_899), 'SPEC §1: the last points may be unpublished').to.equal(null)
    expect(says(high, past, deadline + 3_900)?.outcome).to.equal('YES')
  })

  it('says nothing of a candle until it is closed', () => {
    const price = asked('source:binance:BTCUSDT', 'op:gte', 'target:100')
    const body = `[[${deadline}000,"1","120","90","100.00","5",${deadline + 59}999,"0",1,"0","0","0"]]`
    expect(says(price, body, deadline + 59)).to.equal(null)
    expect(says(price, body, deadline + 60)).to.deep.equal({
      outcome: 'YES',
      observedAt: deadline + 59,
      value: '100.00',
    })
  })

  it('says nothing for a manual rule or an unknown provider, whatever the reply', () => {
    const body = chart(`[[${at(9)},1]]`)
    expect(says(asked('source:manual'), body)).to.equal(null)
    expect(says(asked('source:http:x', 'metric:m', 'op:gte', 'target:1'), body)).to.equal(null)
  })

  const time = fc.integer({ min: -600, max: 600 }).map((seconds) => (deadline + seconds) * 1_000)
  const price = fc.double({ min: -1e6, max: 1e6, noNaN: true })
  const number = fc.oneof({ weight: 20, arbitrary: price }, fc.double(), fc.constant(null), price.map(String))
  const points = fc.array(fc.tuple(time, number), { maxLength: 3 })
  const candle = fc.tuple(time, price, price, price).map(([open, high, low, last]) => {
    const start = Math.floor(open / 60_000) * 60_000
    return [start, '0', `${high}`, `${low}`, `${last}`, '0', start + 59_999]
  })
  const dates = time.map((milliseconds) => milliseconds / 1_000 + 60)
  const days = fc.array(fc.record({ date: dates, tvl: number }), { maxLength: 4 })
  const replies: Record<string, fc.Arbitrary<unknown>> = {
    'coingecko:bitcoin': fc.record({ prices: points, market_caps: points, total_volumes: points }),
    'binance:BTCUSDT': fc.array(candle, { maxLength: 4 }),
    'defillama:chain:Ethereum': days,
    'defillama:aave': fc.record({ name: fc.string(), tvl: days }),
  }
  const metrics: Record<string, string> = { c: 'price_usd', b: 'price', d: 'tvl' }
  const texts = fc.oneof(fc.anything(), ...Object.values(replies)).map((value) => JSON.stringify(value) ?? '')
  const rounds = fc
    .record({
      source: fc.constantFrom(...Object.keys(replies)),
      choice: fc.constantFrom('', '_high', '_low'),
      op: fc.constantFrom('gte', 'lte', 'gt', 'lt', 'eq'),
      target: fc.integer({ min: -1e6, max: 1e6 }),
    })
    .chain(({ source, choice, op, target }) => {
      const metric = `${metrics[source[0]!]}${choice}`
      const lines = [`source:${source}`, `metric:${metric}`, `op:${op}`, `target:${target}`]
      // A minute's candle is what both ask for in a window this short.
      const round = { ...asked(...lines), createdAt: deadline - 600 }
      const body = replies[source]!.map((value) => JSON.stringify(value))
      return fc.tuple(fc.constant(round), fc.oneof({ weight: 9, arbitrary: body }, texts))
    })

  it('SPEC §7: reads every reply as a worker does, and is silent where that is in doubt', () => {
    let spoken = 0
    const property = fc.property(rounds, ([round, body]) => {
      const said = says(round, body)
      const { rule, source, requirement } = asWorker(round)
      let sample: ReturnType<typeof source.read> = null
      try {
        sample = source.read(body, requirement)
      } catch {
        // Doubt, as the expectation below has it.
      }
      if (said !== null) spoken++
      if (sample === null) expect(said).to.equal(null)
      else expect(said).to.deep.equal({ ...sample, outcome: Rule.evaluate(rule, sample.value).outcome })
    })
    fc.assert(property, { numRuns: 2_000, seed: 7 })
    expect(spoken).to.be.above(300)
  })

  it('SPEC §7: with fewer candles than a worker asks for, sees the same extreme or none', () => {
    const round = asked('source:binance:BTCUSDT', 'metric:price_high', 'op:gt', 'target:500')
    const { source, requirement } = asWorker(round)
    const lengthOf = (url: string) => /interval=(\d+)m/.exec(url)![1]
    expect(lengthOf(source.plan(requirement).url)).to.equal('15')
    expect(lengthOf(urlOf(round)!)).to.equal('30')
    const start = Math.floor(createdAt / 1_800) * 1_800
    const candles = (highs: readonly number[], seconds: number) =>
      highs.map((high, i) => {
        const open = (start + i * seconds) * 1_000
        return [open, '0', `${high}`, '0', '0', '0', open + seconds * 1_000 - 1]
      })
    let spoken = 0
    const property = fc.property(
      fc.array(fc.tuple(fc.nat(1_000), fc.nat(1_000)), { minLength: 337, maxLength: 337 }),
      (pairs) => {
        const fine = JSON.stringify(candles(pairs.flat(), 900))
        const coarse = JSON.stringify(
          candles(
            pairs.map((pair) => Math.max(...pair)),
            1_800,
          ),
        )
        const said = says(round, coarse)
        if (said === null) return
        spoken++
        expect(said.value).to.equal(source.read(fine, requirement)?.value)
      },
    )
    fc.assert(property, { numRuns: 50 })
    expect(spoken).to.be.above(25)
  })

  it('never throws, whatever it is given', () => {
    const anyRound = fc.record({
      question: fc.oneof(fc.string({ unit: 'binary' }), fc.constant(bitcoin.question)),
      createdAt: fc.double(),
      deadline: fc.oneof(fc.double(), fc.constant(deadline)),
    })
    fc.assert(
      fc.property(anyRound, texts, fc.double(), fc.double(), (given, body, status, now) => {
        const round = Question.pose(given)
        says(round, body, now, status)
        Reference.plan(round, Reference.defaultBases)
        Reference.plan(round, {})
      }),
      { numRuns: budget(300, 5_000) },
    )
  })
})
