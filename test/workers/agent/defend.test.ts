import { expect } from 'chai'
import { Admission, Hash, Wire } from '../../../protocol/index.ts'
import { answer } from '../../../workers/agent/answer.ts'
import { defend } from '../../../workers/agent/defend.ts'
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
