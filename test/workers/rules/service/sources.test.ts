import { expect } from 'chai'
import { checkConfig } from '../../../../workers/rules/service/Config.ts'
import { schema } from '../../../../workers/rules/service/ObservationReport.ts'
import { ownParser } from '../../../../workers/rules/service/Parser.ts'
import { checksOf } from '../../../../workers/rules/service/sources/checkSources.ts'
import { probe } from '../../../../workers/rules/service/sources/probe.ts'
import { sourceUrl } from '../../../../workers/rules/service/sources/sourceUrl.ts'
import type { Running } from '../../../../workers/rules/service/startRules.ts'
import { type Answer, type FakeApi, type Fault, startFakeApi } from '../../../helpers/fakeApi.ts'
import { idOf, marketOf } from './fakeGamma.ts'
import { authorization, describeWorlds } from './world.ts'

const domain = 'federalreserve.gov'
/** Names are resolved to this machine; one that is inside somebody's network stays there. */
const here = {
  allowLoopback: true,
  resolve: async (host: string) => [host.startsWith('internal.') ? '10.0.0.5' : '127.0.0.1'],
}

describe('the page that a rule cites', () => {
  const of = (changes: Record<string, unknown>) => {
    const market = ownParser.read(marketOf(1, changes))
    return sourceUrl({ market, parsed: ownParser.parse(market) })
  }

  it('S4-10: is its address as written, or the front page of a source known by name', () => {
    const cited = (resolutionSource: string) => of({ resolutionSource })?.url
    expect(of({ resolutionSource: 'https://www.federalreserve.gov/a/b.htm?x=1#end' })).to.deep.equal({
      url: 'https://www.federalreserve.gov/a/b.htm?x=1',
      domain,
    })
    const bill =
      'This market resolves to Yes if Bill X is signed into law, as told by the official White House press release.'
    const press = { question: 'Will Bill X be signed?', description: bill, resolutionSource: '' }
    expect(of(press)).to.deep.equal({ url: 'https://whitehouse.gov/', domain: 'whitehouse.gov' })
    const nobody = { question: 'Will it?', description: 'Resolves Yes if it does.', resolutionSource: '' }
    expect(of(nobody)).to.equal(null)
    // What would lead elsewhere than it seems is not taken at its word.
    expect(cited('https://user:password@federalreserve.gov/')).to.not.include('password')
    const both = of({ resolutionSource: 'https://federalreserve.gov\\@evil.example/x' })!
    expect(both.url).to.equal(`https://${both.domain}/`)
    const long = `The resolution source is https://bls.gov/${'a'.repeat(3_000)} alone.`
    expect(of({ resolutionSource: '', description: long })?.url).to.equal('https://bls.gov/')
  })

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

describe('a look at a cited page', () => {
  let api: FakeApi
  let answer: Answer = { body: '' }
  beforeEach(async () => {
    api = await startFakeApi(() => answer)
  })
  afterEach(() => api.close())

  const look = (path = '/', guard: object = here, timeoutMs = 2_000) =>
    probe(
      { url: `http://www.${domain}:${api.port}${path}`, domain },
      { guard, signal: AbortSignal.timeout(timeoutMs) },
    )

  it('S4-10: tells by the status whether somebody is there', async () => {
    for (const [status, verdict] of [
      [200, 'alive'],
      [204, 'alive'],
      [401, 'refused'],
      [403, 'refused'],
      [429, 'refused'],
      [304, 'refused'],
      [404, 'missing'],
      [410, 'missing'],
      [500, 'down'],
      [503, 'down'],
    ] as const) {
      answer = { status, body: '' }
      expect(await look(), String(status)).to.deep.equal({ verdict, status })
    }
    expect(new Set(api.calls.map(({ method }) => method))).to.deep.equal(new Set(['GET']))
  })

  it('S4-10: reads no body, however long, and waits no longer than agreed', async () => {
    for (const kind of ['endless', 'gzip-bomb'] as const) {
      api.fail({ kind })
      expect(await look(), kind).to.deep.equal({ verdict: 'alive', status: 200 })
    }
    for (const fault of [{ kind: 'silence' }, { kind: 'reset' }] satisfies Fault[]) {
      api.fail(fault)
      expect(await look('/', here, 300), fault.kind).to.deep.equal({ verdict: 'down', status: null })
    }
  })

  it('S4-10: follows redirects within the domain only, and never to a place that is not public', async () => {
    const to = (location: string): Fault => ({ kind: 'redirect', to: location })
    answer = { body: '' }
    api.fail(to('/other'), to(`http://${domain}:${api.port}/again`))
    expect(await look()).to.deep.equal({ verdict: 'alive', status: 200 })
    expect(api.calls).to.have.length(3)
    api.fail(to('http://evil.example/'))
    expect((await look()).verdict).to.equal('moved')
    api.fail(to('http://169.254.169.254/latest'))
    expect((await look()).verdict).to.equal('moved')
    api.fail(to(`http://internal.${domain}/admin`))
    expect((await look()).verdict).to.equal('forbidden')
    expect(api.calls).to.have.length(6)
    api.fail(...Array.from({ length: 9 }, () => to('/round')))
    expect((await look()).verdict).to.equal('down')
    expect(api.calls).to.have.length(10)
  })

  it('S4-10: asks nobody in a private network, whatever a rule cites', async () => {
    const guard = { allowHttp: true, resolve: here.resolve }
    expect((await look('/', guard)).verdict).to.equal('forbidden')
    const inside = { url: `https://internal.${domain}/`, domain }
    const signal = AbortSignal.timeout(1_000)
    expect((await probe(inside, { guard, signal })).verdict).to.equal('forbidden')
    expect(api.calls).to.deep.equal([])
  })
})

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
