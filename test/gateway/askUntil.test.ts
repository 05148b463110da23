import { expect } from 'chai'
import { askUntil } from '../../gateway/askUntil.ts'
import type { Attempt } from '../../gateway/askWorker.ts'
import { openPhase, type PhaseOptions } from '../../gateway/OpenPhase.ts'
import { makePlaces } from '../../gateway/Places.ts'
import { deadline } from '../../local/samples/proof.ts'
import { Round, type Vote } from '../../protocol/index.ts'
import { roundOf } from '../helpers/round.ts'
import { virtualClock } from './virtualClock.ts'

const deadlines = { resolveMs: 30_000, challengeMs: 15_000, patienceMs: 60_000, leaseMs: 60_000 }
const readyAt = deadline + 3_900

const ok: Attempt = { said: { status: 'ok', body: '{}' }, isWorthAgain: false, retryAfter: 0 }
const again = (status: Vote.Reason, retryAfter = 0): Attempt => ({
  said: { status, body: null },
  isWorthAgain: true,
  retryAfter,
})
const notReady = again('not-ready', 30_000)

type Worker = (asked: {
  readonly calls: number
  readonly chainTime: number
  readonly ms: number
}) => Attempt | null
type Changes = Partial<Omit<PhaseOptions, 'clock'>> & {
  readonly chainTime?: number
  readonly takes?: number
  readonly isLost?: boolean
}

/** One worker in a phase, and when it was asked, in seconds from the start. */
function scene(worker: Worker, changes: Changes = {}) {
  const { chainTime = deadline + 1, takes = 10, isLost = false, ...options } = changes
  const clock = virtualClock()
  clock.chain.note(chainTime)
  const start = clock.now()
  const phase = openPhase({
    ...{ phase: 'answers', clock, deadlines, deadline, workers: 3, firstAsk: null, definite: [] },
    rule: Round.docketRule(roundOf(1)),
    ...options,
  })
  const stopping = new AbortController()
  const asks: number[] = []
  const limits: number[] = []
  const said = askUntil({
    agentId: 7,
    phase,
    clock,
    places: makePlaces({ clock, places: 1, slow: 8 }),
    signal: stopping.signal,
    askMs: 30_000,
    lastAskMs: 10_000,
    claim: async () => !isLost,
    async ask({ ms, signal }) {
      asks.push((clock.now() - start) / 1_000)
      limits.push(ms)
      const attempt = worker({ calls: asks.length, chainTime: clock.chain.now(), ms })
      await clock.sleep(attempt === null || attempt.said.status !== 'late' ? takes : ms, signal)
      return attempt
    },
  })
  return { clock, phase, start, said, asks, limits, stopping, run: () => clock.run(said) }
}

