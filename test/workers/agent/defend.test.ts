import { expect } from 'chai'
import { said, startPageWorld } from '../../../local/pages/pageWorld.ts'
import { Admission, Hash, Wire } from '../../../protocol/index.ts'
import { answer } from '../../../workers/agent/answer.ts'
import { defend } from '../../../workers/agent/defend.ts'
import { type Reproduce, reproducer } from '../../../workers/sdk/reproduce.ts'
import { jsonOf, makeAgent } from './agents.ts'
import { address, isSigned, joined, separator } from './joined.ts'

describe('what an agent signs in the challenge phase', function () {
  this.timeout(120_000)
  const cross = [
    '2 of 3 other workers did not answer YES …',
    'Name the observation that would make you give up YES',
    'Which single point is the weakest?',
  ]

  it('SPEC §6: the cross-examination of a signed answer, as the workflow reads it', async () => {
    const { agent, post, request, view, signatures } = await joined()
    const worker = { agentId: agent.agentId, signer: address }
    const answer = await jsonOf(post('/a2a/resolve', request))
    const challenge = Wire.toChallengeRequest(request, cross, answer)
    const text = await (await post('/a2a/challenge', challenge)).text()
    const terms = { separator, marketId: view.marketId, round: 1, requireSignature: true }
    const defence = Admission.defend(Wire.readDefence(text), worker, challenge, terms)
    expect(defence).to.deep.include({ asked: 3, answered: 3 })
    expect(await (await post('/a2a/challenge', challenge)).text()).to.equal(text)
    // Other words of the same kinds: another request, the same responses.
    const other = {
      ...challenge,
      challenges: ['The opposite?', 'What would change your mind?', 'Your weakness?'],
    }
    expect(
      Admission.defend(
        Wire.readDefence(await (await post('/a2a/challenge', other)).text()),
        worker,
        other,
        terms,
      ),
    ).to.deep.include({ answered: 3 })
    expect((await signatures()).map(({ phase }) => phase)).to.deep.equal(['challenge', 'resolve'])
  })

  it('nothing else, so that one set of responses is signed and the true challenge is not blocked', async () => {
    const { post, request, signatures } = await joined()
    const answer = await jsonOf(post('/a2a/resolve', request))
    const challenge = Wire.toChallengeRequest(request, cross, answer)
    const poison = [
      { ...challenge, challenges: cross.slice(0, 2) },
      { ...challenge, challenges: cross.toReversed() },
      { ...challenge, challenges: [...cross, 'And?'] },
      { ...challenge, challenges: ['a', 'b', 'c'] },
      { ...challenge, determination: !answer.determination },
      { ...challenge, question: 'Another?' },
      { ...challenge, market_id: 1 },
      { ...challenge, request_id: `0x${'11'.repeat(32)}` },
      { challenges: cross },
      { challenges: cross, market_id: request.market_id },
    ]
    for (const body of poison) {
      const response = await post('/a2a/challenge', body)
      expect(response.status).to.equal(200)
      expect(await isSigned(response), JSON.stringify(body)).to.equal(false)
    }
    expect(await signatures()).to.have.length(1)
    expect(await isSigned(await post('/a2a/challenge', challenge))).to.equal(true)
  })
})

describe('defend', function () {
  this.timeout(120_000)

  it('C70: says that there is nothing to defend where no answer is on record, once for each challenge', async () => {
    const { agent } = await makeAgent()
    const reply = await defend(agent, {
      challenges: ['Why?', 'Really?'],
      request_id: Hash.asRequestHash(Hash.ofText('unknown')),
    })
    expect(reply.responses).to.have.length(2)
    for (const response of reply.responses) expect(response).to.include('no answer of mine on record')
    expect(reply).to.not.have.property('attestation')
  })

  it('C70: takes an answer that is only remembered before an older one that is kept', async () => {
    const { agent, resolver } = await makeAgent()
    const ask = (deadline: number) =>
      answer(agent, { market_id: 5, question: `Until ${deadline}?`, deadline })
    await ask(1)
    resolver.say('NO')
    await ask(Math.floor(Date.now() / 1_000) + 3_600)
    const { responses } = await defend(agent, { challenges: ['What supports the opposite?'], market_id: 5 })
    expect(responses).to.deep.equal(['The evidence for NO is the sample itself.'])
    const other = await defend(agent, { challenges: ['What supports the opposite?'], market_id: 6 })
    expect(other.responses[0]).to.include('no answer of mine on record')
  })
})

