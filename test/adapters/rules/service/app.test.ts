import { expect } from 'chai'
import { idOf, marketOf } from './fakeGamma.ts'
import { authorization, describeWorlds } from './world.ts'

const own = '/internal/resolutionruleparser'

/** What some of the replies hold. */
type Page = {
  next: string
  items: { report: unknown }[]
  chain: object
  versions: object[]
  messages: string[]
  bot_id: string
  paths: object
}

describeWorlds('the doors of the service', (world) => {
  const post = (url: string, body?: object, headers: object = authorization) =>
    fetch(url, {
      method: 'POST',
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })

  it('S4-90: a reparse is for known callers, and reports every active market again, once', async () => {
    const { gamma, settle, reports } = world()
    gamma.put(marketOf(1), marketOf(2), marketOf(3, { closed: true }))
    const service = await world().start()
    await settle(service)
    expect(await reports()).to.have.length(3)
    expect((await post(`${service.url}${own}/reparse`, undefined, {})).status).to.equal(401)
    expect((await post(`${service.url}${own}/reparse`, {}, { authorization: 'Bearer no' })).status).to.equal(
      401,
    )
    const reply = await post(`${service.url}${own}/reparse`)
    expect(reply.status).to.equal(202)
    expect(await reply.json()).to.deep.equal({ accepted: 2, dropped: 0 })
    await settle(service)
    const told = await reports()
    expect(told).to.have.length(5)
    expect(told.slice(3).map((report) => report.change_detected)).to.deep.equal([false, false])
    expect(told.slice(3).map((report) => report.version.number)).to.deep.equal([1, 1])
    world().pass(301)
    await settle(service)
    expect(await reports()).to.have.length(5)
  })

  it('S4-27: some markets may be named, and a trace goes on in their reports', async () => {
    const { gamma, settle, reports } = world()
    gamma.put(marketOf(1), marketOf(2))
    const service = await world().start()
    await settle(service)
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
    const traceparent = `00-${trace}-00f067aa0ba902b7-01`
    const asked = { condition_ids: [idOf(2)] }
    const reply = await post(`${service.url}${own}/reparse`, asked, { ...authorization, traceparent })
    expect(await reply.json()).to.deep.equal({ accepted: 1, dropped: 0 })
    await settle(service)
    expect((await reports()).at(-1)).to.include({
      condition_id: idOf(2),
      trace_id: `trc_0x${trace.slice(0, 20)}`,
    })
    for (const wrong of [{ condition_ids: ['0x1'] }, { condition_ids: [] }, { all: true }, []])
      expect((await post(`${service.url}${own}/reparse`, wrong)).status, JSON.stringify(wrong)).to.equal(400)
  })

  it('without tokens in the config nobody may change anything', async () => {
    const service = await world().start({ callers: { rate: null } })
    expect((await post(`${service.url}${own}/reparse`)).status).to.equal(401)
    const decision = { decision: 'approve', by: 'me' }
    expect((await post(`${service.url}${own}/review/rep_rrp_0x1111_1`, decision)).status).to.equal(401)
  })

  it('S4-34, S4-53: a market of a negRisk group shows where it does not fit to its siblings', async () => {
    const { gamma, settle } = world()
    const group = { negRisk: true, negRiskMarketID: '0xabc' }
    const later = String(marketOf(3).description).replace('2026', '2027')
    gamma.put(
      marketOf(1, { ...group, groupItemTitle: 'March' }),
      marketOf(2, { ...group, groupItemTitle: 'April' }),
      marketOf(3, { ...group, groupItemTitle: 'March', description: later }),
      marketOf(4),
    )
    const service = await world().start()
    await settle(service)
    const siblings = async (n: number) => {
      const reply = await fetch(`${service.url}${own}/markets/${idOf(n)}`, { headers: authorization })
      return ((await reply.json()) as { siblings: object | null }).siblings
    }
    expect(await siblings(3)).to.deep.equal({
      group: '0xabc',
      watched: 3,
      contradictions: [
        { code: 'sibling_deadline', markets: [idOf(1), idOf(3)] },
        { code: 'sibling_item', markets: [idOf(1), idOf(3)] },
      ],
    })
    expect(await siblings(2)).to.deep.include({ watched: 3, contradictions: [] })
    expect(await siblings(4)).to.equal(null)
  })

  it('reports can be read from a position on, a market with all its versions, and the service itself', async () => {
    const { gamma, settle, reports } = world()
    gamma.put(marketOf(1), marketOf(2))
    const service = await world().start()
    await settle(service)
    const read = async (path: string, headers: object = authorization) =>
      (await fetch(`${service.url}${path}`, { headers: { ...headers } })).json() as Promise<Page>
    const page = await read(`${own}/reports?after=0&limit=1`)
    expect(page.next).to.equal('1')
    const rest = await read(`${own}/reports?after=1`)
    expect([...page.items, ...rest.items].map(({ report }) => report)).to.deep.equal(await reports())
    const market = await read(`${own}/markets/${idOf(1)}`)
    expect(market.chain).to.include({ is_whole: true })
    expect(market.versions).to.have.length(1)
    expect(market.messages[0]).to.include('$500 pUSD bond')
    expect((await fetch(`${service.url}${own}/markets/0x12`, { headers: authorization })).status).to.equal(
      404,
    )
    expect((await fetch(`${service.url}${own}/reports?after=x`, { headers: authorization })).status).to.equal(
      400,
    )
    expect((await fetch(`${service.url}${own}/reports`)).status).to.equal(401)
    expect((await read('/internal/identity', {})).bot_id).to.equal('intel.resolutionruleparser')
    const document = await read('/openapi.json', {})
    expect(Object.keys(document.paths)).to.include(`${own}/reparse`)
    expect((await fetch(`${service.url}${own}/reparse`)).headers.get('allow')).to.equal('POST')
  })
})
