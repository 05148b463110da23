import { expect } from 'chai'
import type { Fault } from '../../don/faults.ts'
import { describeInFull } from '../helpers/budget.ts'
import { openStage, type Stage } from './stage.ts'

const yes = { value: '75120.5' }

for (const nodes of [4, 7]) {
  describeInFull(`a DON of ${nodes} nodes`, function () {
    this.timeout(180_000)
    let stage: Stage
    before(async () => {
      stage = await openStage({ workers: 3, nodes })
    })
    after(async () => {
      await stage.close()
    })

    async function round(faults: Record<number, Fault>) {
      const marketId = await stage.ask()
      await stage.collect(marketId, [yes, yes, yes])
      const don = stage.don({}, { faults })
      const report = await stage.attempt(don, marketId)
      await don.stop()
      const { status, outcome } = await stage.read(marketId)
      return { report, isResolved: status === 3 && outcome === 1 }
    }

    const faults: Record<string, Fault> = {
      byzantine: { kind: 'byzantine' },
      slow: { kind: 'slow', ms: 300 },
      silent: { kind: 'silent' },
      restarting: { kind: 'restarting' },
    }
    for (const [name, fault] of Object.entries(faults)) {
      it(`bears one ${name} node`, async () => {
        expect((await round({ 1: fault })).isResolved).to.equal(true)
      })
    }

    if (nodes === 7) {
      it('bears a byzantine and a silent one together', async () => {
        expect((await round({ 0: faults.byzantine!, 6: faults.silent! })).isResolved).to.equal(true)
      })
    } else {
      it('is broken by two byzantine ones: that is more than f, and no report comes of it', async () => {
        const { report, isResolved } = await round({ 0: faults.byzantine!, 1: faults.byzantine! })
        expect(isResolved).to.equal(false)
        expect(report.error ?? report.value).not.to.match(/"reported"/)
      })
    }
  })
}
