import { expect } from 'chai'
import { sampleRoundOf } from '../../local/samples/round.ts'
import { Round } from '../../protocol/index.ts'
import { askedOf, chainOf, parameters, readRound, stageOf, type Told } from './fakeRound.ts'
import { fakeRuntime } from './fakeRuntime.ts'

const readOf = (told: Told) => readRound(fakeRuntime({ chain: chainOf(told) }).runtime, 1n)

describe('the round that is asked now', () => {
  it('is what the chain says of it', async () => {
    const stage = await stageOf(['silent', 'silent'], { told: { requestedAt: 1_000, now: 1_150 } })
    const asked = askedOf(stage)
    expect(asked.view).to.deep.equal(stage.round)
    expect(asked).to.deep.include({
      isAppealing: false,
      isRepeat: false,
      answeredBefore: 0,
      rule: Round.docketRule(stage.round),
      isEarly: true,
      standing: { yes: 0n, no: 0n, invalid: 0n },
      minWorkers: Number(parameters.minWorkers),
      expiresAt: 1_150 + Number(parameters.reportTtl),
      clock: {
        now: 1_150,
        requestedAt: 1_000,
        quorumGrace: Number(parameters.quorumGrace),
        resolutionTimeout: Number(parameters.resolutionTimeout),
      },
    })
    // Three reads, all at the block of the configuration: the last finalized one.
    expect(stage.reads.map(({ block }) => block)).to.deep.equal([-3n, -3n, -3n])
  })

  it('has an attempt that grows by one a minute', () => {
    const round = sampleRoundOf(1)
    const attempts = [0, 59, 60, 600].map(
      (passed) => readOf({ round, requestedAt: 100, now: 100 + passed })!.attempt,
    )
    expect(attempts).to.deep.equal([0, 0, 1, 10])
  })

  it('of an appeal carries what stands from before', () => {
    const market = { isAppealing: true, answeredBefore: 4, yesWeight: 7n, noWeight: 8n, invalidWeight: 9n }
    const asked = readOf({ round: sampleRoundOf(2, { round: 2 }), market })!
    expect(asked.view.round).to.equal(2)
    expect(asked).to.deep.include({
      isAppealing: true,
      isRepeat: false,
      answeredBefore: 4,
      standing: { yes: 7n, no: 8n, invalid: 9n },
    })
  })

  it('SPEC §7: says whether it repeats one without quorum', () => {
    const round = sampleRoundOf(2, { round: 2 })
    expect(readOf({ round, isRepeat: true, market: { answeredBefore: 1 } })).to.deep.include({
      isRepeat: true,
      answeredBefore: 1,
    })
  })

  it('SPEC §1: is early as long as its rule cannot be decided', () => {
    const round = sampleRoundOf(1)
    const { readyAt } = Round.docketRule(round)!
    const isEarly = (now: number) => readOf({ round, now })!.isEarly
    expect([isEarly(readyAt - 1), isEarly(readyAt)]).to.deep.equal([true, false])
    const manual = sampleRoundOf(1, { question: '§question Rain?\n§rule\nsource:manual' })
    expect(readOf({ round: manual, now: 0 })).to.deep.include({ rule: null, isEarly: false })
  })

  for (const count of [16, 17, 32]) {
    it(`has all of ${count} workers, in pages of sixteen`, () => {
      const round = sampleRoundOf(count)
      const { runtime, reads } = fakeRuntime({ chain: chainOf({ round }) })
      expect(readRound(runtime, 1n)!.view.workers).to.deep.equal(round.workers)
      expect(reads).to.have.length(2 + Math.ceil(count / 16))
    })
  }

  it('is none when nothing is asked', () => {
    const round = sampleRoundOf(1)
    for (const status of [0, 1, 3, 4]) expect(readOf({ round, status })).to.equal(null)
    expect(readOf({ round, status: Round.requested })).to.not.equal(null)
  })

  it('is none when it moved on between two reads', () => {
    const round = sampleRoundOf(20)
    expect(readOf({ round, market: { round: 2 } })).to.equal(null)
    const later: [string, Partial<Told>][] = [
      ['another status', { status: 3 }],
      ['another round', { round: { ...round, round: 2 } }],
      ['fewer workers', { round: { ...round, workers: round.workers.slice(0, 16) } }],
    ]
    for (const [name, change] of later) {
      let reads = 0
      const chain = (data: `0x${string}`) => chainOf(++reads > 3 ? { round, ...change } : { round })(data)
      expect(readRound(fakeRuntime({ chain }).runtime, 1n), name).to.equal(null)
    }
  })

  it('a chain that cannot be read is thrown: there is nothing to say then', () => {
    const { runtime } = fakeRuntime()
    expect(() => readRound(runtime, 1n)).to.throw(/there is no chain/)
  })
})
