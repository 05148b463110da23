import { create } from '@bufbuild/protobuf'
import { anyUnpack, timestampMs } from '@bufbuild/protobuf/wkt'
import { expect } from 'chai'
import { CronTrigger } from '../../../don/sdk.ts'
import { startCronTrigger } from '../../../don/triggers/cron.ts'
import type { TriggerEvent } from '../../../don/triggers/trigger.ts'
import { limits } from '../../helpers/localDon.ts'

describe('the cron trigger', () => {
  it('wakes at the times of its schedule, once each, and passes over those that went by unseen', async () => {
    const fired: TriggerEvent[] = []
    let now = Date.parse('2026-01-01T00:00:10Z')
    let looks = 0
    /** Once it has looked at the clock again. */
    const ticks = async () => {
      const before = looks
      while (looks < before + 4) await new Promise((resolve) => setTimeout(resolve, 1))
    }
    const trigger = startCronTrigger({
      handler: 1,
      config: create(CronTrigger.ConfigSchema, { schedule: '*/30 * * * * *' }),
      limits: limits.CRONTrigger,
      fire: (event) => fired.push(event),
      now: () => {
        looks++
        return now
      },
      tickMs: 2,
    })
    await ticks()
    expect(fired).to.have.length(0)
    now += 20_000
    await ticks()
    await ticks()
    now += 300_000
    await ticks()
    await trigger.stop()
    expect(fired.map(({ event }) => event)).to.deep.equal(['2026-01-01T00:00:30Z', '2026-01-01T00:01:00Z'])
    const { scheduledExecutionTime } = anyUnpack(fired[0]!.payload, CronTrigger.PayloadSchema)!
    expect(timestampMs(scheduledExecutionTime!)).to.equal(Date.parse('2026-01-01T00:00:30Z'))
  })

  it('refuses a schedule that is too fast', () => {
    const config = create(CronTrigger.ConfigSchema, { schedule: '*/10 * * * * *' })
    const start = () => startCronTrigger({ handler: 1, config, limits: limits.CRONTrigger, fire: () => {} })
    expect(start).to.throw(/maximum fastest cron schedule is 30s/)
  })
})
