import { expect } from 'chai'
import { openPhase, type PhaseOptions } from '../../gateway/OpenPhase.ts'
import { deadline } from '../../local/samples/proof.ts'
import { Round } from '../../protocol/index.ts'
import { manualQuestion, roundOf } from '../helpers/round.ts'
import { virtualClock } from './virtualClock.ts'

const deadlines = { resolveMs: 30_000, challengeMs: 15_000, patienceMs: 60_000, leaseMs: 60_000 }
const never = new AbortController().signal

function open(changes: Partial<PhaseOptions> = {}, chainTime = deadline + 1) {
  const clock = virtualClock()
  clock.chain.note(chainTime)
  const phase = openPhase({
    phase: 'answers',
    clock,
    deadlines,
    rule: Round.docketRule(roundOf(1)),
    deadline,
    workers: 3,
    firstAsk: null,
    definite: [],
    ...changes,
  })
  return { clock, phase, start: clock.now() }
}

describe('openPhase', () => {
  it('SPEC §7: ends 60 s after its rule can be decided, by the chain’s own clock', () => {
    const { phase, start, clock } = open()
    expect(phase.endsAt()).to.equal(Number.POSITIVE_INFINITY)
    phase.asked()
    expect([phase.isEarly(), phase.isResumed]).to.deep.equal([true, false])
    expect(phase.endsAt()).to.equal(start + (3_899 + 60) * 1_000)
    // The chain is moved on: what was hours away is now.
    clock.chain.note(deadline + 3_900)
    expect([phase.isEarly(), phase.endsAt()]).to.deep.equal([false, start + 60_000])
  })

  it('knows nothing of readiness where no number decides, and in the second phase', () => {
    const manual = open({ rule: Round.docketRule(roundOf(1, { question: manualQuestion })) })
    manual.phase.asked()
    expect([manual.phase.isEarly(), manual.phase.endsAt()]).to.deep.equal([false, manual.start + 30_000])
    const defences = open({ phase: 'defences' })
    defences.phase.asked()
    expect([defences.phase.isEarly(), defences.phase.endsAt()]).to.deep.equal([
      false,
      defences.start + 15_000,
    ])
  })

  it('goes on from what is stored: the first request, and when two thirds were in', () => {
    const { phase, start } = open({ firstAsk: 900_000, definite: [910_000, 905_000] })
    expect([phase.isResumed, phase.endsAt()]).to.deep.equal([true, 970_000])
    expect(phase.endsAt()).to.be.below(start)
  })

  it('SPEC §7: wakes all who pause when two thirds are in, so that each is asked once more', async () => {
    const { phase, clock, start } = open()
    phase.asked()
    phase.heardDefinite()
    const pausing = phase.pause(300_000, never).then(() => clock.now())
    void clock.sleep(10_000).then(() => phase.heardDefinite())
    expect(await clock.run(pausing)).to.be.within(start + 10_000, start + 11_000)
    expect(phase.endsAt()).to.equal(start + 70_000)
  })

  it('wakes when the rule can be decided, also where the chain is moved on, and at the end', async () => {
    const natural = open({}, deadline + 3_880)
    natural.phase.asked()
    await natural.clock.run(natural.phase.pause(300_000, never))
    expect(natural.clock.now()).to.equal(natural.start + 20_000)
    const { phase, clock, start } = open()
    phase.asked()
    void clock.sleep(5_500).then(() => clock.chain.note(deadline + 3_900))
    await clock.run(phase.pause(300_000, never))
    expect(clock.now()).to.equal(start + 6_000)
    await clock.run(phase.pause(300_000, never))
    expect(clock.now()).to.equal(start + 65_500)
    const stopping = new AbortController()
    stopping.abort()
    await phase.pause(300_000, stopping.signal)
  })
})
