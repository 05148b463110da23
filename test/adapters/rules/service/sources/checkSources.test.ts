import { expect } from 'chai'
import { checkConfig } from '../../../../../adapters/rules/service/Config.ts'
import { schema } from '../../../../../adapters/rules/service/ObservationReport.ts'
import { checksOf } from '../../../../../adapters/rules/service/sources/checkSources.ts'
import type { Running } from '../../../../../adapters/rules/service/startRules.ts'
import { type FakeApi, startFakeApi } from '../../../../helpers/fakeApi.ts'
import { idOf, marketOf } from '../fakeGamma.ts'
import { authorization, describeWorlds } from '../world.ts'

const domain = 'federalreserve.gov'
const here = { allowLoopback: true, resolve: async () => ['127.0.0.1'] }

describeWorlds('the sources that markets cite', (world) => {
  let api: FakeApi
  let status = 200
  beforeEach(async () => {
    status = 200
    api = await startFakeApi(() => ({ status, body: '' }))
  })
  afterEach(() => api.close())

  const checked = { sources: { check: true } }
  const page = (n: number) => `http://www.${domain}:${api.port}/${n}`
  const citing = (n: number) => marketOf(n, { resolutionSource: page(n) })
  const begin = () => world().start(checked, { sourceGuard: here })
  /** Lets time pass in steps in which pages may be looked at. */
  async function goOn(seconds: number, ...services: readonly Running[]) {
    const step = seconds > 3_600 ? 300 : 60
    for (let s = 0; s < seconds; s += step) {
      world().pass(step)
      await world().settle(...services)
    }
  }

  it('S4-10: reports say where the answer is to be read, and what was found there', async () => {
    const { gamma, settle, reports } = world()
    gamma.put(citing(1))
    const service = await begin()
    await settle(service)
    const unchecked = { url: page(1), verdict: 'unchecked', status: null, checked_at_ms: null }
    expect((await reports())[0]!.source_of_truth).to.deep.equal(unchecked)
    expect(api.calls.map(({ path }) => path)).to.deep.equal(['/1'])
    const checkedAt = world().clock
    await service.engine.reparse({ trace: null })
    await settle(service)
    const [, report] = await reports()
    const alive = { url: page(1), verdict: 'alive', status: 200, checked_at_ms: checkedAt }
    expect(report!.source_of_truth).to.deep.equal(alive)
    expect(schema.parse(report)).to.deep.equal(report)
    const reply = await fetch(`${service.url}/internal/resolutionruleparser/markets/${idOf(1)}`, {
      headers: authorization,
    })
    expect(await reply.json()).to.deep.include({ source_of_truth: alive })
    // Asked for again after six hours, and not before.
    await goOn(21_300, service)
    expect(api.calls).to.have.length(1)
    await goOn(300, service)
    expect(api.calls).to.have.length(2)
  })

  it('S4-10: a page where nobody is twice is said and counted once, and told in the next report', async () => {
    const { gamma, settle, reports, said } = world()
    const code = 'RESOLUTIONRULEPARSER_SOURCE_UNREACHABLE'
    gamma.put(citing(1))
    const service = await begin()
    status = 404
    await settle(service)
    expect(api.calls).to.have.length(1)
    expect(said(code)).to.deep.equal([])
    await goOn(960, service)
    expect(api.calls).to.have.length(2)
    await goOn(22_000, service)
    expect(api.calls).to.have.length(3)
    expect(said(code)).to.have.length(1)
    expect(said(code)[0]).to.deep.include({
      severity: 'WARN',
      source: domain,
      verdict: 'missing',
      condition_ids: [idOf(1)],
    })
    const text = await service.service.metrics.registry.metrics()
    expect(text).to.match(/sources_lost_total 1\n/)
    expect(text).to.match(/source_checks_total\{verdict="missing"\} 3\n/)
    expect(text).to.match(/resolutionruleparser_sources\{verdict="missing"\} 1\n/)
    const health = (await (await fetch(`${service.url}/health`)).json()) as {
      status: string
      sources: object
    }
    expect(health.sources).to.deep.equal({ checked: 1, unreachable: 1 })
    // What a colour means is agreed, and this is no part of it.
    expect(health.status).to.equal('green')

    await service.engine.reparse({ trace: null })
    await settle(service)
    const report = (await reports()).at(-1)!
    expect(report.reason_codes).to.include(code)
    expect(report.source_of_truth).to.include({ verdict: 'missing', status: 404 })
    status = 200
    await goOn(22_000, service)
    await service.engine.reparse({ trace: null })
    await settle(service)
    expect((await reports()).at(-1)!.reason_codes).to.not.include(code)
  })

  it('S4-10: a domain is asked once a minute at most, by however many processes', async () => {
    const { gamma, settle } = world()
    gamma.put(...Array.from({ length: 8 }, (_, i) => citing(i)))
    const both = [await begin(), await begin()]
    await settle(...both)
    expect(api.calls).to.have.length(1)
    for (let minute = 2; minute <= 8; minute++) {
      await goOn(60, ...both)
      await settle(...both)
      expect(api.calls).to.have.length(minute)
    }
    await goOn(300, ...both)
    expect(new Set(api.calls.map(({ path }) => path)).size).to.equal(8)
    expect(api.calls).to.have.length(8)
  })

  it('S4-10: nobody is asked while Gamma is away, for markets that have resolved, or unless it is wanted', async () => {
    const { gamma, settle } = world()
    gamma.put(citing(1), citing(2))
    gamma.outage = { status: 503, body: '' }
    const service = await begin()
    await settle(service)
    expect(api.calls).to.deep.equal([])
    gamma.outage = null
    for (const n of [1, 2]) gamma.edit(idOf(n), { closed: true, umaResolutionStatus: 'resolved' })
    await goOn(600, service)
    expect(api.calls).to.deep.equal([])
    gamma.put(citing(3))
    await settle(await world().start({}, { sourceGuard: here }))
    expect(api.calls).to.deep.equal([])
  })
})

describe('checksOf', () => {
  it('S4-10: is looked at by default only where Gamma is the public one', () => {
    const config = (value: object) => checksOf(checkConfig(value, { file: 'rules.yaml' }))
    expect(config({})).to.deep.equal({
      everyS: 21_600,
      perDomainS: 60,
      timeoutMs: 10_000,
      guard: { allowHttp: true },
    })
    expect(config({ sources: { check: false } })).to.equal(null)
    const own = { gamma: { url: 'http://127.0.0.1:1', allowPrivate: true } }
    expect(config(own)).to.equal(null)
    expect(config({ ...own, sources: { check: true } })).to.have.property('everyS')
  })
})
