import { expect } from 'chai'
import { Instant } from '../../../protocol/index.ts'
import type { Reply } from '../../../services/fetch/Transport.ts'
import { type Collecting, collector, mark, toBundle } from '../../../workers/pipeline/collector.ts'
import { compileRule } from '../../../workers/pipeline/rule/compile.ts'
import type { SOPExecutionError } from '../../../workers/pipeline/Stage.ts'
import * as Subject from '../../../workers/pipeline/Subject.ts'
import { deadline, own, points, second, sources, taskOf, transportOf } from './helpers.ts'

const subject = Subject.ofTask(taskOf())
const crossCheck = { provider: 'binance', asset: 'BTCUSDT', metric: 'price', toleranceBps: 50 }
const compiled = compileRule(subject, crossCheck) as Subject.Compiled

const collect = (
  pages: Readonly<Record<string, string | Partial<Reply>>>,
  changes: Partial<Collecting> = {},
  signal?: AbortSignal,
) =>
  collector(
    { collectorId: 'agent-7', sources, transport: transportOf(pages), ...changes },
    subject,
    compiled,
    signal === undefined ? {} : { signal },
  )

describe('collector', () => {
  it('S2-24: fetches every requirement, and marks the sample of the rule’s own source as the one to rest on', async () => {
    const { evidence, failures } = await collect({ [own]: points('80000'), [second]: points('80001') })
    expect(evidence).to.include({ bundle_id: 'evidence-1-1', collector_id: 'agent-7' })
    expect(evidence.items.map(({ evidence_id, used }) => [evidence_id, used])).to.deep.equal([
      ['sample', true],
      ['cross-check', false],
    ])
    expect(failures).to.deep.equal([])
  })

  it('C35: one source that fails does not keep the other from answering, and is named with its reason', async () => {
    const { evidence, failures } = await collect({ [own]: points('80000') })
    expect(evidence.items.map((item) => item.evidence_id)).to.deep.equal(['sample'])
    expect(failures).to.have.length(1)
    expect(failures[0]).to.include({ requirementId: 'cross-check', provider: 'binance' })
    expect(failures[0]!.reason).to.not.include('\n')
  })

  it('C35: fails as a stage where no source gives anything, with the reason of each', async () => {
    try {
      await collect({ [own]: { status: 503, body: 'down' } })
      throw new Error('It went through.')
    } catch (error) {
      expect(error).to.include({ stage: 'collector', code: 'FAILED' })
      const { reason } = error as SOPExecutionError
      expect(reason).to.match(/^no source gave anything\. /)
      expect(reason).to.include('503').and.include(`Nothing is served at ${second}`)
    }
  })

  it('S2-105: hands on that it was called off, instead of counting it as a failure of a source', async () => {
    const reason = new Error('no longer wanted')
    const controller = new AbortController()
    const transport: Collecting['transport'] = async () => {
      controller.abort(reason)
      throw reason
    }
    const failed = await collect({}, { transport }, controller.signal).catch((error: unknown) => error)
    expect(failed).to.not.include({ code: 'FAILED' })
    expect(String((failed as Error).stack) + String((failed as Error).cause)).to.include('no longer wanted')
  })

  it('S2-29: a prover is told for which market and round it looks for a proof', async () => {
    const scopes: unknown[] = []
    await collect(
      { [own]: points('80000') },
      {
        prove: ({ scope }) => {
          scopes.push(scope)
          return null
        },
      },
    )
    expect(scopes).to.deep.equal([{ market_id: '1', round: 1 }])
  })

  it('S2-33: rests on no sample that is missing, or proven less well than the rule wants', async () => {
    const { evidence } = await collect({ [own]: points('80000') })
    const [item] = evidence.items
    const strict = { ...compiled.spec, market: { ...compiled.spec.market, min_provenance_tier: 1 } }
    expect(mark(item!, compiled).used).to.equal(true)
    expect(mark(item!, { spec: strict }).used).to.equal(false)
    expect(mark({ ...item!, normalized: null }, compiled).used).to.equal(false)
  })

  it('S2-27: a bundle is dated by its last receipt, and summarizes its items', async () => {
    const { evidence } = await collect({
      [own]: { body: points('80000'), retrievedAt: deadline + 900 },
      [second]: { body: points('80000'), retrievedAt: deadline + 700 },
    })
    expect(evidence.collection_time).to.equal(Instant.format(deadline + 900))
    const again = toBundle('agent-7', subject, [...evidence.items].reverse())
    expect(again.collection_time).to.equal(evidence.collection_time)
    expect(again.provenance_summary).to.deep.equal(evidence.provenance_summary)
  })
})
