import { expect } from 'chai'
import { Round, RoundFile, Schema, Wire } from '../../protocol/index.ts'
import { attest, replyOf } from '../helpers/round.ts'
import { answering, type Behaviour, honest, send } from './fakeWorker.ts'
import { makeWorld, sealed, type World } from './gateways.ts'

const batchOf = (text: string): RoundFile.Batch => Schema.read(RoundFile.batch, JSON.parse(text))

const never: Behaviour = () => {}

describe('a gateway that collects a round', function () {
  this.timeout(180_000)
  let world: World
  afterEach(() => world?.end())

  it('S1-4 C1: asks all workers with the one request, challenges those who answered, seals, and serves both phases', async () => {
    world = await makeWorld((round) => [honest(round, 0), honest(round, 1, '74000'), honest(round, 2)])
    const { round, chain, workers } = world
    const { url } = await world.start()
    chain.ask(round)
    const answers = batchOf(await sealed(url, round, 'answers'))
    expect(answers).to.include({ market_id: round.marketId, round: 1, phase: 'answers', from: 0 })
    expect(answers.items.map(({ index, agent_id, status }) => [index, agent_id, status])).to.deep.equal([
      [0, 0, 'ok'],
      [1, 1, 'ok'],
      [2, 2, 'ok'],
    ])
    const admissions = Round.admit(
      round,
      answers.items.map(({ reply }) => Wire.readAnswer({ value: reply })),
    )
    expect(admissions.map(({ vote }) => vote.outcome)).to.deep.equal(['YES', 'NO', 'YES'])
    const request = Wire.toResolveRequest(round)
    const challenges = Round.challenges(round, admissions)
    for (const [i, { asked }] of workers.entries()) {
      expect(asked.map(({ path }) => path)).to.deep.equal(['/a2a/resolve', '/a2a/challenge'])
      expect(asked.map(({ body }) => body)).to.deep.equal([request, challenges[i]])
    }
    const defences = batchOf(await sealed(url, round, 'defences'))
    expect(defences.items.map(({ index, status }) => [index, status])).to.deep.equal([
      [0, 'ok'],
      [1, 'ok'],
      [2, 'ok'],
    ])
    const observed = Round.observe(
      round,
      admissions,
      defences.items.map(({ reply }) => Wire.readDefence({ value: reply })),
    )
    expect(observed.map(({ defence }) => defence?.answered)).to.deep.equal([3, 3, 3])
  })

  const faults: [string, string, (round: Round.Round, i: number) => Behaviour | null][] = [
    ['is not there', 'silent', () => null],
    ['takes the connection and says nothing', 'late', () => never],
    [
      'hangs in the middle of its body',
      'late',
      (round, i) =>
        answering((response) => response.writeHead(200).write('{"determination":'), honest(round, i)),
    ],
    [
      'sends 10 MB',
      'oversized',
      (round, i) => answering((response) => send(response, `"${'x'.repeat(10_000_000)}"`), honest(round, i)),
    ],
    [
      'sends an answer over the limit',
      'oversized',
      (round, i) =>
        answering(
          (response) => send(response, replyOf('75120.5', { evidence: 'x'.repeat(5_000) })),
          honest(round, i),
        ),
    ],
    [
      'sends wrong JSON',
      'malformed',
      (round, i) => answering((response) => send(response, '{"determination":yes}'), honest(round, i)),
    ],
    [
      'sends 45,000 nested brackets',
      'malformed',
      (round, i) => answering((response) => send(response, '['.repeat(45_000)), honest(round, i)),
    ],
    [
      'sends bytes that are no text',
      'malformed',
      (round, i) =>
        answering(
          (response) => response.writeHead(200).end(Buffer.from([0x7b, 0xff, 0xfe])),
          honest(round, i),
        ),
    ],
    [
      'answers with 500',
      'http-error',
      (round, i) => answering((response) => send(response, 'no', 500), honest(round, i)),
    ],
    [
      'redirects elsewhere',
      'http-error',
      (round, i) =>
        answering(
          (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
          honest(round, i),
        ),
    ],
    [
      'closes the connection each time',
      'silent',
      (round, i) => answering((response) => response.destroy(), honest(round, i)),
    ],
  ]
  it('C6 DESIGN §6: a worker that fails is left out with its reason, and never the round', async () => {
    world = await makeWorld((round) => [
      honest(round, 0),
      ...faults.map(([, , make], i) => make(round, i + 1)),
    ])
    const { round, chain, workers } = world
    // An address at which nobody listens.
    chain.agents.set(1, { a2a: new TextEncoder().encode('http://127.0.0.1:1'), uri: '' })
    const { url } = await world.start()
    chain.ask(round)
    const { items } = batchOf(await sealed(url, round, 'answers'))
    expect(items[0]!.status).to.equal('ok')
    for (const [i, [what, status]] of faults.entries()) {
      expect(items[i + 1], what).to.deep.include({ index: i + 1, reply: null })
      // The deadline may fall into one of its connections, which is then late.
      const possible = what.startsWith('closes') ? [status, 'late'] : [status]
      expect(items[i + 1]!.status, what).to.be.oneOf(possible)
    }
    const { items: defences } = batchOf(await sealed(url, round, 'defences'))
    expect(defences.map(({ index }) => index)).to.deep.equal([0])
    expect(workers[2]!.asked.map(({ path }) => path)).to.deep.equal(['/a2a/resolve'])
  })

  it('C3: leaves signatures to the DON, drops keys nobody knows, and challenges only what is admitted', async () => {
    world = await makeWorld((round) => [
      honest(round, 0),
      answering((response) => send(response, { ...replyOf('75120.5'), extra: { a: [1] } }), honest(round, 1)),
      answering(
        async (response) => send(response, await attest(round, 5, replyOf('75120.5'))),
        honest(round, 2),
      ),
    ])
    const { round, chain, workers } = world
    const { url } = await world.start()
    chain.ask(round)
    const { items } = batchOf(await sealed(url, round, 'answers'))
    expect(items.map(({ status }) => status)).to.deep.equal(['ok', 'ok', 'ok'])
    expect(items[1]!.reply).to.deep.equal(replyOf('75120.5'))
    for (const i of [1, 2]) expect(workers[i]!.asked.length).to.equal(1)
    expect(batchOf(await sealed(url, round, 'defences')).items.length).to.equal(1)
  })

  it('is sealed at once where nobody answers, with no defences', async () => {
    world = await makeWorld(() => [null, null, null])
    const { round, chain } = world
    const { url } = await world.start()
    chain.ask(round)
    const { items } = batchOf(await sealed(url, round, 'answers'))
    expect(items.map(({ status }) => status)).to.deep.equal(['no-endpoint', 'no-endpoint', 'no-endpoint'])
    expect(batchOf(await sealed(url, round, 'defences')).items).to.deep.equal([])
  })
})
