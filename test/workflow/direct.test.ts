import { expect } from 'chai'
import { readReports } from '../../cli/chain/roundFacts.ts'
import { signAnswer, signDefence } from '../../local/samples/round.ts'
import type { Wire } from '../../protocol/index.ts'
import { describeInFull } from '../helpers/budget.ts'
import { json, manualQuestion, openStage, type Stage } from './stage.ts'

/** A market of two without a gateway: `minWorkers` 1 is for such deployments. */
describeInFull('direct mode', function () {
  this.timeout(120_000)
  let stage: Stage

  before(async () => {
    stage = await openStage({ workers: 3, parameters: { minWorkers: 1 } })
  })
  after(async () => {
    await stage.close()
  })

  const reply: Wire.ResolveReply = {
    determination: true,
    confidence: 0.9,
    evidence: 'The office published the signature on March 1, 2026.',
    sources: ['https://www.example.gov/acts'],
  }

  async function answering(marketId: number, workers: readonly number[]): Promise<void> {
    const round = await stage.roundOf(marketId)
    for (const i of workers) {
      const answer = await signAnswer(round, stage.keyOf(i), reply)
      stage.workerHandlers.set(i, async (request, response, body) => {
        if (request.url === '/a2a/resolve') return json(response, answer)
        const asked = JSON.parse(body) as Wire.ChallengeRequest
        json(
          response,
          await signDefence(
            round,
            stage.keyOf(i),
            asked,
            asked.challenges.map(() => 'Because it was published.'),
          ),
        )
      })
    }
  }

  it('C1 C2: asks and challenges each of two workers itself, within the quotas', async () => {
    const marketId = await stage.ask({ question: manualQuestion, joined: 2 })
    await answering(marketId, [0, 1])
    stage.requests.length = 0
    const { result, report } = await stage.poke(stage.sharedDon({ gateways: [] }), marketId)
    expect(result).to.deep.include({ status: 'reported', outcome: 'YES', excluded: [] })
    expect(report.usage).to.include({ http: 4 })
    expect(report.usage.reads).to.be.at.most(15)
    expect(new Set(stage.requests)).to.deep.equal(
      new Set([
        'worker 0 /a2a/resolve',
        'worker 1 /a2a/resolve',
        'worker 0 /a2a/challenge',
        'worker 1 /a2a/challenge',
      ]),
    )
    expect((await stage.worker(marketId, 0)).analysisDepth).to.be.greaterThan(0)
  })

  it('blames a worker for what it does itself', async () => {
    const marketId = await stage.ask({ question: manualQuestion, joined: 2 })
    await answering(marketId, [0])
    stage.workerHandlers.set(1, (_request, response) => json(response, {}, 500))
    await stage.chain.warpTo((await stage.chain.now()) + 3_700)
    const { result } = await stage.poke(stage.sharedDon({ gateways: [] }), marketId)
    expect(result.excluded).to.deep.equal([{ agent_id: 1, reason: 'http-error' }])
  })

  /** A worker written to the letter of seed 001: four fields, and nothing that it signs. */
  const plain = (index: number) =>
    stage.workerHandlers.set(index, (request, response, body) => {
      if (request.url === '/a2a/resolve') return json(response, reply)
      const { challenges } = JSON.parse(body) as Wire.ChallengeRequest
      json(response, { responses: challenges.map(() => 'It was published.') })
    })

  it('AUDIT D7 C142: counts the four fields of a plain worker where words decide: the DON heard them itself', async () => {
    const marketId = await stage.ask({ question: manualQuestion, joined: 2 })
    await answering(marketId, [0])
    plain(1)
    const { result } = await stage.poke(stage.sharedDon({ gateways: [] }), marketId)
    expect(result).to.deep.include({ status: 'reported', outcome: 'YES', excluded: [] })
    const { vote } = (await readReports(stage.place, BigInt(marketId)))[0]!.report.records[1]!
    expect(vote).to.deep.equal({ outcome: 'YES', reason: null })
  })

  it('AUDIT D7 C142: where a number decides, a plain worker lacks its check', async () => {
    const marketId = await stage.ask({ joined: 2 })
    const signed = {
      ...reply,
      rule_check: { observed_at: 0, value: '0', tier: 3, result: 'INVALID' as const },
    }
    const round = await stage.roundOf(marketId)
    const doubt = { ...signed, determination: false, outcome: 'INVALID' as const, confidence: 0 }
    const answer = await signAnswer(round, stage.keyOf(0), doubt)
    stage.workerHandlers.set(0, (_request, response) => json(response, answer))
    plain(1)
    await stage.chain.warpTo((await stage.chain.now()) + 3_700)
    const { result } = await stage.poke(stage.sharedDon({ gateways: [] }), marketId)
    expect(result.excluded).to.deep.equal([{ agent_id: 1, reason: 'no-check' }])
  })

  it('C2: refuses three workers, and says why', async () => {
    const marketId = await stage.ask({ question: manualQuestion, joined: 3 })
    const { result } = await stage.poke(stage.sharedDon({ gateways: [] }), marketId)
    expect(result.status).to.equal('nothing')
    expect(result.why).to.match(/httpCalls 6 needed, 5 allowed/)
  })

  it('a worker without a usable endpoint is not to blame', async () => {
    await stage.register(1, 'ftp://nowhere')
    const marketId = await stage.ask({ question: manualQuestion, joined: 2 })
    await answering(marketId, [0])
    await stage.chain.warpTo((await stage.chain.now()) + 3_700)
    const { result } = await stage.poke(stage.sharedDon({ gateways: [] }), marketId)
    expect(result.excluded).to.deep.equal([{ agent_id: 1, reason: 'no-endpoint' }])
  })

  it('sends nothing to the inside of a network unless the chain is a local one', async () => {
    await stage.register(1, 'http://127.0.0.1:9')
    const marketId = await stage.ask({ question: manualQuestion, joined: 2 })
    stage.requests.length = 0
    const authorizedKeys = [`0x${'11'.repeat(20)}`]
    const { result } = await stage.poke(stage.don({ gateways: [], isLocal: false, authorizedKeys }), marketId)
    expect(result.excluded!.map(({ reason }) => reason)).to.deep.equal(['no-endpoint', 'no-endpoint'])
    expect(stage.requests).to.deep.equal([])
  })
})
