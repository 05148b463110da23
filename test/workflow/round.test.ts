import { expect } from 'chai'
import { RoundFile } from '../../protocol/index.ts'
import { inspectRound } from '../../workers/sentinel/index.ts'
import { itInFull } from '../helpers/budget.ts'
import { manualQuestion, type Opening, onStage, openStage, publishedRound, type Stage } from './stage.ts'

const yes = { value: '75120.5' }
const no = { value: '74000' }

describe('a round on the DON', function () {
  this.timeout(120_000)
  let stage: Stage

  const onThe = onStage()
  before(() => {
    stage = onThe()
  })
  const ask = (opening: Opening = {}) => stage.ask({ joined: 5, ...opening })

  async function rebuilt(marketId: number): Promise<RoundFile.RoundFile> {
    const file = await publishedRound(stage, marketId)
    expect(RoundFile.rebuild(file).report.roundRoot).to.equal(file.report.round_root)
    return file
  }

  it('S1-1 … S1-8: takes signed answers and defences, scores them, and writes the outcome on-chain', async () => {
    const marketId = await ask()
    await stage.collect(marketId, [yes, yes, no, yes, yes])
    const { result, report } = await stage.poke(stage.sharedDon(), marketId)
    expect(result).to.deep.include({ status: 'reported', round: 1, outcome: 'YES', evaluator: 'rubric' })
    expect(result.excluded).to.deep.equal([])
    expect(await stage.read(marketId)).to.deep.include({ status: 3, outcome: 1 })
    // Answers and defences of up to 11 workers come in one call; the other tells the gateway.
    expect(report.usage).to.include({ http: 2, reads: 3, writes: 1, consensus: 3 })
    // Anyone can do it again from what was signed and what stands on-chain.
    const { result: inspected } = await inspectRound(await rebuilt(marketId))
    expect(inspected.findings).to.deep.equal([])
  })

  it('S0-2: a question without a rule is decided by what workers say', async () => {
    const marketId = await ask({ question: manualQuestion })
    await stage.collect(marketId, [
      { value: 'YES' },
      { value: 'NO' },
      { value: 'NO' },
      { value: 'NO' },
      { value: null },
    ])
    const { result } = await stage.poke(stage.sharedDon(), marketId)
    expect(result).to.deep.include({ status: 'reported', outcome: 'NO' })
    await rebuilt(marketId)
  })

  it('SPEC §7: the source itself takes votes away and gives none', async () => {
    stage.say('75500')
    const marketId = await ask()
    await stage.collect(marketId, [yes, yes, no, yes, yes])
    const { result, report } = await stage.poke(stage.sharedDon({ reference: 'on' }), marketId)
    expect(result).to.deep.include({ status: 'reported', outcome: 'YES' })
    expect(result.excluded).to.deep.equal([{ agent_id: 2, reason: 'contradicted' }])
    expect(report.usage.http).to.equal(3)
    expect(stage.published.at(-1)).to.deep.equal({ reference: 'YES', probed: [], evaluations: [] })
    await rebuilt(marketId)
  })

  itInFull('a source that is down has no effect', async () => {
    stage.say(null)
    const marketId = await ask()
    await stage.collect(marketId, [yes, yes, no, yes, yes])
    const { result } = await stage.poke(stage.sharedDon({ reference: 'on' }), marketId)
    expect(result).to.deep.include({ status: 'reported', outcome: 'YES' })
    expect(result.excluded).to.deep.equal([])
  })

  it('does nothing for a market that is not asked, or is no market', async () => {
    const don = stage.sharedDon()
    expect((await stage.poke(don, 1)).result).to.deep.include({ status: 'nothing' })
    const { error } = await stage.attempt(don, 999)
    expect(error).to.match(/revert|UnknownMarket/i)
  })

  it('refuses a poke that is none', async () => {
    for (const input of [{}, { market_id: '1' }, { market_id: 1, more: true }, { market_id: 0 }, 'text'])
      expect((await stage.attempt(stage.sharedDon(), input)).error, JSON.stringify(input)).not.to.equal(null)
  })
})

describe('a round of 32 workers', function () {
  this.timeout(240_000)
  itInFull('C2 C6 C10: fits the smallest published quotas, reference and probe included', async () => {
    const stage = await openStage({ workers: 32 })
    stage.say('75500')
    const marketId = await stage.ask()
    const text = 'The sample of the provider at the deadline is above the target. '.repeat(60).slice(0, 3_600)
    const reply = { evidence: text, sources: Array.from({ length: 8 }, (_, i) => `https://example.org/${i}`) }
    const batches = await stage.collect(marketId, Array(32).fill({ ...yes, reply }))
    // One was left out by the gateway; asked directly, it answers.
    batches.answers.splice(31, 1)
    await stage.answerDirectly(marketId, 31, yes)
    const { result, report } = await stage.poke(stage.don({ reference: 'on' }), marketId)
    expect(result).to.deep.include({ status: 'reported', outcome: 'YES', excluded: [] })
    const { http, reads, consensus, observationBytes, reportBytes, httpResponseBytes } = report.usage
    expect({ http, reads, consensus }).to.deep.equal({ http: 5, reads: 6, consensus: 3 })
    expect(reportBytes).to.be.at.most(4_891 + 109)
    expect(observationBytes).to.be.at.most(25_000)
    expect(httpResponseBytes).to.be.at.most(90_000)
    for (const { memoryBytes } of report.nodes) expect(memoryBytes).to.be.below(100_000_000)
    await stage.close()
  })
})
