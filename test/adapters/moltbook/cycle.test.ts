import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { create, cycle, draft, linkOnChain, MarketBook, type Step } from '../../../adapters/moltbook/index.ts'
import { openResolving } from '../../../cli/moltbook/resolving.ts'
import { sourcesConfig } from '../../../cli/source/sourcesConfig.ts'
import { say } from '../../../local/moltbook/people.ts'
import { priceText } from '../../../local/sources/makePrices.ts'
import { Address, Hash, Instant, Proof, Rule, Verification, type Vote } from '../../../protocol/index.ts'
import {
  began,
  btc,
  commitAll,
  createMarket,
  day,
  deadline,
  goTo,
  manual,
  marketsIn,
  questionOf,
  type Stage,
  setStage,
  steps,
  submolt,
  visible,
} from './stage.ts'

describe('cycle', () => {
  let stage: Stage
  beforeEach(async () => {
    stage = await setStage()
  })
  afterEach(() => stage.close())

  /** A market with commitments, an hour after its deadline and the tolerance of its source. */
  async function dueMarket(raw = btc()) {
    const market = await stage.use((adapter) => createMarket(adapter, raw))
    commitAll(stage, market.moltbook_post_id)
    goTo(stage, deadline + 7_500)
    return market
  }

  it('S0-31 S0-39 S0-40 S0-41 S0-42 S0-79: sync, resolve, post: the whole cycle, with everything that is promised', async () => {
    const { id } = await dueMarket()
    const found = await stage.use((adapter) => cycle(adapter))
    expect(found.map(({ step }) => step)).to.deep.equal(['sync', 'resolve', 'post', 'status'])
    await stage.use(async (adapter) => {
      const market = marketsIn(adapter)[id]!
      expect(market).to.include({ status: 'settled', outcome: 'YES' })
      expect(
        market.commitments.map(({ agent, position, confidence }) => [agent, position, confidence]),
      ).to.deep.equal([
        ['Minara', 'YES', 80],
        ['CyberKyle', 'NO', 70],
      ])
      const [comment] = visible(stage).comments
      const { response_hash, por_root } = market.outcome_evidence!
      for (const word of ['Resolved: YES', String(market.outcome_value), response_hash!, por_root!, id])
        expect(comment!.content).to.contain(word)
      expect(comment!.postId).to.equal(market.moltbook_post_id)
      expect(market.resolution_comment_id).to.equal(comment!.id)
    })
  })

  it('S0-2 C54: the value is the first sample at or after the deadline, not the one of now', async () => {
    const { id } = await dueMarket()
    goTo(stage, deadline + 3 * day)
    await stage.use((adapter) => cycle(adapter))
    const market = await stage.use(async (adapter) => marketsIn(adapter)[id]!)
    const observed = Instant.parse(market.outcome_evidence!.observed_at!)
    expect(observed).to.be.within(deadline, deadline + 300)
    expect(String(market.outcome_value)).to.equal(
      priceText(stage.sources.prices('bitcoin', observed)).replace(/0+$/, ''),
    )
  })

  it('S0-2 S0-58: the proof is kept, holds, and shows the very reply whose hash is the evidence', async () => {
    const { id } = await dueMarket()
    await stage.use((adapter) => cycle(adapter))
    await stage.use(async (adapter) => {
      const { response_hash, por_root } = marketsIn(adapter)[id]!.outcome_evidence!
      const text = readFileSync(join(adapter.files.proofs, `${por_root}.json`), 'utf8')
      const proof = Proof.schema.parse(JSON.parse(text))
      expect(Verification.verifyPorBundle(proof).ok).to.equal(true)
      expect(Hash.ofText(proof.evidence.items[0]!.content)).to.equal(response_hash)
    })
  })

  it('S0-42: deterministic: two accounts that never met come to the same outcome, value and evidence', async () => {
    const other = await setStage()
    try {
      const ends: unknown[] = []
      for (const one of [stage, other]) {
        const market = await one.use((adapter) => createMarket(adapter))
        goTo(one, deadline + 7_500)
        await one.use((adapter) => cycle(adapter))
        const { outcome, outcome_value, outcome_evidence } = await one.use(
          async (a) => marketsIn(a)[market.id]!,
        )
        ends.push({
          outcome,
          outcome_value,
          hash: outcome_evidence!.response_hash,
          at: outcome_evidence!.observed_at,
        })
      }
      expect(ends[0]).to.deep.equal(ends[1])
    } finally {
      await other.close()
    }
  })

  it('S0-31: a second cycle finds nothing to do; after the window the market is final', async () => {
    const { id } = await dueMarket()
    await stage.use((adapter) => cycle(adapter))
    const posted = stage.moltbook.log.filter(({ method }) => method === 'POST').length
    expect(await stage.use((adapter) => cycle(adapter))).to.deep.equal([])
    stage.moltbook.advance(7_200)
    expect(await stage.use((adapter) => cycle(adapter))).to.deep.equal([
      { step: 'status', id, status: 'finalized' },
    ])
    stage.moltbook.advance(30 * day)
    expect(await stage.use((adapter) => cycle(adapter))).to.deep.equal([])
    expect(stage.moltbook.log.filter(({ method }) => method === 'POST').length).to.equal(posted)
  })

  it('S0-31: a dry run is a plan with everything in it, and changes neither files nor Moltbook', async () => {
    await dueMarket()
    const files = await stage.use(async ({ files }) => files)
    const before = [readFileSync(files.markets, 'utf8'), readFileSync(files.ledger, 'utf8')]
    const posted = stage.moltbook.log.filter(({ method }) => method === 'POST').length
    const plan = await stage.use((adapter) => cycle(adapter), { isReadOnly: true })
    expect(plan.map(({ step }) => step)).to.deep.equal(['sync', 'resolve', 'post', 'status'])
    expect([readFileSync(files.markets, 'utf8'), readFileSync(files.ledger, 'utf8')]).to.deep.equal(before)
    expect(stage.moltbook.log.filter(({ method }) => method === 'POST').length).to.equal(posted)
    const done = await stage.use((adapter) => cycle(adapter))
    const withoutIds = (all: readonly Step[]) =>
      all.map((one) => ({ ...one, comment_id: null, por_root: null, content: null }))
    expect(withoutIds(plan)).to.deep.equal(withoutIds(done))
  })

  it('before the deadline, and before the source is final, it waits', async () => {
    const { moltbook_post_id } = await stage.use((adapter) => createMarket(adapter))
    say(stage.moltbook.world, 'Early', moltbook_post_id, '[COMMIT] YES 70%', { at: began + 60 })
    goTo(stage, deadline - 1)
    expect((await stage.use((adapter) => cycle(adapter))).map(({ step }) => step)).to.deep.equal(['sync'])
  })

  it('C35: a source that is away is asked again with each cycle; after a day and more of silence it is INVALID', async () => {
    const { id } = await dueMarket()
    const config = sourcesConfig.parse({
      sources: { ...stage.config.sources, baseUrls: { coingecko: 'http://127.0.0.1:9/api/v3' } },
    })
    const resolving = openResolving(config)
    const first = await stage.use((adapter) => cycle(adapter), { resolving })
    expect(steps(first, 'wait').map(({ why }) => why)).to.deep.equal([
      'no source gave anything. 127.0.0.1:9 could not be asked: ECONNREFUSED.',
    ])
    goTo(stage, deadline + 3 * day)
    const last = await stage.use((adapter) => cycle(adapter), { resolving })
    expect(steps(last, 'resolve')[0]).to.include({ outcome: 'INVALID', por_root: null })
    const market = await stage.use(async (adapter) => marketsIn(adapter)[id]!)
    expect(market).to.include({ status: 'invalid', outcome: null })
    expect(visible(stage).comments[0]!.content).to.contain('Resolved: INVALID')
  })

  it('S0-40: a second provider that is far off makes the market INVALID; one that agrees does not', async () => {
    const panel = (toleranceBps: number) =>
      openResolving({
        ...stage.config,
        panel: { toleranceBps, pairs: { 'coingecko:bitcoin:price_usd': 'binance:BTCUSDT:price' } },
      })
    const { id } = await dueMarket()
    await stage.use((adapter) => cycle(adapter), { resolving: panel(0) })
    expect((await stage.use(async (adapter) => marketsIn(adapter)[id]!)).status).to.equal('invalid')
    const later = deadline + 7 * day
    const next = await stage.use((adapter) => createMarket(adapter, btc('61000'), later))
    goTo(stage, later + 7_500)
    await stage.use((adapter) => cycle(adapter), { resolving: panel(200) })
    expect((await stage.use(async (adapter) => marketsIn(adapter)[next.id]!)).status).to.equal('settled')
  })

  it('C67: a rule for zkTLS alone is INVALID where nothing proves it, and never decided by less', async () => {
    const rule = { source: 'coingecko:bitcoin', op: 'gte', target: '60000', resolver: 'brevis:zktls' }
    const { id } = await dueMarket(questionOf(rule))
    await stage.use((adapter) => cycle(adapter))
    expect((await stage.use(async (adapter) => marketsIn(adapter)[id]!)).status).to.equal('invalid')
  })

  it('B8: a market of old whose provider nobody has stays readable, and ends as invalid', async () => {
    const { id, ...market } = await stage.use((adapter) => createMarket(adapter))
    const question_raw = btc().replace('coingecko:bitcoin', 'kraken:xbt\nmetric:price')
    const rule = { ...market.rule, source: 'kraken:xbt', metric: 'price' }
    await stage.use(async ({ files }) => {
      const book = { version: 2 as const, markets: { [id]: { ...market, id, question_raw, rule } } }
      writeFileSync(files.markets, MarketBook.toText(book))
    })
    goTo(stage, deadline + 7_500)
    await stage.use((adapter) => cycle(adapter))
    expect((await stage.use(async (adapter) => marketsIn(adapter)[id]!)).status).to.equal('invalid')
  })

  it('S0-67 C24: an unresolvable market goes open → resolved → invalid, in two writes', async () => {
    const rule = { source: 'coingecko:bitcoin', op: 'gte', target: '60000', resolver: 'brevis:zktls' }
    const { id } = await dueMarket(questionOf(rule))
    const seen: string[] = []
    const adapter = stage.open({
      checkpoint: (step) => {
        if (step === 'book:saved') seen.push(marketsIn(adapter)[id]!.status)
      },
    })
    await cycle(adapter)
    adapter.close()
    expect(seen).to.deep.equal(['open', 'resolved', 'invalid'])
  })

  it('a manual market waits for its resolver, whose decision and reasons are posted', async () => {
    const { id } = await dueMarket(manual())
    const waiting = await stage.use((adapter) => cycle(adapter))
    expect(steps(waiting, 'wait')[0]).to.include({ id })
    const decisions = new Map([[id, { outcome: 'NO' as const, note: 'Nothing was announced.', uri: null }]])
    await stage.use((adapter) => cycle(adapter, { decisions }))
    const market = await stage.use(async (adapter) => marketsIn(adapter)[id]!)
    expect(market).to.include({ status: 'settled', outcome: 'NO', outcome_value: null })
    expect(visible(stage).comments[0]!.content).to.contain('Nothing was announced.')
  })

  it('a market whose comments cannot be read is not resolved before they were', async () => {
    await dueMarket()
    stage.moltbook.fail({ method: 'GET', path: /comments$/, what: 500, isDone: false })
    const found = await stage.use((adapter) => cycle(adapter))
    expect(found.map(({ step }) => step)).to.deep.equal(['problem'])
    expect(steps(await stage.use((adapter) => cycle(adapter)), 'resolve')).to.have.length(1)
  })

  it('what fails for one market does not keep the others from their turn', async () => {
    const { world } = stage.moltbook
    const first = await stage.use((adapter) => createMarket(adapter, btc('60000')))
    stage.moltbook.advance(1_801)
    const second = await stage.use((adapter) => createMarket(adapter, btc('61000')))
    world.posts.get(first.moltbook_post_id)!.isDeleted = true
    goTo(stage, deadline + 7_500)
    const found = await stage.use((adapter) => cycle(adapter))
    expect(steps(found, 'problem').map((one) => 'id' in one && one.id)).to.deep.equal([first.id])
    const markets = await stage.use(async (adapter) => marketsIn(adapter))
    expect([markets[first.id]!.status, markets[second.id]!.status]).to.deep.equal(['resolved', 'settled'])
  })

  it('C58: a resolution that Moltbook will not take is tried three times; after that it is no news any more', async () => {
    const { id, moltbook_post_id } = await dueMarket()
    stage.moltbook.world.posts.get(moltbook_post_id)!.isDeleted = true
    const seen: string[] = []
    for (let i = 0; i < 5; i++) {
      const found = await stage.use((adapter) => cycle(adapter))
      seen.push(found.find((one) => ['problem', 'given-up'].includes(one.step))!.step)
      stage.moltbook.advance(1_801)
    }
    expect(seen).to.deep.equal(['problem', 'problem', 'problem', 'given-up', 'given-up'])
    expect((await stage.use(async (adapter) => marketsIn(adapter)[id]!)).status).to.equal('resolved')
  })

  it('C24: a linked market waits for its twin, is final with it, and never against it', async () => {
    const { id } = await dueMarket()
    const link = {
      chain_id: 31_337,
      contract: Address.of(`0x${'c0'.repeat(20)}`),
      market_id: '7',
      transaction: null,
    }
    await stage.use(async (adapter) => linkOnChain(adapter, id, link))
    await stage.use((adapter) => cycle(adapter))
    stage.moltbook.advance(7_201)
    const endingAs = (outcome: Vote.Outcome | null) =>
      stage.use((adapter) => cycle(adapter, { twin: async () => outcome }))
    expect(await endingAs(null)).to.deep.equal([
      { step: 'wait', id, why: 'its twin on chain 31337 is not final yet' },
    ])
    for (const other of ['NO', 'INVALID'] as const)
      expect((await endingAs(other)).map((one) => 'error' in one && one.error)).to.deep.equal([
        'Moltbook.OtherOutcome',
      ])
    expect(await endingAs('YES')).to.deep.equal([{ step: 'status', id, status: 'finalized' }])
  })

  it('C60: many resolutions at once keep their distance, without one 429', async () => {
    for (let i = 0; i < 5; i++) {
      await stage.use((adapter) => createMarket(adapter, btc(String(60_000 + i))))
      stage.moltbook.advance(1_801)
    }
    goTo(stage, deadline + 7_500)
    await stage.use((adapter) => cycle(adapter))
    expect(visible(stage).comments).to.have.length(5)
    expect(stage.moltbook.log.some(({ status }) => status === 429)).to.equal(false)
  })

  it('C54: a high is that of the whole time from creation to deadline', async () => {
    const rule = { source: 'coingecko:bitcoin', metric: 'price_usd_high', op: 'gte', target: '1' }
    const raw = questionOf(rule, 'Will BTC hit $1 by then?')
    const until = began + 6 * 3_600
    const market = await stage.use(async (adapter) => {
      const drafted = await draft(adapter, { raw, deadline: until, submolt })
      expect(drafted.warnings).to.deep.equal([])
      return create(adapter, drafted)
    })
    goTo(stage, until + 7_500)
    await stage.use((adapter) => cycle(adapter))
    const { outcome_evidence } = await stage.use(async (adapter) => marketsIn(adapter)[market.id]!)
    expect(Rule.isExtreme('price_usd_high')).to.equal(true)
    expect(Instant.parse(outcome_evidence!.observed_at!)).to.be.within(began, until)
  })
})