describe('askUntil', () => {
  it('takes the first word that is final', async () => {
    const { run, asks } = scene(() => ok)
    expect(await run()).to.deep.equal(ok.said)
    expect(asks).to.deep.equal([0])
  })

  it('AUDIT C4: asks again with growing pauses after 429, 502, 503, 504 and refused connections', async () => {
    const { run, asks } = scene(({ calls }) => (calls < 6 ? again('http-error') : ok), { chainTime: readyAt })
    expect(await run()).to.deep.equal(ok.said)
    const pauses = asks.slice(1).map((at, i) => at - asks[i]!)
    for (const [i, pause] of pauses.slice(1).entries()) expect(pause).to.be.above(pauses[i]!)
  })

  it('honours Retry-After, as far as there is time', async () => {
    const patient = scene(({ calls }) => (calls === 1 ? again('http-error', 20_000) : ok), {
      chainTime: readyAt,
    })
    await patient.run()
    expect(patient.asks[1]).to.be.within(20, 20.1)
    const late = scene(({ calls }) => (calls === 1 ? again('http-error', 600_000) : ok), {
      chainTime: readyAt,
    })
    await late.run()
    expect(late.asks[1], 'half of what is left').to.be.within(29.9, 30.1)
  })

  it('SPEC §6 AUDIT B2: a worker that is not ready is asked again, and at once when the rule can be decided', async () => {
    const { run, asks } = scene(({ chainTime }) => (chainTime < readyAt ? notReady : ok))
    expect(await run()).to.deep.equal(ok.said)
    expect(asks.at(-1)).to.be.within(3_899, 3_900)
    expect(asks.length, 'not every few seconds').to.be.below(30)
    expect(asks.slice(1).every((at, i) => i === asks.length - 2 || at - asks[i]! >= 30)).to.equal(true)
  })

  it('SPEC §7: one that is never ready is silent 60 s after, and excused before', async () => {
    const hostage = scene(() => notReady)
    expect((await hostage.run())!.status).to.equal('silent')
    expect(hostage.clock.now() - hostage.start).to.be.within((3_899 + 60) * 1_000, (3_899 + 61) * 1_000)
    const early = scene(() => notReady, { definite: [1_000_000, 1_000_000] })
    expect((await early.run())!.status).to.equal('not-ready')
    expect(early.clock.now() - early.start).to.equal(60_000)
  })

  it('what was said stands against connections that fail later', async () => {
    const { run } = scene(({ calls }) => again(calls === 1 ? 'http-error' : 'silent'), { chainTime: readyAt })
    expect((await run())!.status).to.equal('http-error')
  })

  it('nor do requests that the end of the phase cuts off: who was excused stays excused', async () => {
    const then =
      (first: Attempt): Worker =>
      ({ calls }) =>
        calls === 1 ? first : again('late')
    const failing = scene(then(again('http-error')), { chainTime: readyAt })
    expect((await failing.run())!.status).to.equal('http-error')
    const early = scene(then(notReady), { definite: [0, 0] })
    expect((await early.run())!.status).to.equal('not-ready')
    const silentFirst = scene(then(again('silent')), { chainTime: readyAt })
    expect((await silentFirst.run())!.status, 'but a connection says more than none').to.equal('late')
  })

  it('gives a worker that says nothing as long as there is, and calls it late', async () => {
    const { run, limits, clock, start } = scene(() => again('late'), { chainTime: readyAt })
    expect((await run())!.status).to.equal('late')
    expect(limits[0]).to.equal(30_000)
    expect(clock.now() - start).to.equal(60_000)
  })

  it('AUDIT C8: where it comes after the end it asks once more, for a moment, and waits for nothing', async () => {
    const begun = { firstAsk: 500_000, chainTime: readyAt + 400 }
    const { run, asks, limits, clock, start } = scene(() => again('silent'), begun)
    expect((await run())!.status).to.equal('silent')
    expect([asks.length, limits[0]]).to.deep.equal([1, 10_000])
    expect(clock.now() - start).to.equal(10)
    const answers = scene(() => ok, begun)
    expect(await answers.run()).to.deep.equal(ok.said)
  })

  it('a chain that is moved on in the meantime does not cost a worker its say', async () => {
    const { run, clock, asks } = scene(({ chainTime }) => (chainTime < readyAt ? notReady : ok))
    void clock.sleep(90_000).then(() => clock.chain.note(readyAt + 7_200))
    expect(await run()).to.deep.equal(ok.said)
    expect(asks.at(-1)).to.be.below(92)
  })

  it('says nothing of a worker that the chain could not place, that another process has, or when it stops', async () => {
    expect(await scene(() => null, { chainTime: readyAt }).run()).to.equal(null)
    const lost = scene(() => ok, { isLost: true })
    expect(await lost.run()).to.equal(null)
    expect(lost.asks).to.deep.equal([])
    const stopped = scene(() => notReady)
    void stopped.clock.sleep(2_000).then(() => stopped.stopping.abort())
    expect(await stopped.run()).to.equal(null)
  })
})
