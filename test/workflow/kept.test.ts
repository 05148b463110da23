import { create } from '@bufbuild/protobuf'
import { anyPack, timestampFromMs } from '@bufbuild/protobuf/wkt'
import { expect } from 'chai'
import type { Don } from '../../don/don.ts'
import { CronTrigger } from '../../don/sdk.ts'
import type { Kept } from '../../workflow/result.ts'
import { onStage, type Stage } from './stage.ts'

const [requested, settled, finalized] = [2, 4, 5]

describe('a DON that keeps markets (AUDIT C9)', function () {
  this.timeout(120_000)
  let stage: Stage
  let don: Don

  const onThe = onStage()
  before(() => {
    stage = onThe()
    don = stage.don({ upkeep: { receiver: stage.place.at('Upkeep') } })
  })

  let ticks = 0
  async function tick() {
    const payload = create(CronTrigger.PayloadSchema, {
      scheduledExecutionTime: timestampFromMs(60_000 * ++ticks),
    })
    const report = await don.execute(3, anyPack(CronTrigger.PayloadSchema, payload), `tick ${ticks}`)
    return { report, kept: JSON.parse(String(report.value)) as Kept }
  }

  it('takes a market from its deadline to its end, and nobody else calls anything but the report', async () => {
    const marketId = await stage.open({ joined: 3 })
    const { deadline } = await stage.read(marketId)
    expect((await tick()).kept.status).to.equal('nothing')
    await stage.chain.warpTo(Number(deadline) + 4_000)
    const { kept, report } = await tick()
    expect(kept).to.deep.include({ status: 'kept', steps: [{ step: 'request', market_id: marketId }] })
    expect(report.usage).to.include({ reads: 2, http: 0, writes: 1, consensus: 1 })
    expect((await stage.read(marketId)).status).to.equal(requested)
    const yes = { value: '75120.5' }
    await stage.collect(marketId, [yes, yes, yes])
    await stage.poke(don, marketId)
    expect((await tick()).kept.status).to.equal('nothing')
    await stage.chain.warpTo(Number((await stage.read(marketId)).windowEnd))
    expect((await tick()).kept.steps).to.deep.equal([{ step: 'settle', market_id: marketId }])
    expect((await stage.read(marketId)).status).to.equal(settled)
    expect((await tick()).kept.steps).to.deep.equal([{ step: 'finalize', market_id: marketId }])
    expect((await stage.read(marketId)).status).to.equal(finalized)
  })
})
