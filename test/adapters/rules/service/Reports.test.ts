import { expect } from 'chai'
import { run } from '../../../helpers/program.ts'
import { idOf, marketOf } from './fakeGamma.ts'
import { describeWorlds, token } from './world.ts'

describeWorlds('reports that wait for a person', (world) => {
  it('S4-16: what needs a person waits for one, and goes out when he approves, by the command line', async () => {
    const { gamma, settle, reports } = world()
    gamma.put(marketOf(1), marketOf(2))
    const parameters = { require_human_review: ['semantic_change', idOf(2)] }
    const service = await world().start({ parameters })
    await settle(service)
    expect((await reports()).map((report) => report.condition_id)).to.deep.equal([idOf(1)])
    gamma.edit(idOf(1), { description: 'Resolves Yes if a new thing happens.' })
    world().pass(301)
    await settle(service)
    expect(await reports()).to.have.length(1)

    const env = { CRESOLVER_RULES_TOKEN: token }
    const call = (...words: string[]) => run(['rules', ...words, '--url', service.url, '--json'], { env })
    const { items } = JSON.parse((await call('review')).stdout)
    expect(items.map(({ why }: { why: string[] }) => why)).to.deep.equal([[idOf(2)], ['semantic_change']])
    const [first, second] = items.map(({ report_id }: { report_id: string }) => report_id)
    const nobody = await run(['rules', 'approve', first, '--by', 'ann', '--url', service.url], {
      env: { CRESOLVER_RULES_TOKEN: '' },
    })
    expect(nobody.status).to.equal(2)
    expect((await call('approve', second, '--by', 'ann')).status).to.equal(0)
    expect((await call('reject', first, '--by', 'bob')).status).to.equal(0)
    expect((await call('approve', first, '--by', 'bob')).status).to.equal(1)
    await settle(service)
    expect((await reports()).map((report) => [report.condition_id, report.version.number])).to.deep.equal([
      [idOf(1), 1],
      [idOf(1), 2],
    ])
    expect(JSON.parse((await call('review')).stdout)).to.deep.equal({ items: [] })
  })

  it('S4-15, S4-17: what the parser is unsure of waits too, and a fall of confidence is said', async () => {
    const { gamma, settle, reports, said, store } = world()
    gamma.put(marketOf(1))
    const service = await world().start({ parameters: { min_confidence_to_publish: 0.5 } })
    await settle(service)
    expect(await reports()).to.have.length(1)
    gamma.edit(idOf(1), {
      description: 'It depends.',
      question: 'Which?',
      endDate: null,
      resolutionSource: '',
    })
    world().pass(301)
    await settle(service)
    const [row] = await store.query<{ draft: string; review: string; status: string }>(
      'select draft, review, status from reports order by sequence desc limit 1',
    )
    const { confidence, reason_codes } = JSON.parse(row!.draft)
    expect(confidence).to.be.lessThan(0.5)
    expect(row!.status).to.equal('review')
    expect(JSON.parse(row!.review)).to.include('low_confidence')
    expect(reason_codes).to.include('RESOLUTIONRULEPARSER_CONFIDENCE_DROP')
    expect(said('RESOLUTIONRULEPARSER_CONFIDENCE_DROP')).to.have.length(1)
  })

  it('a newer report overtakes one that still waits for a person', async () => {
    const { gamma, settle, store } = world()
    gamma.put(marketOf(1))
    const service = await world().start({
      parameters: { require_human_review: ['first_parse', 'semantic_change'] },
    })
    await settle(service)
    gamma.edit(idOf(1), { description: 'Resolves Yes if another thing happens.' })
    world().pass(301)
    await settle(service)
    const rows = await store.query<{ status: string }>('select status from reports order by sequence')
    expect(rows.map((row) => row.status)).to.deep.equal(['superseded', 'review'])
  })
})
