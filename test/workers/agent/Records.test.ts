import { expect } from 'chai'
import { Hash, Wire } from '../../../protocol/index.ts'
import {
  type Answer,
  bindAnswer,
  findAnswer,
  findProof,
  firstAskedAt,
  keepAnswer,
  keepProof,
  latestAnswer,
  prune,
  readCursor,
  writeCursor,
} from '../../../workers/agent/Records.ts'
import { chainId, makeAgent, market, roundView } from './agents.ts'

const answerOf = (marketId: number, changes: Partial<Answer> = {}): Answer => {
  const request = { market_id: marketId, question: 'Will it rain?' }
  return {
    requestHash: Wire.requestHash(request),
    marketId,
    round: null,
    request,
    body: `{"market":${marketId}}`,
    responses: { opposite: 'o', change: 'c', weakest: 'w', other: 'x' },
    porRoot: null,
    keptAt: 0,
    ...changes,
  }
}
const round = { chainId, market, round: 3 }

describe('what an agent keeps', function () {
  this.timeout(120_000)

  it('C4: the first answer to a request, for ever; a second one is handed the first', async () => {
    const { store, agentId } = (await makeAgent()).agent
    const first = answerOf(1)
    expect(await keepAnswer(store, agentId, first, null)).to.equal(first)
    const second = await keepAnswer(store, agentId, answerOf(1, { body: '{"other":1}' }), null)
    expect(second.body).to.equal(first.body)
    const { keptAt, ...found } = (await findAnswer(store, agentId, first.requestHash))!
    const { keptAt: _, ...kept } = first
    expect(found).to.deep.equal(kept)
    expect(keptAt).to.be.above(0)
  })

  it('answers of each agent apart', async () => {
    const [one, other] = [(await makeAgent()).agent, (await makeAgent()).agent]
    await keepAnswer(one.store, one.agentId, answerOf(1), null)
    expect(await findAnswer(other.store, other.agentId, answerOf(1).requestHash)).to.equal(undefined)
    expect(await latestAnswer(other.store, other.agentId)).to.equal(undefined)
  })

  it('C70: finds the latest answer, of one market or of all', async () => {
    const { store, agentId } = (await makeAgent()).agent
    for (const marketId of [1, 2]) await keepAnswer(store, agentId, answerOf(marketId), null)
    expect((await latestAnswer(store, agentId))!.marketId).to.equal(2)
    expect((await latestAnswer(store, agentId, 1))!.marketId).to.equal(1)
    expect(await latestAnswer(store, agentId, 9)).to.equal(undefined)
  })

  it('C4: the answer of a round takes the place of an unsigned one, and of no other round’s', async () => {
    const { store, agentId } = (await makeAgent()).agent
    await keepAnswer(store, agentId, answerOf(1), null)
    await bindAnswer(store, agentId, answerOf(1, { round, body: '{"signed":1}' }))
    const found = () => findAnswer(store, agentId, answerOf(1).requestHash)
    expect(await found()).to.deep.include({ body: '{"signed":1}', round })
    await bindAnswer(store, agentId, answerOf(1, { round, body: '{"signed":2}' }))
    expect((await found())!.body).to.equal('{"signed":1}')
  })

  it('C34: a proof under its root, as it came first', async () => {
    const { store, agentId } = (await makeAgent()).agent
    const root = Hash.asRoot(Hash.ofText(`proof of ${agentId}`))
    await keepAnswer(store, agentId, answerOf(1, { porRoot: root }), '{"proof":1}')
    await keepProof(store, root, '{"proof":2}')
    expect(await findProof(store, root)).to.equal('{"proof":1}')
    expect(await findProof(store, Hash.ofText('nowhere'))).to.equal(undefined)
  })

  it('how far the chain was watched, for each market contract', async () => {
    const { store, agentId } = (await makeAgent()).agent
    expect(await readCursor(store, agentId, round)).to.equal(undefined)
    await writeCursor(store, agentId, round, { block: 5n, hash: Hash.ofText('block 5') })
    await writeCursor(store, agentId, round, { block: 6n, hash: null })
    expect(await readCursor(store, agentId, round)).to.deep.equal({ block: 6n, hash: null })
    expect(await readCursor(store, agentId, { ...round, chainId: 1 })).to.equal(undefined)
  })

  it('when a request was first asked, for each agent; a clock that is set back only makes it earlier', async () => {
    const { store, agentId } = (await makeAgent()).agent
    const at = (hash: string, now: number, by = agentId) =>
      firstAskedAt(store, by, Wire.requestHash({ market_id: 1, question: hash }), () => now)
    expect(await at('a', 5_000)).to.equal(5_000)
    expect(await at('a', 9_000)).to.equal(5_000)
    expect(await at('b', 9_000)).to.equal(9_000)
    expect(await at('a', 9_000, agentId + 1_000_000)).to.equal(9_000)
    expect(await at('a', 4_000)).to.equal(4_000)
  })

  it('keeps a bounded number of plain answers, and every signed one', async () => {
    const { agent, post } = await makeAgent()
    for (const market_id of [1, 2, 3, 4]) await post('/a2a/resolve', { market_id, question: 'Will it rain?' })
    const view = roundView(agent.agentId)
    const round = { chainId: view.chainId, market: view.market, round: 1 }
    const request = Wire.toResolveRequest(view)
    const answer = {
      ...{
        requestHash: Wire.requestHash(request),
        marketId: 7,
        round,
        request,
        body: '{}',
        porRoot: null,
        keptAt: 0,
      },
      responses: { opposite: '', change: '', weakest: '', other: '' },
    }
    await keepAnswer(agent.store, agent.agentId, answer, null)
    await prune(agent.store, agent.agentId, 2)
    const left = await agent.store.query('select 1 as one from answers where agent_id = $1', [agent.agentId])
    expect(left).to.have.length(3)
    expect(await findAnswer(agent.store, agent.agentId, answer.requestHash)).to.not.equal(undefined)
  })
})
