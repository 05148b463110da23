import { expect } from 'chai'
import type { ServedExecution } from '../../../don/service.ts'
import { countsOf } from '../../../scripts/bench/capacityBurst.ts'

type Told = Pick<ServedExecution, 'trigger' | 'report'>
const told = (trigger: Told['trigger'], value: object | null): Told =>
  ({
    trigger,
    report: { value: JSON.stringify(value), error: value === null ? 'it failed' : null },
  }) as unknown as Told
const reported = (market_id: number, also?: object) => ({
  status: 'reported',
  market_id,
  ...(also && { also }),
})

// How it runs on a chain with its DON is in capacity.test.ts.
describe('a burst, counted', () => {
  it('tells executions by what woke them, and how many reported two', () => {
    const counts = countsOf(
      [
        told('log', { status: 'waiting', market_id: 1, why: 'unsealed' }),
        told('log', reported(2)),
        told('cron', reported(3, reported(4))),
        told('http', reported(5, { status: 'waiting', market_id: 6, why: 'unsealed' })),
        told('http', null),
      ],
      2,
    )
    expect(counts).to.deep.equal({
      woken: { log: 2, http: 2, cron: 1 },
      unsealed: 2,
      doubles: 1,
      perMinute: 1.5,
    })
  })
})
