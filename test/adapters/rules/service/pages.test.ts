import { expect } from 'chai'
import { makeEmitter } from '../../../../adapters/rules/service/emitReports.ts'
import { observe } from '../../../../adapters/rules/service/observe.ts'
import { decideParameters, propose } from '../../../../adapters/rules/service/ParameterSets.ts'
import { hashOf, schema } from '../../../../adapters/rules/service/Parameters.ts'
import {
  describeMarket,
  describeParameters,
  listReports,
  listReview,
} from '../../../../adapters/rules/service/pages.ts'
import { emittedAfter } from '../../../../adapters/rules/service/Reports.ts'
import { idOf, marketOf } from './fakeGamma.ts'
import { copyOf, makeStage, type Stage, start } from './stage.ts'

/** What is looked at of a market's page. */
type Page = {
  question: string
  reason: string | null
  messages: string[]
  source_of_truth: object
  chain: object
  versions: { number: number; rules: string; market?: unknown }[]
}

describe('pages', () => {
  let stage: Stage
  beforeEach(async () => {
    stage = await makeStage()
  })
  async function see(
    n: number,
    changes: Record<string, unknown> = {},
    service = stage.service,
  ): Promise<void> {
    const [lease] = await stage.lease(n)
    await observe(service, lease!, copyOf(n, changes), { isUncached: false, trace: 'ab'.repeat(16) })
    await stage.store.query('update markets set due_at = $1', [new Date(stage.clock)])
    stage.clock += 1_000
  }
  const market = async (n: number) => (await describeMarket(stage.store, idOf(n))) as Page

  it('S4-93: reports are listed byte for byte as they were emitted, from a position on', async () => {
    expect(await listReports(stage.store, 7n, 10)).to.equal('{"items":[],"next":"7"}')
    await see(1)
    await see(2)
    await makeEmitter(stage.service).run()
    const bodies = (await emittedAfter(stage.store, 0n, 10)).map(({ body }) => body)
    expect(await listReports(stage.store, 0n, 10)).to.equal(
      `{"items":[{"position":"1","report":${bodies[0]}},{"position":"2","report":${bodies[1]}}],"next":"2"}`,
    )
    expect(JSON.parse(await listReports(stage.store, 0n, 1))).to.deep.include({ next: '1' })
    expect(JSON.parse(await listReports(stage.store, 1n, 10)).items).to.have.length(1)
  })

  it('S4-16: what waits for a person says why, and what it is about', async () => {
    const parameters = schema.parse({ require_human_review: ['first_parse'] })
    await see(1, {}, { ...stage.service, parameters })
    const { items } = (await listReview(stage.store)) as { items: Record<string, unknown>[] }
    expect(items).to.have.length(1)
    expect(items[0]).to.deep.include({
      why: ['first_parse'],
      condition_id: idOf(1),
      source: 'federalreserve.gov',
      version: 1,
      created_at: new Date(start).toISOString(),
      reason_codes: [],
    })
  })

  it('a market that is not watched has no page, and one that was never seen has an empty one', async () => {
    expect(await describeMarket(stage.store, idOf(1))).to.equal(null)
    await stage.lease(1)
    expect(await market(1)).to.deep.include({
      question: null,
      reason: null,
      messages: [],
      source_of_truth: null,
      chain: { head: null, is_whole: true, first_broken: null },
      versions: [],
    })
  })

  it('S4-38, S4-52: a market shows its rule, all its versions, and what to tell a person', async () => {
    await see(1)
    await see(1, {
      description: 'Resolves Yes if it snows. The resolution source is https://www.federalreserve.gov.',
    })
    const page = await market(1)
    expect(page.question).to.equal(marketOf(1).question)
    expect(page.versions.map(({ number, rules }) => [number, rules])).to.deep.equal([
      [1, marketOf(1).description],
      [2, 'Resolves Yes if it snows. The resolution source is https://www.federalreserve.gov.'],
    ])
    expect(page.versions[0]).to.not.have.property('market')
    expect(page.chain).to.deep.include({ is_whole: true, first_broken: null })
    expect(page.messages[0]).to.include('recently updated')
    expect(page.messages[1]).to.include('$500 pUSD bond')
    expect(page.source_of_truth).to.include({ url: 'https://www.federalreserve.gov/', verdict: 'unchecked' })
  })

  it('S4-69: a market whose data is stale says so before anything else that is known of it', async () => {
    await see(1)
    await stage.store.query(`update markets set reason = 'RESOLUTIONRULEPARSER_MISSING_RULES'`)
    expect(await market(1)).to.include({ reason: 'RESOLUTIONRULEPARSER_MISSING_RULES' })
    expect((await market(1)).messages[0]).to.equal('Resolution rules for this market are not yet published.')
    await stage.store.query('update markets set stale_level = 1')
    const stale = await market(1)
    expect(stale).to.include({ reason: 'STALE_DATA' })
    expect(stale.messages).to.have.length(1)
  })

  it('S4-10: a source where nobody is any more is told to people', async () => {
    await see(1)
    await stage.store.query(`update sources set failures = 2, verdict = 'down'`)
    expect((await market(1)).messages[0]).to.equal(
      'The source that decides this market could not be reached.',
    )
  })

  it('S4-52: a chain that somebody broke is shown as broken', async () => {
    await see(1)
    await stage.store.query('alter table versions disable trigger user')
    await stage.store.query(`update versions set market = replace(market, 'Fed', 'ECB')`)
    await stage.store.query('alter table versions enable trigger user')
    expect((await market(1)).chain).to.deep.include({ is_whole: false, first_broken: 1 })
  })

  it('S4-21: parameters are shown with what waits and what was decided', async () => {
    const [inForce, slow] = [schema.parse({}), schema.parse({ poll_interval_s: 4_000 })]
    const slower = await propose(stage.store, schema.parse({ poll_interval_s: 5_000 }), new Date(start))
    const configured = await propose(stage.store, slow, new Date(start + 1))
    const said = { isApproved: false, by: 'ann', why: 'too slow', at: new Date(start + 2) }
    await decideParameters(stage.store, slower.hash, said)
    const page = (await describeParameters(stage.store, {
      inForce,
      configured,
      refresh: async () => {},
    })) as Record<string, unknown>
    const shown = {
      hash: hashOf(slow),
      status: 'pending',
      parameters: slow,
      breaches: [{ parameter: 'poll_interval_s', value: 4_000, hard: 3_600 }],
      proposed_at: new Date(start + 1).toISOString(),
    }
    expect(page).to.deep.equal({
      in_force: { hash: hashOf(inForce), parameters: inForce },
      configured: shown,
      pending: [shown],
      decisions: [
        { hash: slower.hash, decision: 'reject', by: 'ann', why: 'too slow', at: said.at.toISOString() },
      ],
    })
  })
})
