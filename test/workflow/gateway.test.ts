import { expect } from 'chai'
import { RoundFile } from '../../protocol/index.ts'
import { describeInFull } from '../helpers/budget.ts'
import { json, type Opening, onStage, publishedRound, type Stage } from './stage.ts'

const yes = { value: '75120.5' }
const no = { value: '74000' }

describeInFull('a gateway that', function () {
  this.timeout(120_000)
  let stage: Stage

  const onThe = onStage()
  before(() => {
    stage = onThe()
  })
  const ask = (opening: Opening = {}) => stage.ask({ joined: 5, ...opening })

  const poke = async (marketId: number) => (await stage.poke(stage.sharedDon(), marketId)).result

  async function holds(marketId: number): Promise<void> {
    const file = await publishedRound(stage, marketId)
    expect(RoundFile.rebuild(file).report.roundRoot).to.equal(file.report.round_root)
  }

  it('still collects when the log fires is asked again later', async () => {
    const marketId = await ask()
    expect(await poke(marketId)).to.deep.include({ status: 'waiting', why: 'unsealed' })
    expect((await stage.read(marketId)).status).to.equal(2)
    await stage.collect(marketId, [yes, yes, yes, yes, yes])
    expect(await poke(marketId)).to.deep.include({ status: 'reported', outcome: 'YES' })
  })

  it('C3: drops a worker changes nothing: it is asked directly', async () => {
    const marketId = await ask()
    const batches = await stage.collect(marketId, [yes, yes, yes, yes, yes])
    batches.answers.splice(1, 1)
    await stage.answerDirectly(marketId, 1, yes)
    expect(await poke(marketId)).to.deep.include({ status: 'reported', outcome: 'YES', excluded: [] })
    expect(stage.published.at(-1)).to.deep.include({ probed: [1] })
    expect((await stage.worker(marketId, 1)).vote).to.equal(1)
    await holds(marketId)
  })

  it('calls a worker silent who answers does it no harm', async () => {
    const marketId = await ask()
    const batches = await stage.collect(marketId, [yes, yes, yes, yes, yes])
    batches.answers[2] = { ...batches.answers[2]!, reply: null, status: 'silent' }
    await stage.answerDirectly(marketId, 2, yes)
    expect(await poke(marketId)).to.deep.include({ status: 'reported', excluded: [] })
    await holds(marketId)
  })

  it('alters a byte is found out by the signature, and the worker is asked directly', async () => {
    const marketId = await ask()
    const batches = await stage.collect(marketId, [yes, yes, yes, yes, yes])
    const { reply } = batches.answers[0]!
    batches.answers[0] = {
      ...batches.answers[0]!,
      reply: { ...(reply as object), confidence: 0.11 } as never,
    }
    await stage.answerDirectly(marketId, 0, yes)
    expect(await poke(marketId)).to.deep.include({ status: 'reported', excluded: [] })
    await holds(marketId)
  })

  describe('alters more answers than can be checked', () => {
    /** The first five answers arrive altered; four of their workers can be asked directly. */
    async function altered(votes: readonly (typeof yes)[]): Promise<number> {
      const marketId = await ask({ joined: votes.length })
      const batches = await stage.collect(marketId, [...votes])
      for (const [i, vote] of votes.slice(0, 5).entries()) {
        const { reply } = batches.answers[i]!
        batches.answers[i] = {
          ...batches.answers[i]!,
          reply: { ...(reply as object), confidence: 0.11 } as never,
        }
        await stage.answerDirectly(marketId, i, vote)
      }
      return marketId
    }

    it('makes nobody silent, and is waited for while it matters', async () => {
      const marketId = await altered([yes, yes, yes, no, yes, no])
      const result = await poke(marketId)
      expect(result.status).to.equal('waiting')
      expect(result.excluded!.map(({ reason }) => reason)).to.deep.equal(['gateway-altered'])
      // Other workers' turn comes with the next attempts.
      const asked = new Set<string>()
      for (let minute = 0; minute < 4; minute++) {
        stage.requests.length = 0
        await poke(marketId)
        for (const one of stage.requests) if (one.startsWith('worker')) asked.add(one)
        await stage.chain.warpTo((await stage.chain.now()) + 60)
      }
      expect(asked.size).to.equal(5)
    })

    it('is not waited for where the one left out cannot change the outcome', async () => {
      const marketId = await altered([yes, yes, yes, yes, yes])
      const result = await poke(marketId)
      expect(result).to.deep.include({ status: 'reported', outcome: 'YES' })
      expect(result.excluded!.map(({ reason }) => reason)).to.deep.equal(['gateway-altered'])
    })
  })

  it('dies mid-round is waited for, and a second one takes over', async () => {
    const marketId = await ask()
    const key = `${marketId}/1`
    const batches = await stage.collect(marketId, [yes, yes, yes, yes, yes])
    // It answers the first request and is gone for the others.
    let served = 0
    stage.served.set(key, (_request, response) => {
      if (served++ > 0) return void response.destroy()
      json(response, { market_id: marketId, round: 1, phase: 'answers', from: 0, items: batches.answers })
    })
    const dead = 'http://127.0.0.1:9'
    const don = stage.don({ gateways: [{ url: dead }, { url: stage.gateway.url }] })
    expect((await stage.poke(don, marketId)).result).to.deep.include({
      status: 'waiting',
      why: 'unreachable',
    })
    expect((await poke(marketId)).status).to.equal('waiting')
    stage.served.set(key, batches)
    await stage.chain.warpTo((await stage.chain.now()) + 60)
    expect((await stage.poke(don, marketId)).result).to.deep.include({ status: 'reported', outcome: 'YES' })
  })

  const another = { market_id: 1, round: 9, phase: 'answers', from: 0, items: [] }
  const unreadable = [
    ['serves another round', JSON.stringify(another), 200],
    ['serves 45,000 brackets', '['.repeat(45_000), 200],
    ['says 404', '{}', 404],
    ['serves no JSON', 'oops', 200],
    ['says 500', '{}', 500],
  ] as const
  for (const [name, body, status] of unreadable) {
    it(`${name} is waited for`, async () => {
      const marketId = await ask()
      stage.served.set(`${marketId}/1`, (_request, response) => json(response, body, status))
      expect(await poke(marketId)).to.deep.include({ status: 'waiting', why: 'unreadable' })
    })
  }

  it('serves each node something else is not believed: a split of 2 and 2 is refused', async () => {
    const marketId = await ask()
    const one = await stage.collect(marketId, [yes, yes, yes, yes, yes])
    const other = await stage.collect(marketId, [yes, yes, yes, yes, { value: '75121' }])
    let asked = 0
    stage.served.set(`${marketId}/1`, (_request, response) => {
      const { answers, defences } = asked++ % 2 === 0 ? one : other
      const head = { market_id: marketId, round: 1, from: 0 }
      json(response, [
        { ...head, phase: 'answers', items: answers },
        { ...head, phase: 'defences', items: defences },
      ])
    })
    expect(await poke(marketId)).to.deep.include({ status: 'waiting', why: 'nodes disagree' })
  })
})
