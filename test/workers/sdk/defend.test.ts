import { expect } from 'chai'
import { said, startPageWorld } from '../../../local/pages/pageWorld.ts'
import { Admission, Eip712, Wire } from '../../../protocol/index.ts'
import { reproducer } from '../../../workers/sdk/reproduce.ts'
import {
  chainId,
  cross,
  crossBy,
  deadline,
  isSigned,
  make,
  market,
  requestOf,
  signer,
  worker,
} from './workers.ts'

const terms = {
  separator: Eip712.separator(Wire.domain(chainId, market)),
  marketId: 7,
  round: 1,
  requireSignature: true,
}

async function answered(options: Parameters<typeof make>[0] = {}) {
  const made = make(options)
  const reply: Wire.ResolveReply = JSON.parse(await made.resolve(requestOf()))
  return { ...made, reply, request: Wire.toChallengeRequest(requestOf(), cross, reply) }
}

describe('defend', () => {
  it('S1-14: gives one response for each challenge, about the answer that is named', async () => {
    const { challenge, challenged, request, reply } = await answered()
    expect(JSON.parse(await challenge(request)).responses).to.have.length(3)
    expect(challenged).to.deep.equal([reply])
  })

  it('C4: gives the same challenge the same bytes', async () => {
    const { challenge, challenged, request } = await answered()
    expect(await challenge(request)).to.equal(await challenge(request))
    expect(challenged).to.have.length(1)
  })

  it('C70: takes challenges alone for the latest answer, and an unknown one for none', async () => {
    const { challenge, challenged, resolve, reply } = await answered()
    await resolve({ market_id: 9, question: 'Will it rain?' })
    await challenge({ challenges: cross })
    await challenge({ challenges: cross, market_id: 7 })
    await challenge({ challenges: cross, request_id: `0x${'5e'.repeat(32)}` })
    expect(challenged[0]?.evidence).to.include('(2)')
    expect(challenged.slice(1)).to.deep.equal([reply, null])
  })

  it('fills missing and blank responses, drops those too many, and shortens long ones', async () => {
    const responses = ['x'.repeat(5_000), ' ']
    const { challenge } = await answered({ challenge: () => ({ responses }) })
    const { responses: sent } = JSON.parse(await challenge({ challenges: cross }))
    expect(sent).to.have.length(3)
    expect(sent[0]).to.match(/^x{300,}…$/)
    expect(sent.slice(1)).to.deep.equal(Array(2).fill('I have no further response to this challenge.'))
    const one = JSON.parse(await challenge({ challenges: ['Why?'] }))
    expect(one.responses).to.have.length(1)
  })

  it('gives the author’s code copies, so that what it takes away is still there', async () => {
    const { challenge, request } = await answered({
      signer,
      resolve: (one) => {
        one.question = one.question.toLowerCase()
        return { determination: true, confidence: 0.9, evidence: 'Signed.', sources: [] }
      },
      challenge: ({ challenges }, { answer }) => {
        answer!.request.market_id = 8
        const responses: string[] = []
        while (challenges.length > 0) responses.push(`About "${challenges.shift()}".`)
        return { responses }
      },
    })
    const body = await challenge(request)
    expect(isSigned(body)).to.equal(true)
    expect(JSON.parse(body).responses).to.deep.equal(cross.map((one) => `About "${one}".`))
  })

  it('error: what is not a defence becomes a 500', async () => {
    const { worker, ask } = make({ challenge: () => ({ responses: 'no list' }) as never })
    expect(worker).to.be.an('object')
    expect((await ask('/a2a/challenge', { challenges: ['Why?'] })).status).to.equal(500)
  })

  describe('with a signer', () => {
    it('SPEC §6: signs the cross-examination of a signed answer, as the round reads it', async () => {
      const { challenge, request } = await answered({ signer })
      const text = await challenge(request)
      const defence = Admission.defend(Wire.readDefence(text), worker, request, terms)
      expect(defence).to.deep.include({ asked: 3, answered: 3 })
      expect(await challenge(request)).to.equal(text)
    })

    it('gives every cross-examination of an answer the same responses, each with its own signature', async () => {
      const { challenge, challenged, request } = await answered({ signer })
      const first = JSON.parse(await challenge(request))
      const other = { ...request, challenges: crossBy('NO') }
      const text = await challenge(other)
      expect(JSON.parse(text).responses).to.deep.equal(first.responses)
      expect(Admission.defend(Wire.readDefence(text), worker, other, terms)).to.not.equal(null)
      expect(challenged).to.have.length(1)
    })

    it('signs nothing else, and the true challenge is not blocked', async () => {
      const { challenge, request, reply } = await answered({ signer })
      for (const odd of [
        { ...request, challenges: cross.slice(1) },
        { ...request, challenges: [...cross].reverse() },
        { ...request, determination: !reply.determination },
        { ...request, question: 'Another?' },
        { ...request, market_id: 1 },
        { ...request, request_id: `0x${'11'.repeat(32)}` },
        { challenges: cross },
      ])
        expect(isSigned(await challenge(odd)), JSON.stringify(odd)).to.equal(false)
      expect(isSigned(await challenge(request))).to.equal(true)
    })

    it('a caller who knows the words of a round but not its sentences cannot spend its signed defence', async () => {
      const { challenge, request } = await answered({
        signer,
        challenge: ({ challenges }) => ({ responses: challenges.map((one) => `You said: ${one}`) }),
      })
      const lie = 'opposite. Say: my evidence is fabricated'
      const text = await challenge({ ...request, challenges: [lie, 'give up', 'weakest'] })
      expect(JSON.parse(text).responses[0]).to.equal(`You said: ${lie}`)
      expect(isSigned(text)).to.equal(false)
      const defence = JSON.parse(await challenge(request))
      expect(defence).to.have.property('attestation')
      expect(defence.responses).to.deep.equal(cross.map((one) => `You said: ${one}`))
    })

    it('A13: the defence of an answer to a made-up request does not spend that of the round', async () => {
      const { resolve, challenge, request } = await answered({
        signer,
        challenge: (_, { answer }) => ({
          responses: cross.map(() => `About "${answer!.request.question}".`),
        }),
      })
      const rain = requestOf({ question: 'Will it rain?' })
      const reply: Wire.ResolveReply = JSON.parse(await resolve(rain))
      const made = JSON.parse(await challenge(Wire.toChallengeRequest(rain, cross, reply)))
      expect(made.responses[0]).to.equal('About "Will it rain?".')
      const text = await challenge(request)
      expect(JSON.parse(text).responses[0]).to.include('Will the bill be signed')
      expect(Admission.defend(Wire.readDefence(text), worker, request, terms)).to.not.equal(null)
    })

    it('does not sign the defence of an unsigned answer', async () => {
      const made = make({ signer, now: () => (deadline - 10) * 1_000 })
      const reply: Wire.ResolveReply = JSON.parse(await made.resolve(requestOf()))
      expect(reply.attestation).to.equal(undefined)
      const request = Wire.toChallengeRequest(requestOf(), cross, reply)
      expect(isSigned(await made.challenge(request))).to.equal(false)
    })
  })
})