describe('what an agent finds of what others cite', function () {
  this.timeout(120_000)
  const cross = ['The opposite?', 'What would change your mind?', 'Your weakness?']
  const list = (...names: string[]) =>
    names.map((name) => ({ url: `https://pages.example/${name}`, quote: said }))

  async function looking(options: Parameters<typeof joined>[0] = {}) {
    const looked: string[] = []
    const reproduce: Reproduce = async (items) => {
      looked.push(...items.map(({ url }) => url))
      return items.map(() => 'p').join('')
    }
    const made = await joined({ ...options, agent: { reproduce, ...options.agent } })
    const reply = await jsonOf(made.post('/a2a/resolve', made.request))
    const requestFor = (...names: string[]) =>
      Wire.toChallengeRequest(made.request, cross, reply, list(...names))
    const ask = async (...names: string[]) => jsonOf(made.post('/a2a/challenge', requestFor(...names)))
    return { ...made, looked, requestFor, ask, reply }
  }

  it('SPEC §6: is signed with its responses, as the workflow reads it, and the same again', async () => {
    const { agent, post, requestFor, view, looked } = await looking()
    const request = requestFor('a', 'b')
    const text = await (await post('/a2a/challenge', request)).text()
    const worker = { agentId: agent.agentId, signer: address }
    const terms = { separator, marketId: view.marketId, round: 1, requireSignature: true }
    const defence = Admission.defend(Wire.readDefence(text), worker, request, terms)
    expect(defence).to.deep.include({ asked: 3, answered: 3, reproductions: 'pp' })
    expect(await (await post('/a2a/challenge', request)).text()).to.equal(text)
    expect(looked).to.have.length(2)
    expect(await agent.metrics.registry.metrics()).to.include('cresolver_reproductions_total{finding="p"} 2')
  })

  it('SPEC §6: is looked for in two lists a round; a third could not be told', async () => {
    const { ask, looked } = await looking()
    const replies = [await ask('a'), await ask('a', 'b'), await ask('c'), await ask('a')]
    expect(replies.map(({ reproductions }) => reproductions)).to.deep.equal(['p', 'pp', 'u', 'p'])
    expect(replies.every(({ attestation }) => attestation !== undefined)).to.equal(true)
    expect(looked).to.have.length(3)
  })

  it('SPEC §6: is looked for only in a round that it has signed in', async () => {
    const { post, requestFor, looked } = await looking()
    for (const body of [
      { ...requestFor('a'), request_id: `0x${'11'.repeat(32)}` },
      { ...requestFor('a'), challenges: ['a', 'b', 'c'] },
      { ...requestFor('a'), determination: false },
      { challenges: cross, reproduce: list('a') },
    ])
      expect(await jsonOf(post('/a2a/challenge', body))).to.not.have.property('reproductions')
    const plain = await looking({ agent: { signer: null } })
    expect(await plain.ask('a')).to.not.have.property('reproductions')
    expect([...looked, ...plain.looked]).to.deep.equal([])
  })

  it('is looked for once, however many ask at the same time', async () => {
    const { ask, looked } = await looking()
    const replies = await Promise.all(Array.from({ length: 5 }, () => ask('a')))
    expect(new Set(replies.map((one) => JSON.stringify(one))).size).to.equal(1)
    expect(looked).to.have.length(1)
  })

  it('is what stands on the pages', async () => {
    const pages = await startPageWorld()
    try {
      const { ask } = await looking({ agent: { reproduce: reproducer(pages) } })
      const { reproductions } = await ask('honest', 'without', 'busy', 'made-up', 'to?https%3A%2F%2F10.0.0.1')
      expect(reproductions).to.equal('pfufu')
    } finally {
      await pages.stop()
    }
  })
})
