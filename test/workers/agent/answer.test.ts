import { expect } from 'chai'
import { Address, Docket, Eip712, Question, Round, Wire } from '../../../protocol/index.ts'
import { answerAhead } from '../../../workers/agent/answer.ts'
import { jsonOf, makeAgent } from './agents.ts'
import { address, admitted, isSigned, joined, separator } from './joined.ts'

describe('what an agent signs', function () {
  this.timeout(120_000)

  it('SPEC §6: the true request of a round it joined, as the workflow admits it', async () => {
    const { post, request, view, agent } = await joined()
    const response = await post('/a2a/resolve', request)
    const text = await response.text()
    expect(admitted(text, view)).to.deep.include({ detail: null })
    const { attestation } = JSON.parse(text)
    expect(attestation).to.deep.include({ signer: address, request_hash: Wire.requestHash(request) })
    const again = await makeAgent({ agent: { ...agent, flights: new Map(), provisional: new Map() } })
    expect(await (await again.post('/a2a/resolve', request)).text(), 'after a restart').to.equal(text)
  })

  it('signs the check of an auto rule with the answer', async () => {
    const { agent, post, request, view, resolver } = await joined()
    const { resolve } = resolver
    resolver.resolve = async (task) => {
      const answered = await resolve(task)
      const rule_check = {
        observed_at: view.deadline + 40,
        value: '75120.5',
        tier: 3,
        result: 'YES' as const,
      }
      return { ...answered, reply: { ...answered.reply, rule_check } }
    }
    const text = await (await post('/a2a/resolve', request)).text()
    const { reply } = Wire.readAnswer(text)
    const statement = {
      ...{ marketId: view.marketId, agentId: agent.agentId, round: 1, phase: 'resolve' as const },
      requestHash: Wire.requestHash(request),
      responseHash: Wire.responseHash(reply!),
      checkHash: Docket.checkHash(Wire.docketCheck(reply!)),
    }
    const digest = Wire.attestationDigest(separator, statement)
    expect(Eip712.isSignedBy(address, digest, reply!.attestation!.signature)).to.equal(true)
    expect(
      Round.admit({ ...view, workers: [{ agentId: agent.agentId, signer: address, factorBps: 1 }] }, [
        Wire.readAnswer(text),
      ])[0],
    ).to.deep.include({ detail: null })
  })

  it('nothing that differs from the chain’s own words, and the true request is signed all the same', async () => {
    const { post, request, view, signatures, chain, marketId, agent } = await joined()
    const poison = [
      { ...request, question: `${request.question} ` },
      { ...request, question: 'Will it rain?' },
      { ...request, deadline: request.deadline + 1 },
      { ...request, market_id: 99 },
      ...[
        { market: `0x${'99'.repeat(20)}` },
        { chain_id: 1 },
        { round: 2 },
        { round: 0 },
        { rule: null },
        { display: 'x' },
      ].map((change) => ({
        ...request,
        context: JSON.stringify({ ...JSON.parse(request.context), ...change }),
      })),
      { market_id: request.market_id, question: request.question },
    ]
    for (const body of poison) {
      const response = await post('/a2a/resolve', body)
      expect(response.status).to.equal(200)
      expect(await isSigned(response), JSON.stringify(body)).to.equal(false)
    }
    expect(await signatures()).to.deep.equal([])
    expect(admitted(await (await post('/a2a/resolve', request)).text(), view).detail).to.equal(null)
    expect(await signatures()).to.have.length(1)
    // A later round is another decision; the earlier request keeps its bytes.
    const later = { ...view, round: 2 }
    chain.rounds.set(marketId, later)
    expect(await isSigned(await post('/a2a/resolve', Wire.toResolveRequest(later)))).to.equal(true)
    expect(await isSigned(await post('/a2a/resolve', request))).to.equal(true)
    expect(await signatures()).to.have.length(2)
    expect(agent.provisional.size).to.be.greaterThan(0)
  })

  it('not before it is asked: an early copy of the request neither is signed nor spoils the true one', async () => {
    const { post, request, view, chain, marketId, resolver } = await joined()
    chain.rounds.set(marketId, { ...view, isAsked: false })
    resolver.say('INVALID')
    const early = await post('/a2a/resolve', request)
    expect(await jsonOf(early)).to.deep.equal({ reason: 'not-ready' })
    resolver.say('YES')
    chain.rounds.set(marketId, view)
    const reply = await jsonOf(post('/a2a/resolve', request))
    expect(reply).to.include({ outcome: 'YES' }).and.have.property('attestation')
  })

  it('an unsigned answer from a time without a chain gives way to the signed one', async () => {
    const { post, request, agent, resolver } = await joined()
    const blind = await makeAgent({ agent: { ...agent, chain: null, signer: null, flights: new Map() } })
    expect(await isSigned(await blind.post('/a2a/resolve', request))).to.equal(false)
    resolver.say('NO')
    const text = await (await post('/a2a/resolve', request)).text()
    expect(JSON.parse(text)).to.include({ outcome: 'NO' }).and.have.property('attestation')
    expect(await (await blind.post('/a2a/resolve', request)).text()).to.equal(text)
  })

  it('not for an agent or a signer that the round does not list', async () => {
    for (const workers of [[], [{ agentId: 1, signer: address, factorBps: 2_500 }]]) {
      const { post, request, view, chain, marketId } = await joined()
      chain.rounds.set(marketId, { ...view, workers })
      expect(await isSigned(await post('/a2a/resolve', request))).to.equal(false)
    }
    const { post, request, view, chain, marketId } = await joined()
    chain.rounds.set(marketId, {
      ...view,
      workers: [{ ...view.workers[0]!, signer: Address.of(`0x${'77'.repeat(20)}`) }],
    })
    expect(await isSigned(await post('/a2a/resolve', request))).to.equal(false)
  })

  it('while the chain cannot be asked: 503 with Retry-After, and no word of the URL', async () => {
    const { post, request, chain } = await joined()
    chain.break(true)
    const response = await post('/a2a/resolve', request)
    const text = await response.text()
    expect([response.status, response.headers.get('retry-after')]).to.deep.equal([503, '5'])
    expect(text).to.contain('chain-unavailable').and.not.contain('secret')
    chain.break(false)
    expect(await isSigned(await post('/a2a/resolve', request))).to.equal(true)
  })

  it('works ahead: a decided answer is signed and waits, doubt is tried again and not signed', async () => {
    const { agent, view, post, request, resolver, signatures } = await joined()
    resolver.say('INVALID')
    expect(await answerAhead(agent, view)).to.equal(false)
    expect(await signatures()).to.deep.equal([])
    resolver.say('YES')
    expect(await answerAhead(agent, view)).to.equal(true)
    const count = resolver.tasks.length
    expect(await isSigned(await post('/a2a/resolve', request))).to.equal(true)
    expect(await answerAhead(agent, view)).to.equal(true)
    expect(resolver.tasks).to.have.length(count)
    expect(resolver.tasks.at(-1)).to.deep.include({
      created: view.createdAt,
      round: 1,
      deadline: view.deadline,
    })
  })
})

