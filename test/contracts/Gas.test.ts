import { expect } from 'chai'
import { gasOfSteps } from '../../scripts/bench/gas.ts'
import { itMeasures } from '../helpers/gas.ts'

/** The most that a step may cost: name, number of workers, gas of the whole transaction. */
const bars: [string, number, number][] = [
  ['report', 10, 225_000],
  ['report', 32, 345_000],
  ['join', 10, 95_000],
  ['join', 100, 95_000],
  ['market', 10, 2_400_000],
  ['challenge', 10, 135_000],
  ['draw', 128, 140_000],
  ['settle', 96, 3_300_000],
]

describe('what a market’s life costs', () => {
  itMeasures('is no more gas than each step has its bar for', async function () {
    this.timeout(300_000)
    const measured = await gasOfSteps()
    for (const [name, n, most] of bars) {
      const row = measured.find((one) => one.name === name && one.n === n)
      expect(row?.value, `${name} at ${n}`).to.be.at.most(most).and.at.least(21_000)
    }
  })
})
