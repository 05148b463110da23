import { expect } from 'chai'
import type { Draft } from '../../../../adapters/rules/service/ObservationReport.ts'
import {
  addReport,
  decideReview,
  emittedAfter,
  markEmitted,
  newReportId,
  purgeReports,
  readyReports,
  waitingForReview,
} from '../../../../adapters/rules/service/Reports.ts'
import { runHere as run } from '../../../helpers/callCommand.ts'
import { idOf, marketOf } from './fakeGamma.ts'
import { makeStage, type Stage, start } from './stage.ts'
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

describeWorlds('reports that went out', (world) => {
  it('what was emitted cannot be changed, not even by hand', async () => {
    const { gamma, settle, store } = world()
    gamma.put(marketOf(1))
    await settle(await world().start())
    for (const change of [`update reports set body = '{}'`, `update reports set position = 9`]) {
      const error = await store.query(change).catch((one) => one)
      expect(error, change).to.have.property('message').that.includes('is kept as it is')
    }
  })
})

describe('the reports of a store', () => {
  let stage: Stage
  beforeEach(async () => {
    stage = await makeStage()
    await stage.lease(1, 2)
    await stage.store.query('update markets set fresh_at = $1', [new Date(start)])
  })
  const draftOf = (n: number, at: number): Draft =>
    ({ report_id: `rep_rrp_${idOf(n).slice(0, 6)}_${at}`, condition_id: idOf(n) }) as Draft
  const add = (n: number, at: number, review: string[] = []) =>
    addReport(stage.store, {
      draft: draftOf(n, at),
      number: at - start + 1,
      review,
      responseMs: 7,
      at: new Date(at),
    })
  const statuses = async () =>
    (await stage.store.query<{ status: string }>('select status from reports order by sequence')).map(
      ({ status }) => status,
    )

  it('S4-26: an id has four digits of its market, and more only where those are taken', async () => {
    const [one, other] = [`0xf1a2${'0'.repeat(60)}`, `0xf1a2${'1'.repeat(60)}`]
    expect(await newReportId(stage.store, one, 5)).to.equal('rep_rrp_0xf1a2_5')
    const draft = { ...draftOf(1, 5), report_id: 'rep_rrp_0xf1a2_5' }
    await addReport(stage.store, { draft, number: 1, review: [], responseMs: 1, at: new Date(start) })
    expect(await newReportId(stage.store, other, 5)).to.equal('rep_rrp_0xf1a21111_5')
    expect(await newReportId(stage.store, other, 6)).to.equal('rep_rrp_0xf1a2_6')
  })

  it('go out in the order they were made, those of stale markets later, of archived ones in any case', async () => {
    await add(2, start)
    await add(1, start + 1)
    const ready = async (since: number) =>
      (await readyReports(stage.store, new Date(since), 10)).map(
        ({ draft }) => JSON.parse(draft).condition_id,
      )
    expect(await ready(start)).to.deep.equal([idOf(2), idOf(1)])
    expect(await ready(start + 1)).to.deep.equal([])
    await stage.store.query('update markets set is_archived = true where condition_id = $1', [idOf(1)])
    expect(await ready(start + 1)).to.deep.equal([idOf(1)])
    expect(await readyReports(stage.store, new Date(start), 1)).to.have.length(1)
  })

  it('S4-16: are decided once, and only while they wait', async () => {
    await add(1, start, ['first_parse'])
    await add(2, start)
    const said = { isApproved: false, by: 'ann', at: new Date(start) }
    const [waiting, ready] = [draftOf(1, start).report_id, draftOf(2, start).report_id]
    expect(await waitingForReview(stage.store)).to.have.length(1)
    expect(await decideReview(stage.store, ready, said)).to.equal(false)
    expect(await decideReview(stage.store, waiting, said)).to.equal(true)
    expect(await decideReview(stage.store, waiting, { ...said, isApproved: true })).to.equal(false)
    expect(await statuses()).to.deep.equal(['rejected', 'ready'])
  })

  it('a newer report overtakes one that waits, and leaves those alone that may go out', async () => {
    await add(1, start)
    await add(1, start + 1, ['semantic_change'])
    await add(2, start, ['first_parse'])
    await add(1, start + 2)
    expect(await statuses()).to.deep.equal(['ready', 'superseded', 'review', 'ready'])
  })

  it('are read from a position on once they went out, and forgotten after their time', async () => {
    await add(1, start)
    await add(2, start + 1)
    await add(1, start + 2, ['first_parse'])
    const rows = await readyReports(stage.store, new Date(start), 10)
    for (const [i, { sequence }] of rows.entries())
      await markEmitted(stage.store, {
        sequence,
        position: BigInt(i + 1),
        body: `{"n":${i}}`,
        at: new Date(start + i * 1_000),
      })
    const { report_id } = draftOf(2, start + 1)
    expect(await emittedAfter(stage.store, 1n, 10)).to.deep.equal([
      { position: 2n, report_id, body: '{"n":1}' },
    ])
    expect(await emittedAfter(stage.store, 0n, 1)).to.have.length(1)
    expect(await purgeReports(stage.store, new Date(start))).to.equal(0)
    expect(await purgeReports(stage.store, new Date(start + 1_000))).to.equal(1)
    // What still waits for a person is kept, however old it is.
    expect(await purgeReports(stage.store, new Date(start + 1e9))).to.equal(1)
    expect(await statuses()).to.deep.equal(['review'])
  })
})
