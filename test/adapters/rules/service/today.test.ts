import { expect } from 'chai'
import { type AskToday, makeToday, todayReport } from '../../../../adapters/rules/service/today.ts'
import type { Rule } from '../../../../protocol/index.ts'
import { DryRun, UnsupportedRequirementError } from '../../../../protocol/source/index.ts'
import { authorization, describeWorlds } from './world.ts'

const bitcoin = { source: 'coingecko:bitcoin', metric: 'market_cap', op: 'gte', target: '5' }
const observedAt = 1_771_632_000

function asking(answers: (rule: Rule.Rule) => string | null = () => '7') {
  const asked: string[] = []
  const ask: AskToday = async (rule, now) => {
    asked.push(`${rule.source} ${rule.metric}`)
    const value = answers(rule)
    return DryRun.ofSample(rule, now - 4_000, value === null ? null : { observedAt, value })
  }
  return { ask, asked }
}

async function refusal(
  work: () => Promise<unknown>,
): Promise<{ reason: string; shortMessage: string; retryAfter?: number }> {
  try {
    await work()
  } catch (error) {
    return error as never
  }
  throw new Error('It was expected to be refused.')
}

describe('what a source says today', () => {
  let clock: number
  const limits = { perMinute: 3, totalPerMinute: 5 }
  const make = (ask: AskToday, more: Partial<typeof limits> = {}) =>
    makeToday({ ask, now: () => clock, ...limits, ...more })
  beforeEach(() => {
    clock = 1_771_668_000_000
  })

  it('B8: gives the value and what a market would end as', async () => {
    const { ask, asked } = asking()
    const report = await make(ask)('me', bitcoin)
    expect(todayReport.parse(report)).to.deep.equal(report)
    expect(report).to.include({ kind: 'answered', value: '7', outcome: 'YES' })
    expect(asked).to.deep.equal(['coingecko:bitcoin market_cap'])
  })

  it('asks a source once a minute for all rules about the same value, and compares for each', async () => {
    const { ask, asked } = asking()
    const today = make(ask)
    expect((await today('a', bitcoin)).outcome).to.equal('YES')
    expect((await today('b', { ...bitcoin, op: 'lt' })).outcome).to.equal('NO')
    const plain = await today('c', { source: 'CoinGecko:bitcoin', metric: 'market_cap' })
    expect([plain.value, plain.outcome]).to.deep.equal(['7', null])
    expect(plain.says).not.to.include('today the answer')
    expect(asked).to.have.length(1)
    await today('d', { ...bitcoin, source: 'coingecko:Bitcoin' })
    expect(asked, 'an asset of another spelling is asked for').to.have.length(2)
    clock += 60_000
    await today('a', bitcoin)
    expect(asked).to.have.length(3)
  })

  it('limits each caller, and all of them together', async () => {
    const { ask, asked } = asking()
    const today = make(ask)
    for (let i = 0; i < 3; i++) await today('a', bitcoin)
    expect(await refusal(() => today('a', bitcoin))).to.include({ reason: 'rate-limited', retryAfter: 20 })
    const coin = (i: number) => ({ ...bitcoin, source: `coingecko:coin-${i}` })
    for (let i = 0; i < 4; i++) await today(`caller ${i}`, coin(i))
    expect((await refusal(() => today('late', coin(9)))).reason).to.equal('rate-limited')
    expect(await today('later', coin(3)), 'what is known costs nothing').to.include({ value: '7' })
    expect(asked).to.have.length(5)
  })

  it('B8: refuses what nobody has, with the list of what there is, and asks no source', async () => {
    const { ask, asked } = asking()
    const today = make(ask, { perMinute: 60 })
    for (const [query, why] of [
      [{ source: 'nonsense:thing' }, /There are coingecko, binance/],
      [{ source: 'coingecko:bitcoin', metric: 'tvl' }, /It has price_<currency>, market_cap/],
      [{ source: 'manual' }, /no source/],
      [{ source: 'coingecko:bitcoin', op: 'gte' }, /together/],
      [{ source: 'coingecko:bitcoin', op: 'about', target: '1' }, /gte, lte/],
      [{ source: 'coingecko:bitcoin', tolerance: '99999999' }, /tolerance/],
      [{}, /source/],
      [{ ...bitcoin, more: '1' }, /more/],
    ] as const) {
      const { reason, shortMessage } = await refusal(() => today('me', query))
      expect(reason, JSON.stringify(query)).to.equal('schema-mismatch')
      expect(shortMessage, JSON.stringify(query)).to.match(why)
    }
    expect(asked).to.deep.equal([])
  })

  it('says what is wrong with a source, and asks again where asking itself failed', async () => {
    const error = new UnsupportedRequirementError('coingecko', 'it is not there.')
    const refused = await make(async () => ({ kind: 'refused', deadline: 1, error }))('me', bitcoin)
    expect(refused).to.include({ kind: 'refused', value: null, outcome: null })
    let calls = 0
    const today = make(async () => {
      calls++
      throw new TypeError('ours')
    })
    await refusal(() => today('me', bitcoin))
    await refusal(() => today('me', bitcoin))
    expect(calls).to.equal(2)
  })

  it('keeps so many values and no more', async () => {
    const { ask, asked } = asking()
    const today = make(ask, { perMinute: 10_000, totalPerMinute: 10_000 })
    for (let i = 0; i <= 1_000; i++) await today('me', { ...bitcoin, source: `coingecko:coin-${i}` })
    await today('me', { ...bitcoin, source: 'coingecko:coin-1000' })
    expect(asked).to.have.length(1_001)
    await today('me', { ...bitcoin, source: 'coingecko:coin-0' })
    expect(asked).to.have.length(1_002)
  })
})

describeWorlds('the public door to sources', (world) => {
  const path = '/v1/sources/today?source=coingecko:bitcoin&metric=market_cap&op=lt&target=5'

  it('B8: answers anyone without a token, pages of other origins too, and not too often', async () => {
    const { ask } = asking()
    const { url } = await world().start({ today: { serve: true, perMinute: 2 } }, { askToday: ask })
    const reply = await fetch(`${url}${path}`, { headers: { origin: 'https://page.example' } })
    expect(reply.status).to.equal(200)
    expect(reply.headers.get('access-control-allow-origin')).to.equal('*')
    expect(reply.headers.get('cache-control')).to.equal('public, max-age=60')
    expect(await reply.json()).to.include({ kind: 'answered', value: '7', outcome: 'NO' })
    const wrong = await fetch(`${url}/v1/sources/today?source=nonsense:thing`)
    expect([wrong.status, await wrong.text()]).to.satisfy(
      ([status, text]: [number, string]) => status === 400 && text.includes('There are coingecko'),
    )
    const often = await fetch(`${url}${path}`, { headers: authorization })
    expect([often.status, often.headers.has('retry-after')]).to.deep.equal([429, true])
    expect(often.headers.get('access-control-allow-origin')).to.equal('*')
  })

  it('is closed where Gamma is one’s own, and where nobody can ask', async () => {
    const { ask, asked } = asking()
    const { url } = await world().start({}, { askToday: ask })
    expect((await fetch(`${url}${path}`)).status).to.equal(404)
    const other = await world().start({ today: { serve: true } })
    expect((await fetch(`${other.url}${path}`)).status).to.equal(404)
    expect(asked).to.deep.equal([])
  })
})
