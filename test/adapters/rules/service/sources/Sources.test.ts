import { expect } from 'chai'
import type { PageVerdict } from '../../../../../adapters/rules/service/sources/probe.ts'
import {
  citing,
  countSources,
  keepFinding,
  readSource,
  takeDue,
  watchSource,
} from '../../../../../adapters/rules/service/sources/Sources.ts'
import { idOf } from '../fakeGamma.ts'
import { makeStage, type Stage, start } from '../stage.ts'

const pageOf = (domain: string, path = '') => ({ url: `https://${domain}/${path}`, domain })
const [one, two, other] = [pageOf('a.example', '1'), pageOf('a.example', '2'), pageOf('b.example')]
const everyMs = 21_600_000

describe('pages that markets cite', () => {
  let stage: Stage
  beforeEach(async () => {
    stage = await makeStage()
    await stage.lease(1, 2, 3)
    for (const [i, page] of [one, two, other].entries()) {
      await watchSource(stage.store, page, new Date(start - i))
      await stage.store.query('update markets set source_url = $1 where condition_id = $2', [
        page.url,
        idOf(i + 1),
      ])
    }
  })
  const take = (now: number, most = 10) => takeDue(stage.store, { now, pauseMs: 60_000, most })
  const keep = (verdict: PageVerdict, now: number) =>
    keepFinding(stage.store, one, { verdict, status: verdict === 'alive' ? 200 : null }, { now, everyMs })
  const dueAt = async () =>
    (await stage.store.query<{ due_at: Date }>('select due_at from sources where url = $1', [one.url]))[0]!
      .due_at

  it('S4-10: are unchecked until somebody looks, known or not', async () => {
    const unchecked = { verdict: 'unchecked', status: null, checked_at_ms: null }
    expect(await readSource(stage.store, one.url)).to.deep.equal({
      source: { url: one.url, ...unchecked },
      isLost: false,
    })
    expect((await readSource(stage.store, 'https://c.example/')).source).to.include(unchecked)
  })

  it('S4-10: are taken one of a domain at a time, the most overdue first, and by one process only', async () => {
    expect(await take(start, 1)).to.deep.equal([other])
    expect(await take(start)).to.deep.equal([two])
    expect(await take(start)).to.deep.equal([])
    expect(await take(start + 59_999)).to.deep.equal([])
    expect(await take(start + 60_000)).to.deep.equal([one])
  })

  it('are left alone when no watched market cites them any more', async () => {
    await stage.store.query('update markets set is_archived = true where condition_id <> $1', [idOf(2)])
    expect(await take(start)).to.deep.equal([two])
    expect((await countSources(stage.store)).byVerdict).to.deep.equal(new Map([['unchecked', 1]]))
  })

  it('S4-10: are lost when twice nobody was there, said once, and found again by one good look', async () => {
    expect(await keep('down', start)).to.equal(false)
    expect((await readSource(stage.store, one.url)).isLost).to.equal(false)
    // Asked for again soon, to be sure.
    expect(await dueAt()).to.deep.equal(new Date(start + 900_000))
    expect(await keep('missing', start + 900_000)).to.equal(true)
    expect(await dueAt()).to.deep.equal(new Date(start + 900_000 + everyMs))
    expect(await readSource(stage.store, one.url)).to.deep.equal({
      source: { url: one.url, verdict: 'missing', status: null, checked_at_ms: start + 900_000 },
      isLost: true,
    })
    expect(await keep('down', start + 1e7)).to.equal(false)
    expect(await countSources(stage.store)).to.deep.equal({
      byVerdict: new Map([
        ['down', 1],
        ['unchecked', 2],
      ]),
      lost: 1,
    })
    expect(await keep('alive', start + 2e7)).to.equal(false)
    expect((await readSource(stage.store, one.url)).isLost).to.equal(false)
    expect(await keep('down', start + 3e7)).to.equal(false)
  })

  it('S4-10: a page that refuses us or sent us on is there', async () => {
    for (const verdict of ['refused', 'moved'] as const)
      for (let i = 0; i < 2; i++) expect(await keep(verdict, start), verdict).to.equal(false)
    expect((await readSource(stage.store, one.url)).isLost).to.equal(false)
  })

  it('the second look comes no later than the usual one', async () => {
    await keepFinding(stage.store, one, { verdict: 'down', status: null }, { now: start, everyMs: 600_000 })
    expect(await dueAt()).to.deep.equal(new Date(start + 600_000))
  })

  it('are known by the markets that cite them', async () => {
    await stage.store.query('update markets set source_url = $1', [one.url])
    await stage.store.query('update markets set is_archived = true where condition_id = $1', [idOf(2)])
    expect(await citing(stage.store, one)).to.deep.equal([idOf(1), idOf(3)])
    expect(await citing(stage.store, other)).to.deep.equal([])
  })

  it('are watched once: what was found is not forgotten when another market cites them', async () => {
    await keep('alive', start)
    await watchSource(stage.store, one, new Date(start + 5))
    expect((await readSource(stage.store, one.url)).source).to.include({ verdict: 'alive' })
  })
})
