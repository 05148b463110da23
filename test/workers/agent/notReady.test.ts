import { expect } from 'chai'
import { deadline } from '../../../local/samples/proof.ts'
import { Question, Wire } from '../../../protocol/index.ts'
import { answerAhead } from '../../../workers/agent/answer.ts'
import { jsonOf, type Options } from './agents.ts'
import { isSigned, joined } from './joined.ts'

const manual = '§question Will the bill be signed by March?\n§rule\nsource:manual'
const ruleOf = (...lines: string[]) => ['§question ?', '§rule', ...lines, 'op:gte', 'target:5'].join('\n')

/** An agent that is asked in a round with this question; `at` moves the chain's time, in seconds after the deadline. */
async function asked(question: string, options: Options = {}) {
  const made = await joined(options)
  const view = Question.pose({ ...made.view, question })
  const at = (seconds: number) => made.chain.rounds.set(made.marketId, { ...view, now: deadline + seconds })
  at(1)
  const request = Wire.toResolveRequest(view)
  return { ...made, view, at, ask: () => made.post('/a2a/resolve', request) }
}

describe('an agent that is asked before its rule can be decided', function () {
  this.timeout(120_000)

  const providers: [string, string, number][] = [
    ['coingecko', ruleOf('source:coingecko:bitcoin'), 3_900],
    ['defillama', ruleOf('source:defillama:aave'), 90_000],
    ['binance', ruleOf('source:binance:BTCUSDT'), 120],
  ]
  for (const [name, question, wait] of providers)
    it(`SPEC §6 AUDIT B2: ${name}: says 503 not-ready, signs nothing, and answers as an hour later`, async () => {
      const { ask, at, resolver, signatures } = await asked(question)
      resolver.say('INVALID')
      for (const seconds of [0, 1, wait - 1]) {
        at(seconds)
        const response = await ask()
        expect(response.status).to.equal(503)
        expect(Number(response.headers.get('retry-after'))).to.be.within(1, 30)
        expect(await response.json()).to.deep.equal({ reason: 'not-ready' })
      }
      expect(await signatures()).to.deep.equal([])
      resolver.say('YES')
      const reply = await jsonOf(ask())
      expect(reply, 'a decision is signed at once')
        .to.include({ outcome: 'YES' })
        .and.have.property('attestation')
    })

  it('SPEC §6: signs doubt once the rule can be decided', async () => {
    const { ask, at, resolver } = await asked(providers[2]![1])
    resolver.say('INVALID')
    at(120)
    expect(await jsonOf(ask()))
      .to.include({ outcome: 'INVALID' })
      .and.have.property('attestation')
  })

  it('SPEC §1: does not even look at a high or low before its last candles are published', async () => {
    const high = ruleOf('source:binance:BTCUSDT', 'metric:price_high')
    const { ask, at, resolver, agent, view } = await asked(high)
    at(119)
    expect((await ask()).status).to.equal(503)
    expect(await answerAhead(agent, { ...view, now: deadline + 119 })).to.equal(false)
    expect(resolver.tasks).to.deep.equal([])
    at(120)
    expect(await isSigned(await ask())).to.equal(true)
  })

  it('doubt that was come to before is not signed after: it is looked at again', async () => {
    const { ask, at, resolver, signatures } = await asked(providers[0]![1])
    resolver.say('INVALID')
    const open = resolver.hold()
    const early = ask()
    while (resolver.tasks.length === 0) await new Promise((resolve) => setImmediate(resolve))
    at(4_000)
    open()
    expect((await early).status).to.equal(503)
    expect(await signatures()).to.deep.equal([])
    resolver.say('YES')
    expect(await jsonOf(ask()))
      .to.include({ outcome: 'YES' })
      .and.have.property('attestation')
  })

  it('keeps no doubt that nobody signs, either, after the deadline', async () => {
    const now = () => (deadline + 60) * 1_000
    const { post, resolver } = await joined({ agent: { now, chain: null, signer: null } })
    const request = { market_id: 1, question: providers[0]![1], deadline }
    resolver.say('INVALID')
    expect((await post('/a2a/resolve', request)).status).to.equal(503)
    resolver.say('YES')
    expect(await jsonOf(post('/a2a/resolve', request))).to.include({ outcome: 'YES' })
    const early = { ...request, deadline: deadline + 86_400 }
    resolver.say('INVALID')
    expect(await jsonOf(post('/a2a/resolve', early)), 'before it, it is a guess').to.include({
      outcome: 'INVALID',
    })
  })
})

describe('an agent that is asked what no number decides', function () {
  this.timeout(120_000)

  it('SPEC §6: signs when its time is up, as undecided, and stays with it', async () => {
    const limits = {
      bodyBytes: 65_536,
      resolveMs: 28_000,
      challengeMs: 13_000,
      workMs: 60_000,
      plainAnswers: 9,
    }
    const { ask, resolver, signatures } = await asked(manual, {
      agent: { limits: { ...limits, decideMs: 20 } },
    })
    const open = resolver.hold()
    const reply = await jsonOf(ask())
    expect(reply).to.include({ outcome: 'INVALID' }).and.have.property('attestation')
    expect(reply.evidence).to.include('in time')
    open()
    expect(await jsonOf(ask())).to.deep.equal(reply)
    expect(await signatures()).to.have.length(1)
  })

  it('signs what it decides before that', async () => {
    const { ask } = await asked(manual)
    expect(await jsonOf(ask()))
      .to.include({ outcome: 'YES' })
      .and.have.property('attestation')
  })
})
