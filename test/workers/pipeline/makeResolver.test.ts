import { expect } from 'chai'
import { acquisitionScenario, acquisitionTask } from '../../../cli/commands/worker/acquisition.ts'
import { makeResolver, type ResolverContext } from '../../../workers/pipeline/makeResolver.ts'
import { own, points, sources, taskOf, transportOf } from './helpers.ts'

const contextOf = (pages: Readonly<Record<string, string>>): ResolverContext => ({
  collectorId: 'agent-7',
  sources,
  transport: transportOf(pages),
})

describe('makeResolver', () => {
  it('has the name it is given, and answers with the proof of the procedure', async () => {
    const resolver = makeResolver('careful', contextOf({ [own]: points('80000') }))
    expect(resolver.name).to.equal('careful')
    const { reply, proof } = await resolver.resolve(taskOf())
    expect(reply.outcome).to.equal('YES')
    expect(reply.confidence).to.equal(proof!.bundle.verdict.confidence_bps / 10_000)
  })

  it('tells the observer of its context how a run went', async () => {
    const failed: string[] = []
    const observe: ResolverContext['observe'] = (event) => {
      if (event.type === 'failed') failed.push(`${event.stage} ${event.code}`)
    }
    const { reply } = await makeResolver('x', { ...contextOf({}), observe }).resolve(taskOf())
    expect(reply.outcome).to.equal('INVALID')
    expect(failed).to.deep.equal(['collector FAILED'])
  })

  it('C35: a run that is called off claims nothing', async () => {
    const resolver = makeResolver('x', contextOf({ [own]: points('80000') }))
    const signal = AbortSignal.abort(new Error('no longer wanted'))
    const { reply, proof } = await resolver.resolve(taskOf(), { signal })
    expect(reply).to.include({ outcome: 'INVALID', confidence: 0 })
    expect(reply.evidence).to.include('no longer wanted')
    expect(proof).to.equal(null)
  })

  it('defends an abstention by its reason alone, and claims nothing beyond it', async () => {
    const resolver = makeResolver('x', contextOf({}))
    const answered = await resolver.resolve(taskOf('Will it rain?'))
    const why = answered.reply.evidence.split('\n')[0]!
    const responses = resolver.prepare(taskOf(), answered)
    for (const response of Object.values(responses)) expect(response).to.include(why)
    expect(responses.opposite).to.include('I hold no evidence against another answer')
    expect(responses.other).to.include('INVALID')
  })

  it('defends an answer by the account of its proof, of a rule or of free text', async () => {
    const resolver = makeResolver('x', contextOf({ [own]: points('80000') }))
    const rule = resolver.prepare(taskOf(), await resolver.resolve(taskOf()))
    expect(rule.opposite).to.include('80000').and.include('coingecko recorded')
    const { answered } = await acquisitionScenario('confirmed')
    const free = resolver.prepare(acquisitionTask(), answered)
    expect(free.opposite).to.include('SEC EDGAR filings of Aldermoor Systems stated on March 12, 2026')
  })
})
