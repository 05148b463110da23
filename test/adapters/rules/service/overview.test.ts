import { expect } from 'chai'
import { readOverview, showOverview } from '../../../../adapters/rules/service/overview.ts'
import { keepFinding, watchSource } from '../../../../adapters/rules/service/sources/Sources.ts'
import { idOf } from './fakeGamma.ts'
import { makeStage, type Stage, start } from './stage.ts'

const page = { url: 'https://a.example/', domain: 'a.example' }

describe('the overview', () => {
  let stage: Stage
  beforeEach(async () => {
    stage = await makeStage()
  })
  const set = (n: number, assignments: string) =>
    stage.store.query(`update markets set ${assignments} where condition_id = $1`, [idOf(n)])

  it('of an empty database is all zeros, and nothing is late', async () => {
    expect(await readOverview(stage.store)).to.deep.equal({
      watched: 0,
      missingRules: 0,
      stale: 0,
      archived: 0,
      lastParsedAt: null,
      oldestDueAt: null,
      inReview: 0,
      ready: 0,
      sources: { byVerdict: new Map(), lost: 0 },
    })
    await showOverview(stage.service)
    expect(await stage.metric('oldest_due_seconds')).to.equal(0)
  })

  it('counts markets by state, and archived ones as nothing else', async () => {
    await stage.lease(1, 2, 3, 4)
    await set(1, 'stale_level = 2')
    await set(2, `reason = 'RESOLUTIONRULEPARSER_MISSING_RULES'`)
    await set(3, `is_archived = true, stale_level = 1, reason = 'RESOLUTIONRULEPARSER_MISSING_RULES'`)
    await stage.store.query('update markets set due_at = $1 where condition_id = $2', [
      new Date(start - 9_000),
      idOf(3),
    ])
    await stage.store.query('update markets set last_parsed_at = $1 where condition_id = $2', [
      new Date(start - 1),
      idOf(4),
    ])
    expect(await readOverview(stage.store)).to.include({
      watched: 3,
      missingRules: 1,
      stale: 1,
      archived: 1,
      lastParsedAt: start - 1,
      oldestDueAt: start,
    })
    stage.clock += 30_000
    await showOverview(stage.service)
    expect(await stage.metric('markets{state="watched"}')).to.equal(3)
    expect(await stage.metric('markets{state="archived"}')).to.equal(1)
    expect(await stage.metric('oldest_due_seconds')).to.equal(30)
  })

  it('S4-10: counts cited pages by verdict, and every verdict has a figure', async () => {
    await stage.lease(1)
    await stage.store.query('update markets set source_url = $1', [page.url])
    await watchSource(stage.store, page, new Date(start))
    await keepFinding(stage.store, page, { verdict: 'missing', status: 404 }, { now: start, everyMs: 1e6 })
    await showOverview(stage.service)
    expect(await stage.metric('sources{verdict="missing"}')).to.equal(1)
    expect(await stage.metric('sources{verdict="unchecked"}')).to.equal(0)
    expect(await stage.metric('sources{verdict="alive"}')).to.equal(0)
  })

  it('counts reports that wait, by what they wait for', async () => {
    await stage.lease(1)
    for (const [i, status] of ['review', 'review', 'ready', 'rejected'].entries())
      await stage.store.query(
        `insert into reports (report_id, condition_id, number, status, review, draft, response_ms, created_at)
         values ($1, $2, $3, $4, $5, '{}', 1, $6)`,
        [`rep_rrp_0xabcd_${i}`, idOf(1), i + 1, status, status === 'review' ? '[]' : null, new Date(start)],
      )
    expect(await readOverview(stage.store)).to.include({ inReview: 2, ready: 1 })
  })
})
