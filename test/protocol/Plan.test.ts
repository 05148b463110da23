import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { Limits, Plan, Report, Wire } from '../../protocol/index.ts'

const minima = Limits.read(
  JSON.parse(readFileSync(new URL('../../workflow/limits.json', import.meta.url), 'utf8')),
)

describe('Plan', () => {
  it('S1-2 C2: n = 1…32 × budgets 5 and 15 × small and full replies × auto and manual fit every quota', () => {
    let plans = 0
    for (let workers = 1; workers <= 32; workers++) {
      for (const httpCalls of [5, 15]) {
        for (const [answerBytes, defenceBytes] of [
          [600, 200],
          [Wire.limits.answer, Wire.limits.defence],
        ] as const) {
          for (const isAuto of [true, false]) {
            const limits = { ...minima, httpCalls }
            const plan = Plan.make({ workers, limits, isAuto, answerBytes, defenceBytes })
            if (Plan.isRefusal(plan)) throw new Error(plan.message)
            expect(plan.httpCalls).to.be.at.most(httpCalls)
            expect(plan.reads).to.be.at.most(limits.reads)
            expect(plan.consensusCalls).to.be.at.most(limits.consensusCalls)
            expect(plan.observationBytes).to.be.at.most(limits.observationBytes)
            expect(plan.reportBytes).to.be.at.most(Report.maxSize)
            expect(plan.probes, 'someone who was left out can be asked').to.be.at.least(1)
            expect(plan.reference).to.equal(isAuto)
            const together = answerBytes + Plan.itemOverhead + defenceBytes
            const isTogether = plan.replies.length > 0
            expect(isTogether).to.equal(workers <= 11)
            for (const [batches, bytes] of isTogether
              ? ([[plan.replies, together]] as const)
              : ([
                  [plan.answers, answerBytes],
                  [plan.defences, defenceBytes],
                ] as const)) {
              expect(covered(batches)).to.deep.equal(Array.from({ length: workers }, (_, i) => i))
              for (const { count } of batches) {
                const heads = (isTogether ? 2 : 1) * Plan.batchOverhead
                const size = heads + count * (bytes + Plan.itemOverhead)
                expect(size).to.be.at.most(limits.httpResponseBytes - 10_000)
              }
            }
            plans++
          }
        }
      }
    }
    expect(plans).to.equal(256)
  })

  const covered = (batches: readonly Plan.Batch[]) =>
    batches.flatMap(({ from, count }) => Array.from({ length: count }, (_, i) => from + i))

  it('at 32 workers and the minimum: two batches of answers, one of defences, one reference, one probe', () => {
    const plan = Plan.make({ workers: 32, limits: minima, isAuto: true })
    expect(plan).to.deep.include({ httpCalls: 5, reference: true, probes: 1, reads: 6, consensusCalls: 3 })
    expect((plan as Plan.Plan).answers).to.deep.equal([
      { from: 0, count: 16 },
      { from: 16, count: 16 },
    ])
    expect((plan as Plan.Plan).defences).to.deep.equal([{ from: 0, count: 32 }])
  })

  it('C2: direct mode is for two workers at a budget of 5, for seven at 15, and else refused', () => {
    const direct = (workers: number, httpCalls: number) =>
      Plan.make({ workers, limits: { ...minima, httpCalls }, isAuto: true, mode: 'direct' })
    expect(Plan.isRefusal(direct(2, 5))).to.equal(false)
    expect(direct(3, 5)).to.deep.include({ refused: 'httpCalls', needed: 7, available: 5 })
    expect(Plan.isRefusal(direct(7, 15))).to.equal(false)
    expect(Plan.isRefusal(direct(8, 15))).to.equal(true)
  })

  it('error: each quota that is too small is named, with what is needed', () => {
    const refused = (change: Partial<Limits.Limits>, workers = 32) => {
      const plan = Plan.make({ workers, limits: { ...minima, ...change }, isAuto: true })
      return Plan.isRefusal(plan) ? plan.refused : null
    }
    expect(refused({ httpCalls: 3 })).to.equal('httpCalls')
    expect(refused({ httpCalls: 4 })).to.equal(null)
    expect(refused({ httpResponseBytes: 12_000 })).to.equal('httpResponseBytes')
    expect(refused({ reads: 3 })).to.equal('reads')
    expect(refused({ reads: 4 })).to.equal(null)
    expect(refused({ consensusCalls: 1 })).to.equal('consensusCalls')
    expect(refused({ observationBytes: 9_000 })).to.equal('observationBytes')
    expect(refused({ reportBytes: 2_173 })).to.equal('reportBytes')
    expect(refused({ reportBytes: 2_174 })).to.equal(null)
    expect(refused({}, 33)).to.equal('workers')
    expect(refused({}, 0)).to.equal('workers')
  })

  it('probes rotate, so that nobody is left out for ever', () => {
    const seen = new Set<number>()
    for (let attempt = 0; attempt < 5; attempt++)
      for (const i of Plan.probed([1, 4, 6, 8, 9], 1, attempt)) seen.add(i)
    expect([...seen].sort()).to.deep.equal([1, 4, 6, 8, 9])
    expect(Plan.probed([3, 5], 2, 7)).to.deep.equal([3, 5])
    expect(Plan.probed([1, 2, 3], 2, 1)).to.deep.equal([1, 3])
  })

  const planned = (change: Partial<Plan.Input> = {}): Plan.Plan => {
    const plan = Plan.make({ workers: 4, limits: minima, isAuto: true, ...change })
    if (Plan.isRefusal(plan)) throw new Error(plan.message)
    return plan
  }

  it('a refusal says in words what does not fit', () => {
    const plan = Plan.make({ workers: 10, limits: minima, isAuto: true, mode: 'direct' })
    expect(plan).to.deep.equal({
      refused: 'httpCalls',
      needed: 21,
      available: 5,
      message:
        'The round does not fit: httpCalls 21 needed, 5 allowed (direct mode with 10 workers needs that many).',
    })
  })

  it('asks the source only about an auto rule, and only if that is wanted', () => {
    expect(planned().reference).to.equal(true)
    expect(planned({ wantsReference: false }).reference).to.equal(false)
    expect(planned({ isAuto: false }).reference).to.equal(false)
    expect(planned().httpCalls - planned().probes).to.equal(2)
    expect(planned({ isAuto: false }).httpCalls - planned({ isAuto: false }).probes).to.equal(1)
  })

  it('uses what is left of the calls for probes, less one that publishes a model’s scores', () => {
    expect(planned().probes).to.equal(3)
    expect(planned({ wantsPublication: true }).probes).to.equal(2)
    expect(planned({ workers: 1 }).probes, 'no more probes than workers').to.equal(1)
    expect(planned({ limits: { ...minima, reads: 5 } }).probes, 'a probe costs a read').to.equal(1)
    expect(planned({ limits: { ...minima, reads: 4 } }).probes).to.equal(0)
  })

  it('probes nobody without a consensus call to agree on what they said', () => {
    const limits = { ...minima, consensusCalls: 4 }
    expect(planned({ limits, evaluatorCalls: 2 })).to.include({ probes: 0, consensusCalls: 4, reads: 3 })
    expect(planned({ limits, evaluatorCalls: 1 })).to.include({ probes: 3, consensusCalls: 4, reads: 7 })
  })

  describe('a second market of one execution (SPEC §7)', () => {
    /** What is left after a sweep, or after a named market and a look, and a first round that needed no probe. */
    const spentBy = (workers: number, isAuto: boolean, probed = 0): Plan.Spent =>
      Plan.add(
        { httpCalls: 0, reads: 6, consensusCalls: 0 },
        Plan.spentOn(planned({ workers, isAuto }), probed),
      )
    const second = (workers: number, isAuto: boolean, spent: Plan.Spent) => {
      const plan = Plan.makeSecond({ workers, limits: minima, isAuto, spent })
      if (Plan.isRefusal(plan)) return plan.refused
      const all = Plan.add(spent, plan)
      expect(all.httpCalls).to.be.at.most(minima.httpCalls)
      expect(all.reads).to.be.at.most(minima.reads)
      expect(all.consensusCalls).to.be.at.most(minima.consensusCalls)
      return plan.probes
    }
    const sizes = [3, 10, 11, 12, 32]
    const grid = (firstIsAuto: boolean, secondIsAuto: boolean) =>
      sizes.map((first) => sizes.map((next) => second(next, secondIsAuto, spentBy(first, firstIsAuto))))
    const no = 'httpCalls'

    it('follows an auto rule of up to 11 workers by another one', () => {
      expect(grid(true, true)).to.deep.equal([
        [1, 1, 1, no, no],
        [1, 1, 1, no, no],
        [1, 1, 1, no, no],
        [no, no, no, no, no],
        [no, no, no, no, no],
      ])
    })

    it('follows a manual rule of 32 workers by one of up to 11, and one of up to 11 by one of 32', () => {
      expect(grid(false, false)).to.deep.equal([
        [2, 2, 2, 2, 1],
        [2, 2, 2, 2, 1],
        [2, 2, 2, 2, 1],
        [2, 2, 2, 1, no],
        [1, 1, 1, no, no],
      ])
    })

    it('mixes them as far as the calls go', () => {
      expect(grid(true, false)[1]).to.deep.equal([2, 2, 2, 1, no])
      expect(grid(false, true)[1]).to.deep.equal([2, 2, 2, 1, no])
      expect(grid(true, false)[3]).to.deep.equal([1, 1, 1, no, no])
    })

    it('is not planned where the first needed the calls of its probe', () => {
      expect(second(10, true, spentBy(10, true, 1))).to.equal(no)
      expect(second(3, false, spentBy(10, true, 1))).to.equal('reads')
      const limits = { ...minima, consensusCalls: 4 }
      const spent = spentBy(3, false)
      expect(Plan.makeSecond({ workers: 3, limits, isAuto: false, spent })).to.include({
        refused: 'consensusCalls',
      })
    })

    it('counts what the first round took, with its probes', () => {
      const plan = planned({ workers: 10 })
      expect(Plan.spentOn(plan, 0)).to.deep.equal({ httpCalls: 2, reads: 3, consensusCalls: 2 })
      expect(Plan.spentOn(plan, 2)).to.deep.equal({ httpCalls: 4, reads: 6, consensusCalls: 3 })
      expect(Plan.spentOn(plan, plan.probes)).to.deep.equal({
        httpCalls: plan.httpCalls,
        reads: plan.reads,
        consensusCalls: plan.consensusCalls,
      })
      expect(
        Plan.spentOn({ ...plan, probes: 0, httpCalls: 2, reads: 3, consensusCalls: 2 }, 0).reads,
      ).to.equal(3)
    })
  })

  it('in direct mode reads an endpoint a worker, and has nobody left to probe', () => {
    const direct = planned({ workers: 2, mode: 'direct' })
    expect(direct).to.include({ mode: 'direct', probes: 0, reads: 6, httpCalls: 5 })
    expect(direct.answers).to.deep.equal([
      { from: 0, count: 1 },
      { from: 1, count: 1 },
    ])
  })

  it('reads workers by pages of sixteen', () => {
    expect(planned({ workers: 16 }).pages).to.deep.equal([{ from: 0, count: 16 }])
    expect(planned({ workers: 17 }).pages).to.deep.equal([
      { from: 0, count: 16 },
      { from: 16, count: 1 },
    ])
  })

  it('error: a number of workers that is no count is refused', () => {
    for (const workers of [1.5, Number.NaN, -1])
      expect(Plan.make({ workers, limits: minima, isAuto: true })).to.include({ refused: 'workers' })
  })

  it('one reply fits into a response with its overhead and room for headers, to the byte', () => {
    const { answer } = Wire.limits
    const least = answer + 96 + 128 + 10_000
    const make = (httpResponseBytes: number) =>
      Plan.make({ workers: 1, limits: { ...minima, httpResponseBytes }, isAuto: false })
    expect(Plan.isRefusal(make(least))).to.equal(false)
    expect(make(least - 1)).to.include({ refused: 'httpResponseBytes', needed: least, available: least - 1 })
  })
})
