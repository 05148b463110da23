import { expect } from 'chai'
import { probe } from '../../../../../adapters/rules/service/sources/probe.ts'
import { type Answer, type FakeApi, type Fault, startFakeApi } from '../../../../helpers/fakeApi.ts'

const domain = 'federalreserve.gov'
/** Names are resolved to this machine; one that is inside somebody's network stays there. */
const here = {
  allowLoopback: true,
  resolve: async (host: string) => [host.startsWith('internal.') ? '10.0.0.5' : '127.0.0.1'],
}

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
