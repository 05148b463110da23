import { expect } from 'chai'
import { coins, gauges, locked } from '../../../local/sources/assets.ts'
import { callersKey, keyHeader, type Sources, startSources } from '../../../local/sources/startSources.ts'
import { firstDay } from '../../../local/startChain.ts'
import { sourcesConfig } from '../../../local/workers/workerConfig.ts'
import { Address, Hash, Question } from '../../../protocol/index.ts'
import {
  createVerifiers,
  fetchEvidence,
  proveBySignature,
  proveBySignedSample,
  Registry,
  SourceConfig,
  verifyProvenance,
} from '../../../workers/source/index.ts'

const register = { chainId: 31_337, address: Address.of(`0x${'11'.repeat(20)}`) }
const deadline = firstDay + 86_400
const env = { SOURCE_KEY: callersKey }

const ruleOf = (source: string, more = '') =>
  Question.validate(`§question Is it?\n§rule\nsource:${source}\n${more}op:gte\ntarget:1`).rule

describe('the local sources', () => {
  let sources: Sources
  let config: SourceConfig.Config
  before(async () => {
    sources = await startSources({ seed: 3, around: firstDay, register })
    config = SourceConfig.schema.parse(sourcesConfig(sources))
  })
  after(() => sources.stop())

  const keys = () => ({
    ...register,
    keyOf: async () => Address.of(sources.observer),
  })

  function fetchOf(source: string, more = '', prove = proveBySignedSample(keys())) {
    const requirement = Registry.requirementOf(ruleOf(source, more), { created: firstDay, deadline })
    const found = Registry.sourceFor(SourceConfig.createRegistry(config), requirement)
    const transport = SourceConfig.createTransport(config, env)
    return fetchEvidence(found, requirement, transport, { evidenceId: 'e', prove })
  }

  it('speak as CoinGecko, Binance and DefiLlama do, so that workers read them', async () => {
    const names = [
      ...coins.flatMap(({ id, symbol }) => [`coingecko:${id}`, `binance:${symbol}`]),
      ...locked.map(({ asset }) => `defillama:${asset}`),
    ]
    for (const name of names) {
      const { normalized } = await fetchOf(name)
      expect(Number(normalized!.value), name).to.be.greaterThan(0)
    }
  })

  it('AUDIT B2: publish nothing of what is yet to come, where they are told the time', async () => {
    let upTo = deadline - 1
    const punctual = await startSources({
      seed: 3,
      around: firstDay,
      register,
      publishedUpTo: async () => upTo,
    })
    try {
      const own = SourceConfig.schema.parse(sourcesConfig(punctual))
      const names = [
        `coingecko:${coins[0]!.id}`,
        `binance:${coins[0]!.symbol}`,
        `defillama:${locked[0]!.asset}`,
      ]
      const values = () =>
        Promise.all(
          names.map(async (name) => {
            const requirement = Registry.requirementOf(ruleOf(name), { created: firstDay, deadline })
            const found = Registry.sourceFor(SourceConfig.createRegistry(own), requirement)
            const transport = SourceConfig.createTransport(own, env)
            const { normalized } = await fetchEvidence(found, requirement, transport, { evidenceId: 'e' })
            return normalized?.value ?? null
          }),
        )
      expect(await values()).to.deep.equal([null, null, null])
      upTo = deadline + 600
      const later = await values()
      upTo = deadline + 3_600
      expect(await values(), 'an hour later it is the same').to.deep.equal(later)
      for (const value of later) expect(Number(value)).to.be.greaterThan(0)
    } finally {
      await punctual.stop()
    }
  })

  it('sign the sample that counts as the contract takes it, under one key', async () => {
    const verifiers = createVerifiers({ sourceKeys: keys() })
    for (const name of ['coingecko:bitcoin', 'binance:BTCUSDT']) {
      const item = await fetchOf(name)
      expect(item.provenance, name).to.include({ kind: 'signature', tier: 1 })
      expect(item.source.source_id).to.equal(
        Hash.ofText(name === 'coingecko:bitcoin' ? 'coingecko:bitcoin:price_usd' : 'binance:btcusdt:price'),
      )
      expect(await verifyProvenance(item, verifiers)).to.deep.equal({ tier: 1, finding: null })
    }
  })

  it('sign each reply as it is, where no single sample is asked for', async () => {
    const item = await fetchOf('defillama:aave', '', proveBySignature([sources.publicKey]))
    expect(item.provenance.tier).to.equal(1)
    const verifiers = createVerifiers({ keys: [sources.publicKey] })
    expect(await verifyProvenance(item, verifiers)).to.deep.equal({ tier: 1, finding: null })
  })

  it('agree where they should, and contradict each other where a story needs it', async () => {
    const value = async (name: string, more = '') => Number((await fetchOf(name, more)).normalized!.value)
    for (const { id, symbol } of coins) {
      const [one, other] = [await value(`coingecko:${id}`), await value(`binance:${symbol}`)]
      expect(Math.abs(one / other - 1), id).to.be.lessThan(0.005)
    }
    for (const { id } of gauges) {
      const measured = await value(`http:gauge/${id}`, 'metric:level\n')
      const written = await value(`web:bulletin/${id}`, 'metric:level\n')
      expect(Math.abs(measured / written - 1), id).to.be.greaterThan(0.1)
    }
  })

  it('turn away callers without a key when they are busy', async () => {
    const path = '/api/v3/coins/solana/market_chart/range?vs_currency=usd&from=1748908800&to=1748912700'
    const statusOf = async (headers: Record<string, string>) =>
      (await fetch(`${sources.url}${path}`, { headers })).status
    expect(await statusOf({})).to.equal(200)
    sources.busy.add('solana')
    expect(await statusOf({})).to.equal(429)
    expect(await statusOf({ [keyHeader]: callersKey })).to.equal(200)
  })

  it('answer nonsense with a 404', async () => {
    const paths = [
      '/',
      '/api/v3/coins/nothing/market_chart/range?from=1&to=2',
      '/gauge/dresden',
      '/protocol/x',
    ]
    const endless = '/api/v3/klines?symbol=BTCUSDT&startTime=0&endTime=1748908800000'
    for (const path of [...paths, endless])
      expect((await fetch(`${sources.url}${path}`)).status, path).to.equal(404)
  })

  it('have other prices for another seed, and the same for the same', async () => {
    const [other, same] = await Promise.all(
      [4, 3].map((seed) => startSources({ seed, around: firstDay, register })),
    )
    const at = ({ prices }: Sources) => prices('bitcoin', deadline)
    expect(at(same!)).to.equal(at(sources))
    expect(at(other!)).to.not.equal(at(sources))
    await Promise.all([other!.stop(), same!.stop()])
  })
})
