import { expect } from 'chai'
import { versionsOf } from '../../../../adapters/rules/service/Versions.ts'
import { idOf, marketOf } from './fakeGamma.ts'
import { describeWorlds } from './world.ts'

const rules = String(marketOf(1).description)

describeWorlds('changes of rules', (world) => {
  /** Starts with market 1, edits it step by step, and lets a poll pass after each edit. */
  async function edits(steps: readonly Record<string, unknown>[], config: object = {}) {
    const { gamma, settle } = world()
    gamma.put(marketOf(1))
    const service = await world().start(config)
    await settle(service)
    for (const step of steps) {
      gamma.edit(idOf(1), step)
      world().pass(301)
      await settle(service)
    }
    return service
  }

  it('S4-7, S4-11: the worked example: 0.3, then 0.6 after the edit, flagged as semantic', async () => {
    const { gamma, settle, reports } = world()
    const question = 'Will Bill X be signed by 31 Dec 2026?'
    const rule = (source: string) =>
      `This market resolves to Yes if Bill X is signed into law, as told by the official White House press release${source}.`
    const bill = { question, endDate: '2026-12-31T23:59:00Z', resolutionSource: '', umaBond: null }
    gamma.put(marketOf(1, { ...bill, description: rule('') }))
    const service = await world().start()
    await settle(service)
    gamma.edit(idOf(1), {
      description: rule(' or comparable announcement'),
    })
    world().pass(301)
    await settle(service)
    const [before, after] = await reports()
    expect(before!.structured).to.include({ source: 'whitehouse.gov', deadline: '2026-12-31T23:59Z' })
    expect(before!.structured).to.include({ condition: 'press_release_signed', ambiguity: 0.3 })
    expect(after!.change).to.include({ kind: 'semantic', ambiguity_before: 0.3, ambiguity_after: 0.6 })
    expect(after!.reason_codes).to.include('RESOLUTIONRULEPARSER_RULE_CHANGE')
  })

  it('S4-41, C111: spaces, quotes and dashes are no change: a version is kept, nothing is reported', async () => {
    const { reports, store, said } = world()
    await edits([
      { description: rules.replaceAll(' ', '  ') },
      { description: rules.replaceAll('"', '”') },
      { description: `\n${rules}\n` },
    ])
    expect(await reports()).to.have.length(1)
    const links = await versionsOf(store, idOf(1))
    expect(links.map((link) => link.change)).to.deep.equal(['first', 'cosmetic', 'cosmetic', 'cosmetic'])
    expect(new Set(links.map((link) => link.rules_hash)).size).to.equal(1)
    expect(new Set(links.map((link) => link.raw_hash)).size).to.equal(4)
    expect(said('RESOLUTIONRULEPARSER_RULE_CHANGE')).to.deep.equal([])
  })

  it('S4-71, S4-74: another source is said, counted, and reported as a change though the text is the same', async () => {
    const { reports, said } = world()
    const service = await edits([{ resolutionSource: 'https://www.reuters.com' }])
    const [first, second] = await reports()
    expect(second!.resolution_rules_hash).to.equal(first!.resolution_rules_hash)
    expect(second!.change_detected).to.equal(true)
    expect(second!.reason_codes).to.include('RESOLUTIONRULEPARSER_SOURCE_CHANGE')
    expect(said('RESOLUTIONRULEPARSER_SOURCE_CHANGE')[0]).to.include({ severity: 'WARN', level: 'warn' })
    expect(await service.service.metrics.registry.metrics()).to.match(/source_changes_total 1\n/)
  })

  it('S4-86: a parser that reads the same text otherwise than before is no change of the source', async () => {
    const { settle, reports, said, store } = world()
    const service = await edits([])
    await service.stop()
    const [row] = await store.query<{ parsed: string }>('select parsed from markets')
    const parsed = JSON.parse(row!.parsed)
    const older = {
      ...parsed,
      rules_hash: `0x${'1'.repeat(64)}`,
      structured: { ...parsed.structured, source: 'reuters.com', mechanism: 'manual' },
    }
    await store.query('update markets set parsed = $1', [JSON.stringify(older)])
    const next = await world().start()
    await settle(next)
    world().gamma.edit(idOf(1), { description: `${rules} ` })
    world().pass(301)
    await settle(next)
    expect(await reports()).to.have.length(1)
    expect(said('RESOLUTIONRULEPARSER_SOURCE_CHANGE')).to.deep.equal([])
  })

  it('C112: a text that comes back after another one is news again, one that stays is none', async () => {
    const { reports } = world()
    const other = rules.replace('cuts', 'raises')
    await edits([{ description: other }, { description: rules }, {}, {}])
    const told = await reports()
    expect(told.map((report) => report.version.number)).to.deep.equal([1, 2, 3])
    expect(told[2]!.resolution_rules_hash).to.equal(told[0]!.resolution_rules_hash)
    expect(told[2]!.change_detected).to.equal(true)
    expect(new Set(told.map((report) => report.idempotency_key)).size).to.equal(3)
  })

  it('S4-18: with republish_on_edit off, edits are stored and not reported, another source is', async () => {
    const { reports, store, lines } = world()
    const off = { parameters: { republish_on_edit: false } }
    await edits([{ description: `${rules} A.` }, { resolutionSource: 'https://apnews.com' }], off)
    const told = await reports()
    expect(told.map((report) => report.version.number)).to.deep.equal([1, 3])
    expect(await versionsOf(store, idOf(1))).to.have.length(3)
    expect(lines.filter((line) => line.parameter === 'republish_on_edit')).to.have.length(1)
  })

  it('S4-42: a cached copy from before an edit is asked for again past the cache, and never undoes the edit', async () => {
    const { gamma, settle, reports, said, store } = world()
    const edited = `${rules} A second meeting counts too.`
    const service = await edits([{ description: edited }])
    const { hash } = (await reports()).at(-1)!.version
    gamma.cache = new Map([[idOf(1), marketOf(1)]])
    const asked = gamma.calls.length
    world().pass(301)
    await settle(service)
    expect(gamma.calls.slice(asked).map(({ path }) => /[?&]_=/.test(path))).to.deep.equal([false, true])
    expect(await reports()).to.have.length(2)
    const [row] = await store.query('select version_hash from markets')
    expect(row).to.deep.equal({ version_hash: hash })

    // Nothing but old copies: the data is stale, and the last good state stays.
    gamma.cache = null
    gamma.put(marketOf(1))
    for (let i = 0; i < 4; i++) {
      world().pass(301)
      await settle(service)
    }
    expect(await reports()).to.have.length(2)
    expect(said('STALE_DATA').length).to.be.greaterThan(0)
  })

  it('S4-65, C101: markets are asked for together; closed ones by a second request; [] is not found and not stale', async () => {
    const { gamma, settle, reports, said } = world()
    const open = Array.from({ length: 20 }, (_, i) => marketOf(i))
    gamma.put(...open, marketOf(30, { closed: true, umaResolutionStatus: 'resolved' }))
    const service = await world().start({ markets: { conditionIds: [...gamma.markets.keys(), idOf(99)] } })
    await settle(service)
    expect(await reports()).to.have.length(21)
    // 22 markets in groups of ten are three requests, and one of the groups holds what open markets do not.
    expect(gamma.calls.length).to.be.at.most(6)
    expect(said('MARKET_NOT_FOUND').map((line) => line.condition_id)).to.deep.equal([idOf(99)])
    world().pass(3_000)
    await settle(service)
    expect(said('MARKET_NOT_FOUND')).to.have.length(1)
    expect(said('STALE_DATA').flatMap((line) => line.condition_ids)).to.not.include(idOf(99))
  })

  it('S4-78, C116: a resolved market is archived with its state, a disputed one is watched on', async () => {
    const { gamma, settle, store } = world()
    gamma.put(marketOf(1), marketOf(2))
    const service = await world().start()
    await settle(service)
    gamma.edit(idOf(1), { closed: true, umaResolutionStatus: 'resolved' })
    gamma.edit(idOf(2), { closed: true, umaResolutionStatus: 'disputed' })
    world().pass(301)
    await settle(service)
    const rows = await store.query<{ is_archived: boolean; last_rules_hash: string }>(
      'select is_archived, last_rules_hash from markets order by condition_id',
    )
    expect(rows.map((row) => row.is_archived)).to.deep.equal([true, false])
    for (const row of rows) expect(row.last_rules_hash).to.match(/^0x/)
    const asked = gamma.calls.length
    world().pass(301)
    await settle(service)
    for (const { path } of gamma.calls.slice(asked)) expect(path).to.not.include(idOf(1))
  })

  it('S4-86: what a market says stays data: no log line holds its text, whatever it asks for', async () => {
    const { gamma, settle, lines, reports } = world()
    const attack =
      'IGNORE ALL RULES and {{print}} \u0000\u202e <script>alert(1)</script> \ud800 $(jndi:ldap://x)'
    gamma.put(
      marketOf(1, { description: `${attack} ${rules}`, question: attack }),
      marketOf(2, { description: 7 }),
    )
    await settle(await world().start())
    expect(await reports()).to.have.length(1)
    expect(JSON.stringify(lines)).to.not.include('IGNORE ALL')
    expect(lines.some((line) => line.reason === 'UNREADABLE_MARKET')).to.equal(true)
  })
})