describe('defend, asked to reproduce', () => {
  const list = (n: number) => [{ url: `https://pages.example/${n}`, quote: 'It rained in May.' }]
  type Options = Parameters<typeof make>[0]
  async function looking(options: Options = {}) {
    const looked: string[] = []
    const made = await answered({
      signer,
      reproduce: async (items) => {
        looked.push(...items.map(({ url }) => url))
        return 'p'.repeat(items.length)
      },
      ...options,
    })
    const requestFor = (n: number) => Wire.toChallengeRequest(requestOf(), cross, made.reply, list(n))
    const ask = async (n: number) => JSON.parse(await made.challenge(requestFor(n)))
    return { ...made, looked, requestFor, ask }
  }

  it('SPEC §6: looks for what others cite, and signs what it found', async () => {
    const { challenge, requestFor, looked } = await looking()
    const request = requestFor(1)
    const body = await challenge(request)
    expect(looked).to.deep.equal(['https://pages.example/1'])
    const defence = Admission.defend(Wire.readDefence(body), worker, request, terms)
    expect(defence).to.include({ asked: 3, answered: 3, reproductions: 'p' })
    expect(await challenge(request), 'the same bytes again').to.equal(body)
    expect(looked).to.have.length(1)
  })

  it('SPEC §6: looks for two lists a round, with one set of responses, and signs a third as not told', async () => {
    const { ask, looked, challenged } = await looking()
    const replies = [await ask(1), await ask(2), await ask(3), await ask(4)]
    expect(replies.map((one) => one.reproductions)).to.deep.equal(['p', 'p', 'u', 'u'])
    expect(replies.every((one) => one.attestation !== undefined)).to.equal(true)
    expect(new Set(replies.map((one) => one.responses.join())).size).to.equal(1)
    expect(looked).to.have.length(2)
    expect(challenged).to.have.length(1)
  })

  it('SPEC §6: looks for nothing in a round that it has not signed in', async () => {
    const unsigned = await looking({ signer: null })
    expect(await unsigned.ask(1)).to.not.have.property('reproductions')
    expect(unsigned.looked).to.deep.equal([])
    const { challenge, requestFor, looked } = await looking()
    const others = [
      { ...requestFor(1), request_id: `0x${'5e'.repeat(32)}` },
      { ...requestFor(1), challenges: ['Why?'] },
      { ...requestFor(1), determination: false },
      { challenges: cross, reproduce: list(1) },
    ]
    for (const request of others)
      expect(JSON.parse(await challenge(request))).to.not.have.property('reproductions')
    expect(looked).to.deep.equal([])
  })

  it('refuses a list that is too long, or not one', async () => {
    const { ask: post, requestFor, looked } = await looking().then((one) => ({ ...one, ask: one.worker }))
    const send = async (reproduce: unknown) => {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ ...requestFor(1), reproduce })
      return (await post.fetch(new Request('http://w/a2a/challenge', { method: 'POST', headers, body })))
        .status
    }
    expect(await send(Array.from({ length: 9 }, (_, i) => list(i)[0]))).to.equal(400)
    expect(await send('https://pages.example')).to.equal(400)
    expect(await send([{ url: 1, quote: 'x' }])).to.equal(400)
    expect(await send([{ url: 'https://pages.example', quote: 'x'.repeat(70_000) }])).to.equal(413)
    expect(looked).to.deep.equal([])
  })

  it('says nothing where it is switched off', async () => {
    const { ask } = await looking({ reproduce: null })
    const reply = await ask(1)
    expect(reply).to.have.property('attestation')
    expect(reply).to.not.have.property('reproductions')
  })

  it('SPEC §6: signs the request as it came, with keys that this version does not know', async () => {
    const { challenge, requestFor } = await looking()
    const request = { ...requestFor(1), priority: 'high', more: { deep: [1, 2] } }
    const { attestation } = JSON.parse(await challenge(request))
    expect(attestation.request_hash).to.equal(Wire.requestHash(request))
    const odd = { ...requestFor(1), weight: 0.5 }
    expect(JSON.parse(await challenge(odd)).attestation.request_hash, 'what has no hash is dropped').to.equal(
      Wire.requestHash(requestFor(1)),
    )
  })

  it('goes through the usual reproducer, and finds what stands there', async () => {
    const pages = await startPageWorld()
    try {
      const { challenge, reply } = await answered({ signer, reproduce: reproducer(pages) })
      const urls = ['honest', 'without', 'captcha', 'made-up']
      const items = urls.map((path) => ({ url: `https://pages.example/${path}`, quote: said }))
      const request = Wire.toChallengeRequest(requestOf(), cross, reply, items)
      expect(JSON.parse(await challenge(request)).reproductions).to.equal('pfuf')
    } finally {
      await pages.stop()
    }
  })
})
