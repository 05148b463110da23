import { expect } from 'chai'
import { Address, Admission, Eip712, Wire } from '../../../protocol/index.ts'
import { silent } from '../../../services/http/Log.ts'
import { undecided } from '../../../workers/sdk/AgentResponse.ts'
import { memoryStore } from '../../../workers/sdk/memoryStore.ts'
import { signerOf } from '../../../workers/sdk/Signer.ts'
import {
  agentId,
  auto,
  chainId,
  cross,
  deadline,
  fakeChain,
  isSigned,
  later,
  make,
  manual,
  market,
  requestOf,
  roundView,
  signer,
  worker,
} from './workers.ts'

const plain = { market_id: 42, question: 'Will bitcoin reach 200k by end of 2026?' }

/** As a round with a gateway judges an answer. */
const admitted = (text: string, round = 1, as = agentId) =>
  Admission.admit(
    Wire.readAnswer(text),
    { ...worker, agentId: as },
    {
      separator: Eip712.separator(Wire.domain(chainId, market)),
      marketId: 7,
      round,
      requestHash: Wire.requestHash(requestOf({ round })),
      rule: null,
      requireSignature: true,
    },
  ).answer !== null

describe('answer', () => {
  it('C4: gives the same request the same bytes, and asks the author’s code once', async () => {
    const { resolve, asked } = make()
    const texts = await Promise.all([1, 2, 3].map(() => resolve(plain)))
    texts.push(await resolve(` ${JSON.stringify({ question: plain.question, market_id: 42 }, null, 2)}`))
    expect(new Set(texts)).to.have.length(1)
    expect(asked).to.have.length(1)
  })

  it('C4: two workers on one store serve the bytes that were first', async () => {
    const store = memoryStore()
    const [one, other] = [make({ store }), make({ store })]
    await one.resolve({ ...plain, market_id: 1 })
    const texts = await Promise.all([one.resolve(plain), other.resolve(plain)])
    expect(texts[0]).to.equal(texts[1])
  })

  it('decides a question whose deadline lies ahead again once it has passed', async () => {
    let now = (deadline - 10) * 1_000
    const { resolve, asked } = make({ now: () => now })
    const request = { ...plain, deadline }
    expect(await resolve(request)).to.equal(await resolve(request))
    expect(asked).to.have.length(1)
    now = later
    expect(await resolve(request)).to.include('(2)')
    expect(await resolve(request)).to.include('(2)')
  })

  it('tries again after a failure of the author’s code', async () => {
    let calls = 0
    const { ask } = make({
      resolve() {
        calls++
        if (calls === 1) throw new Error('the source is down')
        return { determination: false, confidence: 1, evidence: 'No.', sources: [] }
      },
    })
    const first = await ask('/a2a/resolve', plain)
    expect(first.status).to.equal(500)
    expect(first.text).to.include('"internal"').and.not.include('source is down')
    expect((await ask('/a2a/resolve', plain)).status).to.equal(200)
  })

  it('SPEC §6: says 503 not-ready to what a number decides before it can be, keeps nothing, and signs after', async () => {
    let now = later
    let isKnown = false
    const { ask } = make({
      signer,
      now: () => now,
      resolve: () =>
        isKnown
          ? { determination: true, confidence: 0.9, evidence: 'It was.', sources: [] }
          : undecided('No sample yet.'),
    })
    const request = requestOf({ question: auto })
    const early = await ask('/a2a/resolve', request)
    expect([early.status, early.text]).to.deep.equal([503, '{"reason":"not-ready"}'])
    expect(Number(early.headers.get('retry-after'))).to.be.within(1, 30)
    expect((await ask('/a2a/resolve', { ...plain, question: auto, deadline })).status).to.equal(503)
    isKnown = true
    const { text } = await ask('/a2a/resolve', request)
    expect([isSigned(text), JSON.parse(text).determination]).to.deep.equal([true, true])
    isKnown = false
    now = (deadline + 3_900) * 1_000
    const doubt = await ask('/a2a/resolve', requestOf({ question: auto, round: 2 }))
    expect([isSigned(doubt.text), JSON.parse(doubt.text).outcome]).to.deep.equal([true, 'INVALID'])
  })

  it('SPEC §1: goes by the chain’s time where it has a chain, and leaves a high or low alone until then', async () => {
    const chain = fakeChain()
    const question = `${auto}\nmetric:price_usd_high`
    const view = roundView({ question, now: deadline + 3_899 })
    chain.rounds.set(7, view)
    const { ask, asked } = make({ signer, chain })
    expect((await ask('/a2a/resolve', requestOf({ question }))).status).to.equal(503)
    expect(asked).to.deep.equal([])
    chain.rounds.set(7, { ...view, now: deadline + 3_900 })
    expect(isSigned((await ask('/a2a/resolve', requestOf({ question }))).text)).to.equal(true)
  })

  it('SPEC §6: signs what no number decides when its time is up, as undecided', async () => {
    const { resolve } = make({ signer, limits: { decideMs: 10 }, resolve: () => new Promise(() => {}) })
    const text = await resolve(requestOf())
    expect([isSigned(text), JSON.parse(text).outcome]).to.deep.equal([true, 'INVALID'])
    expect(await resolve(requestOf())).to.equal(text)
  })

  it('SPEC §6: a restart gives it no more time: it counts from the first request, which its store keeps', async () => {
    const store = memoryStore()
    const begin = (now: number, resolve: () => Promise<never>) =>
      make({ signer, store, now: () => now, resolve })
    const fails = begin(later, () => Promise.reject(new Error('away')))
    expect((await fails.ask('/a2a/resolve', requestOf())).status).to.equal(500)
    const again = begin(later + 25_000, () => new Promise(() => {}))
    const text = await again.resolve(requestOf())
    expect([isSigned(text), JSON.parse(text).outcome]).to.deep.equal([true, 'INVALID'])
  })

  describe('with a signer', () => {
    it('SPEC §6: signs the request of a round, as the round admits it', async () => {
      const { resolve } = make({ signer })
      const text = await resolve(requestOf())
      expect(admitted(text)).to.equal(true)
      expect(JSON.parse(text).attestation).to.include({
        signer: signer.address,
        request_hash: Wire.requestHash(requestOf()),
      })
      expect(await resolve(requestOf())).to.equal(text)
    })

    it('SPEC §6 A13: signs one answer to each request, and a made-up request does not spend that of the round', async () => {
      const { resolve } = make({ signer })
      const rain = requestOf({ question: 'Will it rain?' })
      const [made, text] = await Promise.all([resolve(rain), resolve(requestOf())])
      expect([isSigned(made), admitted(text)]).to.deep.equal([true, true])
      expect(admitted(made), 'and is good for nothing').to.equal(false)
      expect([await resolve(rain), await resolve(requestOf())]).to.deep.equal([made, text])
      expect(isSigned(await resolve(requestOf({ round: 2 })))).to.equal(true)
      expect(isSigned(await resolve(requestOf({ marketId: 8 })))).to.equal(true)
    })

    it('signs one answer where two processes of one agent share the key and the store', async () => {
      const store = memoryStore()
      const [one, other] = [make({ signer, store }), make({ signer, store })]
      await one.resolve({ ...plain, market_id: 1 })
      const texts = await Promise.all([one.resolve(requestOf()), other.resolve(requestOf())])
      expect(texts.every(isSigned)).to.equal(true)
      expect(texts[0]).to.equal(texts[1])
    })

    it('SPEC §6: signs as its own agent where another agent shares wallet and store', async () => {
      const store = memoryStore()
      const [one, other] = [make({ signer, store }), make({ signer, store, agentId: agentId + 1 })]
      await one.resolve({ ...plain, market_id: 1 })
      const texts = [await one.resolve(requestOf()), await other.resolve(requestOf())]
      expect(texts.map((text) => admitted(text))).to.deep.equal([true, false])
      expect(admitted(texts[1]!, 1, agentId + 1)).to.equal(true)
      expect(texts.map((text) => JSON.parse(text).evidence)).to.deep.equal([
        'Signed on March 1 (2).',
        'Signed on March 1 (1).',
      ])
    })

    it('signs with its own key where a worker with another key shares the store', async () => {
      const store = memoryStore()
      const own = signerOf(`0x${'11'.repeat(32)}`)
      const [one, other] = [make({ signer, store }), make({ signer: own, store })]
      const reply: Wire.ResolveReply = JSON.parse(await one.resolve(requestOf()))
      expect(JSON.parse(await other.resolve(requestOf())).attestation.signer).to.equal(own.address)
      const request = Wire.toChallengeRequest(requestOf(), cross, reply)
      expect(JSON.parse(await one.challenge(request)).attestation.signer).to.equal(signer.address)
      expect(JSON.parse(await other.challenge(request)).attestation.signer).to.equal(own.address)
    })

    it('signs nothing without a round, for another market, or in words that no round uses', async () => {
      const { resolve } = make({ signer })
      const request = requestOf()
      const context = JSON.parse(request.context)
      for (const odd of [
        { market_id: 7, question: manual },
        requestOf({ chainId: 1 }),
        requestOf({ market: Address.of(`0x${'99'.repeat(20)}`) }),
        { ...request, context: `${JSON.stringify(context)} ` },
        { ...request, context: JSON.stringify({ ...context, rule: null }) },
        { ...request, deadline: request.deadline + 1_000 },
        { market_id: 7, question: manual, context: request.context },
      ])
        expect(isSigned(await resolve(odd)), JSON.stringify(odd)).to.equal(false)
      expect(admitted(await resolve(request)), 'and the true request is not blocked').to.equal(true)
    })

    it('signs nothing before the deadline, and the early answer does not stay', async () => {
      let now = (deadline - 10) * 1_000
      const { resolve } = make({ signer, now: () => now })
      expect(isSigned(await resolve(requestOf()))).to.equal(false)
      now = later
      expect(admitted(await resolve(requestOf()))).to.equal(true)
    })

    it('signs what was decided before a crash, and asks the author’s code no second time', async () => {
      const store = memoryStore()
      const broken = make({ store, signer: { ...signer, sign: () => Promise.reject(new Error('crash')) } })
      expect((await broken.ask('/a2a/resolve', requestOf())).status).to.equal(500)
      const again = make({ store, signer })
      const text = await again.resolve(requestOf())
      expect(text).to.include('Signed on March 1 (1).')
      expect(admitted(text)).to.equal(true)
      expect(again.asked).to.deep.equal([])
    })

    it('serves an answer unsigned where the store has no room to remember the signature', async () => {
      const { resolve } = make({ signer, store: memoryStore({ lasting: 2 }) })
      expect(isSigned(await resolve(requestOf()))).to.equal(true)
      expect(isSigned(await resolve(requestOf({ round: 2 })))).to.equal(false)
    })

    it('error: refuses to serve the signature of another key', async () => {
      const names: (string | undefined)[] = []
      const log = { ...silent, error: ({ err }: { err?: Error }) => void names.push(err?.name) }
      const address = `0x${'11'.repeat(20)}` as const
      const { ask } = make({ log, signer: { ...signer, address } })
      const { status, text } = await ask('/a2a/resolve', requestOf())
      expect(status).to.equal(500)
      expect(text).to.not.include('attestation')
      expect(names).to.deep.equal(['Worker.WrongSignerError'])
    })
  })

  describe('with a chain', () => {
    it('signs only a round that the chain asks this agent in', async () => {
      const chain = fakeChain()
      const { resolve } = make({ signer, chain })
      expect(isSigned(await resolve(requestOf())), 'no such market').to.equal(false)
      chain.rounds.set(7, roundView({ isAsked: false }))
      expect(isSigned(await resolve(requestOf())), 'not asked yet').to.equal(false)
      chain.rounds.set(7, roundView({ workers: [] }))
      expect(isSigned(await resolve(requestOf())), 'not joined').to.equal(false)
      chain.rounds.set(7, roundView())
      expect(isSigned(await resolve(requestOf({ question: 'Will it rain?' }))), 'other words').to.equal(false)
      expect(admitted(await resolve(requestOf()))).to.equal(true)
    })

    it('answers 503 while the chain cannot be asked, and keeps its URL to itself', async () => {
      const chain = fakeChain()
      const { ask } = make({ signer, chain })
      chain.rounds.set(7, roundView())
      chain.isBroken = true
      const { status, text, headers } = await ask('/a2a/resolve', requestOf())
      expect([status, headers.get('retry-after')]).to.deep.equal([503, '5'])
      expect(text).to.include('chain-unavailable').and.not.include('secret')
      chain.isBroken = false
      expect(isSigned((await ask('/a2a/resolve', requestOf())).text)).to.equal(true)
    })
  })
})