describe('an answer that failed', function () {
  this.timeout(120_000)

  const manual = '§question Will the bill be signed by March?\n§rule\nsource:manual'

  /** An agent in a round that no number decides; time passes only while it pauses. */
  async function asked(options: { decideMs?: number } = {}) {
    let at = Date.now()
    const pauses: number[] = []
    const made = await joined({
      agent: {
        now: () => at,
        pause: async (milliseconds) => {
          pauses.push(milliseconds)
          at += milliseconds
        },
      },
    })
    Object.assign(made.agent.limits, { decideMs: options.decideMs ?? 25_000 })
    const view = Question.pose({ ...made.view, question: manual })
    made.chain.rounds.set(made.marketId, view)
    const request = Wire.toResolveRequest(view)
    const ask = () => made.post('/a2a/resolve', request)
    return { ...made, view, pauses, ask, request }
  }

  it('AUDIT B6: is not kept for good: the next plain request is worked on again, and what is then decided is kept', async () => {
    const { post, resolver } = await makeAgent()
    const request = { market_id: 1, question: `Will it rain on ${Math.random()}?`, deadline: 1 }
    for (const again of ['soon', 'later'] as const) {
      resolver.say('INVALID', 'the provider is overloaded.', again)
      expect(await jsonOf(post('/a2a/resolve', request))).to.include({ outcome: 'INVALID' })
    }
    expect(resolver.tasks).to.have.length(2)
    resolver.say('YES')
    const text = await (await post('/a2a/resolve', request)).text()
    expect(JSON.parse(text)).to.include({ outcome: 'YES' })
    resolver.say('NO')
    expect(await (await post('/a2a/resolve', request)).text(), 'C4: the same bytes').to.equal(text)
    expect(resolver.tasks).to.have.length(3)
  })

  it('AUDIT B6: doubt that would come to the same again is kept, as ever', async () => {
    const { post, resolver } = await makeAgent()
    const request = { market_id: 1, question: `Will it rain on ${Math.random()}?`, deadline: 1 }
    resolver.say('INVALID')
    const text = await (await post('/a2a/resolve', request)).text()
    resolver.say('YES')
    expect(await (await post('/a2a/resolve', request)).text()).to.equal(text)
  })

  it('can be challenged in the meantime', async () => {
    const { post, resolver } = await makeAgent()
    resolver.say('INVALID', 'x', 'soon')
    const request = { market_id: 1, question: `Will it rain on ${Math.random()}?`, deadline: 1 }
    await post('/a2a/resolve', request)
    const challenge = { challenges: ['What is the weakest point?'], request_id: Wire.requestHash(request) }
    const { responses } = await jsonOf(post('/a2a/challenge', challenge))
    expect(responses[0]).to.not.include('no answer of mine')
  })

  it('AUDIT B6: in a round it is tried again until it is decided, and that is signed', async () => {
    const { ask, resolver, pauses, signatures } = await asked()
    resolver.say('INVALID', 'x', 'soon')
    const { resolve } = resolver
    resolver.resolve = async (...given) => {
      if (resolver.tasks.length === 2) resolver.say('YES')
      return resolve(...given)
    }
    const text = await (await ask()).text()
    expect(JSON.parse(text)).to.include({ outcome: 'YES' }).and.have.property('attestation')
    expect(pauses).to.deep.equal([1_000, 2_000])
    expect(await (await ask()).text(), 'C4: the same bytes').to.equal(text)
    expect(await signatures()).to.have.length(1)
  })

  it('AUDIT B6 SPEC §6: when its time is up the doubt is signed, says why, and stays', async () => {
    const { ask, resolver, pauses, signatures } = await asked()
    resolver.say('INVALID', 'the provider is overloaded.', 'soon')
    const text = await (await ask()).text()
    expect(JSON.parse(text)).to.include({ outcome: 'INVALID' }).and.have.property('attestation')
    expect(JSON.parse(text).evidence).to.include('the provider is overloaded')
    // 1 + 2 + 4 × 4 s fit into 24 s with time for one more try; another 4 s do not.
    expect(pauses).to.deep.equal([1_000, 2_000, 4_000, 4_000, 4_000, 4_000])
    resolver.say('YES')
    expect(await (await ask()).text()).to.equal(text)
    expect(await signatures()).to.have.length(1)
  })

  it('SPEC §6: a restart gives it no more time: it counts from the first request, which the store keeps', async () => {
    const { agent, ask, request, resolver, signatures } = await asked()
    resolver.resolve = () => Promise.reject(new Error('killed'))
    expect((await ask()).status).to.equal(500)
    const { agentId, store, chain, signer } = agent
    const at = agent.now() + agent.limits.decideMs
    const again = await makeAgent({ agent: { agentId, store, chain, signer, now: () => at } })
    again.resolver.resolve = () => new Promise(() => {})
    const reply = await jsonOf(again.post('/a2a/resolve', request))
    expect(reply).to.include({ outcome: 'INVALID' }).and.have.property('attestation')
    expect(await signatures()).to.have.length(1)
  })

  it('is not tried again at once where somebody has to see to it first', async () => {
    const { ask, resolver, pauses } = await asked()
    resolver.say('INVALID', 'the provider refused the request.', 'later')
    expect(await isSigned(await ask())).to.equal(true)
    expect(pauses).to.deep.equal([])
  })

  it('AUDIT B6: ahead of a round it is not signed, and tried again when the round is asked', async () => {
    const { agent, view, ask, resolver, signatures } = await asked()
    resolver.say('INVALID', 'x', 'later')
    expect(await answerAhead(agent, view)).to.equal(false)
    expect(await signatures()).to.deep.equal([])
    resolver.say('NO')
    expect(await jsonOf(ask())).to.include({ outcome: 'NO' })
  })
})
