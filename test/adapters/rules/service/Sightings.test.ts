import { expect } from 'chai'
import { fingerprint } from '../../../../adapters/rules/service/decide.ts'
import { keepSeen, keepUnchanged, keepWithout } from '../../../../adapters/rules/service/Sightings.ts'
import { idOf } from './fakeGamma.ts'
import { makeStage, type Stage, seenOf, start } from './stage.ts'

const dueAt = start + 300_000
const version = { number: 1, hash: `0x${'11'.repeat(32)}` }

describe('what is kept of a look at a market', () => {
  let stage: Stage
  beforeEach(async () => {
    stage = await makeStage()
  })

  async function seen(changes: Record<string, unknown> = {}) {
    const [lease] = await stage.lease(1)
    const what = seenOf(1, changes)
    await keepSeen(stage.store, lease!, {
      seen: what,
      version,
      reports: 1,
      gammaUpdatedAt: start - 1_000,
      sourceUrl: 'https://www.federalreserve.gov/',
      isResolved: false,
      now: start,
      dueAt: start,
    })
    const [again] = await stage.lease(1)
    return { what, lease: again! }
  }
  const rowOf = async (columns: string) =>
    (await stage.store.query(`select ${columns} from markets where condition_id = $1`, [idOf(1)]))[0]

  it('S4-78: what was understood becomes the last good state, and the market is free again', async () => {
    const { what } = await seen({ negRisk: true, negRiskMarketID: '0xabc' })
    await stage.store.query('update markets set claimed_by = null, lease_until = null')
    expect(
      await rowOf(
        'last_rules_hash, last_resolution_source, version, reports, neg_risk_group, source_url, fingerprint',
      ),
    ).to.deep.equal({
      last_rules_hash: what.parsed.rules_hash,
      last_resolution_source: what.parsed.structured.mechanism,
      version: 1,
      reports: 1,
      neg_risk_group: '0xabc',
      source_url: 'https://www.federalreserve.gov/',
      fingerprint: fingerprint(what.market),
    })
  })

  it('S4-48: a look that found no rule keeps the last good state, and says why', async () => {
    const { what, lease } = await seen()
    const without = { isFresh: false, isResolved: false, now: start + 9_000, dueAt }
    await keepWithout(stage.store, lease, { ...without, reason: 'UNREADABLE_MARKET' })
    const kept = { last_rules_hash: what.parsed.rules_hash, claimed_by: null, lease_until: null }
    expect(await rowOf('last_rules_hash, claimed_by, lease_until, reason, fresh_at, due_at')).to.deep.equal({
      ...kept,
      reason: 'UNREADABLE_MARKET',
      fresh_at: new Date(start),
      due_at: new Date(dueAt),
    })
  })

  it('a market that says it has no rules is fresh, though there is nothing to parse', async () => {
    const { lease } = await seen()
    await stage.store.query('update markets set stale_level = 1')
    const without = { reason: 'RESOLUTIONRULEPARSER_MISSING_RULES', isResolved: true, dueAt } as const
    await keepWithout(stage.store, lease, { ...without, isFresh: true, now: start + 9_000 })
    expect(await rowOf('fresh_at, stale_level, is_archived')).to.deep.equal({
      fresh_at: new Date(start + 9_000),
      stale_level: 0,
      is_archived: true,
    })
  })

  it('S4-81: a market that says what it said before is noted as fresh and stays unparsed', async () => {
    const { what, lease } = await seen()
    const some = [{ claim: lease, fingerprint: fingerprint(what.market), updatedAt: start + 60_000 }]
    const kept = await keepUnchanged(stage.store, some, { now: start + 9_000, dueAt })
    expect([...kept]).to.deep.equal([idOf(1)])
    expect(await rowOf('fresh_at, due_at, gamma_updated_at, claimed_by, version')).to.deep.equal({
      fresh_at: new Date(start + 9_000),
      due_at: new Date(dueAt),
      // A copy cannot be from the future: that would make every later one look old.
      gamma_updated_at: new Date(start + 9_000),
      claimed_by: null,
      version: 1,
    })
  })

  it('an older copy of the same text does not turn the time of the market back', async () => {
    const { what, lease } = await seen()
    const some = [{ claim: lease, fingerprint: fingerprint(what.market), updatedAt: start - 60_000 }]
    await keepUnchanged(stage.store, some, { now: start + 9_000, dueAt })
    expect(await rowOf('gamma_updated_at')).to.deep.equal({ gamma_updated_at: new Date(start - 1_000) })
  })

  it('is looked at closely: another text, a forced report, a reason, stale data, somebody else’s lease', async () => {
    const { what, lease } = await seen()
    const one = { claim: lease, fingerprint: fingerprint(what.market), updatedAt: null }
    const unchanged = async (given: typeof one) =>
      [...(await keepUnchanged(stage.store, [given], { now: start, dueAt }))].length
    expect(await unchanged({ ...one, fingerprint: fingerprint(seenOf(2).market) })).to.equal(0)
    expect(await unchanged({ ...one, claim: { ...lease, by: 'two' } })).to.equal(0)
    expect(await unchanged({ ...one, claim: { ...lease, claim: lease.claim - 1n } })).to.equal(0)
    for (const [set, undo] of [
      ['is_forced = true', 'is_forced = false'],
      [`reason = 'STALE_DATA'`, 'reason = null'],
      ['stale_level = 1', 'stale_level = 0'],
    ]) {
      await stage.store.query(`update markets set ${set}`)
      expect(await unchanged(one), set).to.equal(0)
      await stage.store.query(`update markets set ${undo}`)
    }
    expect(await unchanged(one)).to.equal(1)
  })
})
