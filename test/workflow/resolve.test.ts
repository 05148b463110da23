import { expect } from 'chai'
import { hexToBytes } from 'viem'
import { Evm } from '../../don/sdk.ts'
import type { Saying } from '../../local/samples/round.ts'
import { type Limits, Report, Round, Score } from '../../protocol/index.ts'
import type { Result } from '../../workflow/result.ts'
import { gatewayOf, limits, parameters, type Stage, stageOf, type Told } from './fakeRound.ts'
import { gatewayUrl, type Host, load, type Runtime, type Sent, saw } from './fakeRuntime.ts'

const { execute } = await load<{
  execute(runtime: Runtime, woken: { named: bigint }, limits: Limits.Limits): Result
}>('execute')

const yes: Saying = { value: '75120.5' }
const no: Saying = { value: '74000' }
/** To a question that people decide. */
const said: Saying = { value: 'YES' }
const four: Saying[] = [yes, yes, yes, no]

type Options = {
  readonly host?: Host
  readonly told?: Partial<Told>
  readonly limits?: Limits.Limits
  readonly question?: string
}

async function resolved(sayings: readonly Saying[], options: Options = {}) {
  const { host = {}, told = {}, question } = options
  const stage = await stageOf(sayings, { host, told, round: question === undefined ? {} : { question } })
  const result = execute(stage.runtime, { named: BigInt(stage.round.marketId) }, options.limits ?? limits)
  return { result, stage }
}
const reportIn = ({ written }: Stage) => Report.decode(hexToBytes(written.at(-1)!.payload))
const manual = '§question Will the bill be signed by March?\n§rule\nsource:manual'

