import { expect } from 'chai'
import { Publication, RoundFile, Score, Tally } from '../../protocol/index.ts'
import { inspectRound } from '../../workers/sentinel/index.ts'
import { attest, replyOf } from '../helpers/round.ts'
import { decide } from './decide.ts'
import { honest, send } from './fakeWorker.ts'
import { makeWorld, sealed, until, type World } from './gateways.ts'

/** What a model may give an answer on a manual rule that cites nothing. */
const dimensions = { ...Score.all(60), source_quality: 0, timeliness: 0, evidence_strength: 20 }

describe('a gateway that publishes a round', function () {
  this.timeout(180_000)
  let world: World
  let url: string
  afterEach(() => world?.end())

  const at = () => `${url}/rounds/${world.round.marketId}/${world.round.round}`

  const published = (): Promise<RoundFile.RoundFile> =>
    until(async () => {
      const response = await fetch(at())
      return response.status === 200 ? ((await response.json()) as RoundFile.RoundFile) : false
    })

  const post = (body: unknown) =>
    fetch(at(), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  async function begin(make: Parameters<typeof makeWorld>[0], config: object = {}) {
    world = await makeWorld(make)
    ;({ url } = await world.start(config))
    world.chain.ask(world.round)
    return world
  }

  /** The sentinel does it all again, against what the chain says. */
  async function inspect(
    file: RoundFile.RoundFile,
    reported: Awaited<ReturnType<typeof decide>>['reported'],
  ) {
    const facts = {
      round: world.round,
      cohortStart: 0,
      minMarginBps: 1_000,
      standing: Tally.nothing,
      quorum: Tally.quorum(world.round.workers.length),
      reported,
      sourceKeys: null,
      now: world.round.deadline + 60,
      struck: [],
      isVoid: false,
    }
    return (await inspectRound(file, facts)).result
  }

  it('SPEC §8: once it is reported, with all that is needed to do it again, and for ever the same', async () => {
    const { round, chain } = await begin((some) => [
      honest(some, 0),
      honest(some, 1),
      honest(some, 2, '74000'),
      null,
    ])
    expect((await fetch(at())).status).to.be.oneOf([404, 503])
    const { reported } = await decide(url, round)
    expect((await fetch(at())).status).to.equal(503)
    chain.report(reported)
    const file = await published()
    expect(RoundFile.rebuild(RoundFile.read(file)).report.roundRoot).to.equal(reported.roundRoot)
    expect(file.leaves?.length).to.equal(4 * 4 + 3)
    expect(file.answers[3]).to.deep.include({ reply: null, status: 'omitted-unprobed' })
    const { ok, findings } = await inspect(file, reported)
    expect(findings).to.deep.equal([])
    expect(ok).to.equal(true)
    const again = await fetch(at())
    expect(again.headers.get('cache-control')).to.equal('public, max-age=30')
    expect(await again.json()).to.deep.equal(file)
  })

  it('C2 C6: 32 workers of many words fit two batches of answers and one of defences', async () => {
    const words = { evidence: `The sample says it. ${'x'.repeat(4_000)}` }
    const { round, chain } = await begin((some) =>
      some.workers.map((_, i) => honest(some, i, i % 4 === 0 ? '74000' : '75120.5', words)),
    )
    const windows = [
      ['answers', '?from=0&count=16'],
      ['answers', '?from=16&count=16'],
      ['defences', '?from=0&count=32'],
    ] as const
    for (const [phase, query] of windows) {
      const text = await sealed(url, round, phase, query)
      expect(JSON.parse(text).items.length).to.equal(phase === 'answers' ? 16 : 32)
      expect(Buffer.byteLength(text)).to.be.at.most(90_000)
    }
    const { reported } = await decide(url, round)
    chain.report(reported)
    const file = await published()
    expect(file.leaves?.length).to.equal(131)
    expect((await inspect(file, reported)).ok).to.equal(true)
  })

  it('finds by itself what the source must have said where votes were taken back', async () => {
    const { round, chain } = await begin((some) => [
      honest(some, 0),
      honest(some, 1),
      honest(some, 2, '74000'),
    ])
    const { reported, report } = await decide(url, round, { reference: 'YES' })
    expect(report.records[2]!.vote.reason).to.equal('contradicted')
    chain.report(reported)
    const file = await published()
    expect(file.reference).to.equal('YES')
    expect((await inspect(file, reported)).ok).to.equal(true)
  })

  it('C3: asks a worker again that the DON asked itself, and lists it', async () => {
    let isUp = false
    const { round, chain } = await begin((some) => [
      honest(some, 0),
      honest(some, 1),
      honest(some, 2),
      async (path, body, response, calls) =>
        isUp ? honest(some, 3)(path, body, response, calls) : send(response, 'away', 500),
    ])
    await sealed(url, round, 'answers')
    isUp = true
    const { reported } = await decide(url, round, {
      direct: { 3: await attest(round, 3, replyOf('75120.5')) },
    })
    chain.report(reported)
    const file = await published()
    expect(file.probed).to.deep.equal([3])
    expect(file.answers[3]!.status).to.equal('ok')
    expect(file.leaves).to.not.equal(null)
    expect((await inspect(file, reported)).ok).to.equal(true)
  })

  it('takes a model’s scores from anyone who knows them, before the report and after', async () => {
    const { round, chain } = await begin((some) => [honest(some, 0), honest(some, 1), honest(some, 2)])
    const { reported } = await decide(url, round, { dimensions })
    const evaluations = [0, 1, 2].map((index) => ({ index, dimensions }))
    const lie = { ...Publication.nothing, evaluations: [{ index: 0, dimensions: Score.all(99) }] }
    expect((await post(lie)).status).to.equal(202)
    chain.report(reported)
    expect(await published()).to.deep.include({ leaves: null, evaluations: [] })
    expect((await fetch(at())).headers.get('cache-control')).to.equal('no-cache')
    const lines = () => world.lines.map(({ msg }) => msg)
    expect(lines()).to.include('the round is published, but does not rebuild to the reported root')
    const refused = await post(lie)
    expect(refused.status).to.equal(409)
    expect(await refused.json()).to.have.nested.property('error.reason', 'does-not-rebuild')
    const truth = await post({ ...Publication.nothing, evaluations })
    expect([truth.status, await truth.json()]).to.deep.equal([200, { published: true }])
    const file = await published()
    expect(file.evaluations).to.deep.equal(evaluations)
    expect((await inspect(file, reported)).ok).to.equal(true)
    expect((await post(lie)).status, 'what is whole stays').to.equal(200)
    expect(await published()).to.deep.equal(file)
  })

  it('refuses publications that are none, or of no round', async () => {
    const { round } = await begin((some) => [honest(some, 0)])
    await sealed(url, round, 'answers')
    for (const body of [
      {},
      { ...Publication.nothing, reference: 'MAYBE' },
      { ...Publication.nothing, more: 1 },
      [],
    ])
      expect((await post(body)).status).to.equal(400)
    const elsewhere = await fetch(`${url}/rounds/7/9`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(Publication.nothing),
    })
    expect(elsewhere.status).to.equal(404)
    const plain = await fetch(at(), { method: 'POST', body: '{}' })
    expect(plain.status).to.equal(415)
    expect((await post({ ...Publication.nothing, more: 'x'.repeat(100_000) })).status).to.equal(413)
  })
})
