import { expect } from 'chai'
import { readReports } from '../../cli/chain/roundFacts.ts'
import { checkConfig } from '../../gateway/Config.ts'
import { type Running, startGateway } from '../../gateway/startGateway.ts'
import { temporaryDatabase } from '../../local/openStores.ts'
import { signAnswer, signDefence } from '../../local/samples/round.ts'
import { Payout, type Wire } from '../../protocol/index.ts'
import { makeLog } from '../../services/http/makeLog.ts'
import { json, manualQuestion, onStage, question } from './stage.ts'

/** What a worker written to the letter of seed 001 says: four fields, and nothing that it signs. */
const plainReply = {
  determination: true,
  confidence: 0.82,
  evidence: 'The office published the signature on March 1, 2026.',
  sources: ['https://www.example.gov/acts'],
}

describe('a plain worker of the seed, asked through a gateway', function () {
  this.timeout(180_000)
  const stage = onStage()
  let database: { path: string; remove(): void }
  let gateway: Running

  before(async () => {
    database = await temporaryDatabase()
    const config = {
      listen: { port: 0 },
      chainId: 31_337,
      market: stage().market,
      rpcUrl: stage().chain.url,
      deadlines: { resolveMs: 5_000, challengeMs: 5_000, patienceMs: 5_000, leaseMs: 200 },
      allowPrivate: true,
      store: { folder: database.path },
      callers: { rate: null },
      watch: { pollMs: 50, sweepMs: 500 },
      graceMs: 500,
    }
    const checked = checkConfig(config, { file: 'gateway.yaml' })
    gateway = await startGateway(checked, { env: {}, log: makeLog('silent') })
  })
  after(async () => {
    await gateway?.stop()
    database?.remove()
  })

  /** Three workers that sign, and a fourth that is plain. */
  async function answer(marketId: number): Promise<void> {
    const round = await stage().roundOf(marketId)
    const asked = [0, 1, 2].map(async (i) => {
      const answer = await signAnswer(round, stage().keyOf(i), plainReply)
      stage().workerHandlers.set(i, async (request, response, body) => {
        if (request.url === '/a2a/resolve') return json(response, answer)
        const challenge = JSON.parse(body) as Wire.ChallengeRequest
        const responses = challenge.challenges.map(() => 'Because it was published.')
        json(response, await signDefence(round, stage().keyOf(i), challenge, responses))
      })
    })
    await Promise.all(asked)
    stage().workerHandlers.set(3, (request, response, body) => {
      if (request.url === '/a2a/resolve') return json(response, plainReply)
      const { challenges } = JSON.parse(body) as Wire.ChallengeRequest
      json(response, { responses: challenges.map(() => 'It was published.') })
    })
  }

  async function sealed(marketId: number): Promise<void> {
    const url = `${gateway.url}/v1/markets/${marketId}/rounds/1/defences`
    for (let i = 0; i < 600; i++) {
      if ((await fetch(url)).status === 200) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error('The round was never sealed.')
  }

  it('AUDIT D7 C142: is reported as plain on-chain, and loses the part of who is absent, not of who is silent', async () => {
    const marketId = await stage().ask({ question: manualQuestion, joined: 4 })
    await answer(marketId)
    await sealed(marketId)
    const don = stage().don({ gateways: [{ url: gateway.url }] })
    const { result } = await stage().poke(don, marketId)
    expect(result).to.deep.include({
      status: 'reported',
      outcome: 'YES',
      excluded: [{ agent_id: 3, reason: 'plain' }],
    })
    const [told] = await readReports(stage().place, BigInt(marketId))
    const records = told!.report.records
    expect(records.map(({ vote }) => vote.outcome ?? vote.reason)).to.deep.equal([
      'YES',
      'YES',
      'YES',
      'plain',
    ])
    const workers = records.map(({ vote }) => ({
      ...{ vote, answeredBefore: false, share: 1n, cohort: 0 },
      stake: 1_000n,
    }))
    const ended = { pool: 0n, appeals: [], decidedIn: 0, turnedBy: null, rulingCost: 0n, workers }
    expect(Payout.preview({ ...ended, ending: 'YES' }).workers[3]).to.equal(900n)
    expect(Payout.preview({ ...ended, ending: 'INVALID' }).workers[3]).to.equal(1_000n)
  })

  it('SPEC §5: on a rule that a number decides, too, plain goes before the missing check', async () => {
    const marketId = await stage().ask({ question, joined: 4 })
    await answer(marketId)
    await sealed(marketId)
    await stage().chain.warpTo((await stage().chain.now()) + 3_700)
    const don = stage().don({ gateways: [{ url: gateway.url }] })
    const { result } = await stage().poke(don, marketId)
    const reasons = Object.fromEntries((result.excluded ?? []).map((one) => [one.agent_id, one.reason]))
    expect(reasons[3]).to.equal('plain')
    expect(reasons[0], 'signed, and no check').to.equal('no-check')
  })
})