describe('one round of one market', () => {
  it('is reported: what most say, with who is not counted, and the transaction', async () => {
    const { result, stage } = await resolved([yes, yes, yes, 'malformed'])
    expect(result).to.deep.include({
      status: 'reported',
      market_id: 1,
      round: 1,
      outcome: 'YES',
      evaluator: 'rubric',
      tx_hash: '0xaa',
    })
    expect(result.excluded).to.deep.equal([{ agent_id: 3, reason: 'no-endpoint' }])
    expect(reportIn(stage)).to.include({ marketId: 1n, round: 1, outcome: 'YES' })
    expect(stage.logs.join('\n')).to.match(/agent 3 is not counted: no-endpoint\n.*YES, taken/)
    expect(stage.logs[0], 'the id that gateway and workers log').to.equal(
      `market 1, round 1, trace ${Round.traceId(stage.round)}`,
    )
  })

  it('is told to the gateway afterwards, where a call is left', async () => {
    const posts = ({ sent }: Stage) => sent.filter(({ method }) => method === 'POST')
    const { stage } = await resolved(four)
    expect(posts(stage).map(({ url }) => url)).to.deep.equal([`${gatewayUrl}/rounds/1/1`])
    expect(JSON.parse(posts(stage)[0]!.body)).to.deep.equal({ reference: null, probed: [], evaluations: [] })
    const spent = await resolved(four, { limits: { ...limits, httpCalls: 1 } })
    expect(spent.result.status).to.equal('reported')
    expect(posts(spent.stage)).to.deep.equal([])
  })

  it('goes to the market with the gas of the configuration', async () => {
    const { stage } = await resolved(four, { host: { config: { gasLimit: '900000' } } })
    expect(stage.written).to.have.length(1)
    expect(stage.written[0]).to.include({ gasLimit: 900_000n, receiver: stage.round.market })
  })

  it('is nothing where nothing is asked, or where it does not fit the quotas', async () => {
    expect((await resolved(four, { told: { status: 3 } })).result).to.deep.equal({
      status: 'nothing',
      market_id: 1,
      why: 'nothing is asked of this market',
    })
    const { result, stage } = await resolved(four, { limits: { ...limits, reads: 1 } })
    expect(result).to.include({ status: 'nothing', round: 1 })
    expect(result.why).to.match(/market, pages, endpoints/)
    expect(stage.sent).to.deep.equal([])
  })

  it('waits where the gateway does, and writes nothing', async () => {
    const { result, stage } = await resolved(four, { host: { http: () => ({ status: 503 }) } })
    expect(result).to.deep.equal({ status: 'waiting', market_id: 1, round: 1, why: 'unsealed' })
    expect(stage.written).to.deep.equal([])
  })

  it('waits for workers who could change it, until the grace is over', async () => {
    const grace = Number(parameters.quorumGrace)
    // Once the rule can be decided: before that, a missing quorum says nothing.
    const requestedAt = Round.docketRule((await stageOf([yes])).round)!.readyAt
    const at = async (passed: number) =>
      await resolved([yes, 'silent', 'silent', 'silent'], {
        told: { requestedAt, now: requestedAt + passed },
        limits: { ...limits, httpCalls: 1 },
      })
    const early = await at(grace - 1)
    expect(early.result).to.include({
      status: 'waiting',
      why: '3 workers who were left out could change the outcome',
    })
    expect(early.result.excluded).to.have.length(3)
    const late = await at(grace)
    expect(late.result).to.include({ status: 'reported', outcome: null })
    expect(late.stage.logs.some((line) => line.includes('no quorum, taken'))).to.equal(true)
  })

  it('SPEC §1: a doubt is not reported before its rule can be decided, a Yes is', async () => {
    const doubt: Saying = { value: null }
    const { round } = await stageOf([yes])
    const { readyAt } = Round.docketRule(round)!
    const at = async (sayings: readonly Saying[], now: number) =>
      (await resolved(sayings, { told: { requestedAt: round.deadline, now } })).result
    const early = await at([doubt, doubt, doubt], readyAt - 1)
    expect(early).to.include({
      status: 'waiting',
      why: `the rule cannot be decided before ${readyAt}`,
    })
    expect(await at([doubt, doubt, doubt], readyAt)).to.include({ status: 'reported', outcome: 'INVALID' })
    expect(await at([yes, yes, yes], readyAt - 1)).to.include({ status: 'reported', outcome: 'YES' })
  })

  it('AUDIT B2 SPEC §1: asked in the second of its deadline, a market ends as it would an hour later', async () => {
    const { round } = await stageOf([yes])
    const { readyAt } = Round.docketRule(round)!
    const asked = { requestedAt: round.deadline }
    const unsealed = { host: { http: () => ({ status: 503 }) }, told: { ...asked, now: round.deadline + 1 } }
    expect((await resolved([yes, yes, yes], unsealed)).result.status).to.equal('waiting')
    for (const now of [round.deadline + 300, readyAt, readyAt + 3_600])
      expect((await resolved([yes, yes, yes], { told: { ...asked, now } })).result).to.include({
        status: 'reported',
        outcome: 'YES',
      })
  })

  it('SPEC §2: a repeat needs two thirds of those who answered in either round, an appeal three answers', async () => {
    const sayings: Saying[] = [yes, yes, yes, 'silent', 'silent', 'silent', 'silent', 'silent']
    const { round } = await stageOf(sayings)
    const requestedAt = round.deadline + 10_000
    const at = async (told: Partial<Told>) =>
      (
        await resolved(sayings, {
          told: { requestedAt, now: requestedAt + Number(parameters.quorumGrace), ...told },
        })
      ).result.outcome
    expect(await at({})).to.equal(null)
    expect(await at({ isRepeat: true, market: { answeredBefore: 0b11 } })).to.equal('YES')
    expect(await at({ isRepeat: true, market: { answeredBefore: 0b11111000 } })).to.equal(null)
    expect(await at({ market: { isAppealing: true, noWeight: 1n } })).to.equal('YES')
  })

  it('is given up when its time is over', async () => {
    const now = 1_000 + Number(parameters.resolutionTimeout)
    const { result, stage } = await resolved(four, { told: { requestedAt: 1_000, now } })
    expect(result.status).to.equal('nothing')
    expect(result.why).to.match(/time for a report is over/)
    expect(stage.written).to.deep.equal([])
  })

  it('is refused where the market refuses it, in its words', async () => {
    const receiver = await resolved(four, {
      host: {
        write: () => ({
          txStatus: Evm.TxStatus.SUCCESS,
          receiverContractExecutionStatus: Evm.ReceiverContractExecutionStatus.REVERTED,
          txHash: Uint8Array.of(1),
        }),
      },
    })
    expect(receiver.result).to.include({ status: 'refused', why: 'the market refused the report' })
    const reverted = { txStatus: Evm.TxStatus.REVERTED, errorMessage: 'out of gas' }
    const transaction = await resolved(four, { host: { write: () => reverted } })
    expect(transaction.result).to.include({ status: 'refused', why: 'out of gas' })
    // Nobody is told of a round that was not reported.
    expect(transaction.stage.sent.some(({ method }) => method === 'POST')).to.equal(false)
  })

  it('takes the source’s word against a worker’s, and against a doubt', async () => {
    const sayings: Saying[] = [yes, yes, yes, no, yes, { value: null }]
    const { round, file } = await stageOf(sayings)
    const prices = `{"prices":[[${round.deadline}000,76000]],"market_caps":[],"total_volumes":[]}`
    const http = (sent: Sent) =>
      sent.url.startsWith('http://source.example') ? { body: prices } : gatewayOf(round, file)(sent)
    const config = { reference: 'on' as const, sources: { coingecko: 'http://source.example' } }
    const requestedAt = round.deadline + 4_000
    const { result } = await resolved(sayings, {
      host: { http, config },
      told: { requestedAt, now: requestedAt + 30 },
    })
    expect(result).to.include({ status: 'reported', outcome: 'YES' })
    expect(result.excluded).to.deep.equal([
      { agent_id: 3, reason: 'contradicted' },
      { agent_id: 5, reason: 'doubt-refuted' },
    ])
  })
})

