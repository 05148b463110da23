import { expect } from 'chai'
import { Question } from '../../../protocol/index.ts'
import { DryRun } from '../../../protocol/source/index.ts'
import { type Transport, TransportError } from '../../../services/fetch/Transport.ts'
import { dryRun, SourceConfig } from '../../../workers/source/index.ts'

const now = 1_771_668_000
const sources = SourceConfig.createRegistry(SourceConfig.schema.parse({}))
const ruleOf = (source: string, ...more: string[]) =>
  Question.parse(['§question Q', '§rule', `source:${source}`, ...more, 'op:gte', 'target:2'].join('\n')).rule
const run = (rule = ruleOf('coingecko:bitcoin'), transport: Transport) =>
  dryRun(rule, { sources, transport, now })
const says =
  (body: string, status = 200): Transport =>
  async () => ({ status, headers: {}, body, retrievedAt: now, method: 'GET' })
const chart = (at: number, value: number) =>
  JSON.stringify({ prices: [[at * 1_000, 1]], market_caps: [[at * 1_000, value]], total_volumes: [] })

describe('dryRun', () => {
  it('B8 S0-80: asks once, and says what a market with market_cap or tvl would end as today', async () => {
    const rule = ruleOf('coingecko:bitcoin', 'metric:market_cap')
    const { deadline } = DryRun.timesOf(rule, now)
    const urls: string[] = []
    const asked: Transport = (request) => {
      urls.push(request.url)
      return says(chart(deadline + 60, 3))(request)
    }
    expect(await run(rule, asked)).to.deep.equal({
      kind: 'answered',
      deadline,
      sample: { observedAt: deadline + 60, value: '3' },
      outcome: 'YES',
    })
    expect(urls).to.have.length(1)
    expect(urls[0]).to.include(`/coins/bitcoin/market_chart/range?vs_currency=usd&from=${deadline}`)
    const tvl = ruleOf('defillama:aave', 'metric:tvl')
    const day = Math.ceil(DryRun.timesOf(tvl, now).deadline / 86_400) * 86_400
    const daily = JSON.stringify({ name: 'Aave', tvl: [{ date: day, totalLiquidityUSD: 1.5 }] })
    expect(await run(tvl, says(daily))).to.include({ kind: 'answered', outcome: 'NO' })
  })

  it('no sample is silence', async () => {
    expect(await run(undefined, says(chart(1, 1)))).to.include({ kind: 'silent', isTelling: true })
  })

  it('what will not change by asking again is refused', async () => {
    const cases: [ReturnType<typeof ruleOf>, Transport][] = [
      [ruleOf('coingecko:no-such-coin'), says('{}', 404)],
      [ruleOf('coingecko:bitcoin', 'metric:price_xyz'), says('{}', 422)],
      [ruleOf('coingecko:../ping'), says('{}')],
      [ruleOf('binance:BTC-USDT'), says('[]')],
      [ruleOf('coingecko:bitcoin'), says('<html>')],
      [ruleOf('http:elbe', 'metric:level'), says('{}')],
      [
        ruleOf('defillama:lido'),
        async () => {
          throw new TransportError('too-large', 'It is longer than 1 MiB.')
        },
      ],
    ]
    for (const [rule, transport] of cases)
      expect((await run(rule, transport)).kind, rule.source!).to.equal('refused')
  })

  it('what says nothing of the rule is away: no network, a key that is missing, a busy provider, no recording', async () => {
    for (const status of [401, 403, 429, 451, 500, 503])
      expect((await run(undefined, says('{}', status))).kind, `${status}`).to.equal('away')
    for (const code of ['connection', 'timeout', 'forbidden', 'not-recorded'] as const) {
      const fails: Transport = async () => {
        throw new TransportError(code, 'It did not work.')
      }
      expect((await run(undefined, fails)).kind, code).to.equal('away')
    }
  })

  it('error: what is no fault of a source is thrown on', async () => {
    const broken: Transport = async () => {
      throw new TypeError('ours')
    }
    let error: unknown
    await run(undefined, broken).catch((caught) => {
      error = caught
    })
    expect(error).to.be.instanceOf(TypeError)
  })
})