describe('the way to the replies', () => {
  const gateways = [{ url: 'http://one.example', tokenSecret: 'TOKEN' }, { url: 'http://two.example' }]
  const at = async (minute: number, secrets: Record<string, string> = { TOKEN: 'abc' }) =>
    await resolved(four, {
      host: { config: { gateways }, secrets },
      told: { requestedAt: 1_000, now: 1_000 + 60 * minute },
    })

  it('is one gateway an attempt, in turn, each with its own token', async () => {
    const seen = await Promise.all([0, 1, 2].map((minute) => at(minute)))
    const first = seen.map(({ stage: { sent } }) => [
      new URL(sent[0]!.url).host,
      sent[0]!.headers.authorization,
    ])
    expect(first).to.deep.equal([
      ['one.example', 'Bearer abc'],
      ['two.example', undefined],
      ['one.example', 'Bearer abc'],
    ])
  })

  it('a token that the vault has not is said', async () => {
    const error = await at(0, {}).catch((one) => one)
    expect(String(error.message ?? error)).to.match(/TOKEN/)
  })

  it('is the workers’ own endpoints where no gateway is configured; nothing is published then', async () => {
    const { file } = await stageOf([said], { round: { question: manual } })
    const http = ({ url }: Sent) => (url.endsWith('/resolve') ? { body: file.answers[0]!.reply } : null)
    const { result, stage } = await resolved([said], {
      host: { http, config: { gateways: [] } },
      told: {
        endpoints: { 0: 'http://127.0.0.1:9000' },
        parameters: { minWorkers: 1 },
        requestedAt: 1_000,
        now: 2_000,
      },
      question: manual,
    })
    expect(stage.sent.map(({ url }) => url)).to.deep.equal([
      'http://127.0.0.1:9000/a2a/resolve',
      'http://127.0.0.1:9000/a2a/challenge',
    ])
    expect(result.excluded).to.deep.equal([])
    expect(result).to.include({ status: 'reported', outcome: 'YES' })
  })
})

describe('a market without a gateway that is asked early', () => {
  it('AUDIT B2 SPEC §1: waits for workers that are not ready, and ends with what they say then', async () => {
    const { file, round } = await stageOf([yes])
    const { readyAt } = Round.docketRule(round)!
    const answers = ({ url }: Sent) => (url.endsWith('/resolve') ? { body: file.answers[0]!.reply } : null)
    const notReady = () => ({ status: 503, body: { reason: 'not-ready' } })
    const at = async (http: Host['http'], now: number) =>
      (
        await resolved([yes], {
          host: { http: http!, config: { gateways: [], reference: 'off' } },
          told: {
            endpoints: { 0: 'http://127.0.0.1:9000' },
            parameters: { minWorkers: 1 },
            requestedAt: round.deadline,
            now,
          },
        })
      ).result
    const early = await at(notReady, round.deadline + 1)
    expect(early).to.include({ status: 'waiting', why: `the rule cannot be decided before ${readyAt}` })
    expect(early.excluded).to.deep.equal([{ agent_id: 0, reason: 'not-ready' }])
    expect(await at(answers, round.deadline + 600)).to.include({ status: 'reported', outcome: 'YES' })
    expect((await at(notReady, readyAt)).excluded).to.deep.equal([{ agent_id: 0, reason: 'silent' }])
  })
})

describe('what the gateway is told', () => {
  it('that nodes disagree about fails nothing: the report was written', async () => {
    let agreed = 0
    const observations: Host['observations'] = (own) =>
      agreed++ === 0 ? [own, own, own, own] : [own, own, saw(own, 'refused'), saw(own, 'refused')]
    const { result, stage } = await resolved(four, { host: { observations } })
    expect(result).to.include({ status: 'reported', outcome: 'YES' })
    expect(stage.logs).to.include('the gateway did not take what was published of market 1')
  })
})

describe('a round scored by a model', () => {
  const llm = { url: 'https://model.example/v1/chat', model: 'judge-1', keySecret: 'LLM_KEY' }
  const config = { evaluator: 'llm' as const, llm }
  const grade = ({ body }: Sent) => {
    const { workers } = JSON.parse(JSON.parse(body).messages[1].content) as { workers: { id: string }[] }
    const scores = Object.fromEntries(workers.map(({ id }) => [id, Score.all(50)]))
    return { body: { choices: [{ message: { role: 'assistant', content: JSON.stringify({ scores }) } }] } }
  }

  it('says so, and has the scores published, which nobody else could compute', async () => {
    const { result, stage } = await resolved([said, said, said], {
      host: { config, confidentialHttp: grade },
      question: manual,
    })
    expect(result).to.include({ status: 'reported', evaluator: 'llm' })
    const told = JSON.parse(stage.sent.find(({ method }) => method === 'POST')!.body)
    expect(told.evaluations.map(({ index }: { index: number }) => index)).to.deep.equal([0, 1, 2])
  })

  it('is scored by the rubric where the model is down, and says why', async () => {
    const { result, stage } = await resolved([said, said, said], { host: { config }, question: manual })
    expect(result).to.include({ status: 'reported', evaluator: 'rubric' })
    expect(stage.logs.some((line) => line.startsWith('scored by the rubric: '))).to.equal(true)
  })
})
