import { expect } from 'chai'
import type { System } from '../../../local/ledger/market.ts'
import { Report } from '../../../protocol/index.ts'
import { fullReport } from '../../../scripts/bench/gas.ts'

/** What a report asks the chain for: its number, the round, and what time it is. */
const system = {
  address: `0x${'5f'.repeat(20)}`,
  ethers: { provider: { getNetwork: async () => ({ chainId: 31_337n }) } },
  market: { getMarket: async () => ({ round: 1n }) },
  time: { latest: async () => 5_000 },
} as unknown as System

const deadline = 4_000

describe('the report whose gas is measured', () => {
  it('has a record and a check for each worker, four of five for Yes', async () => {
    const { records, docket, outcome, round, marketId } = await fullReport(system, 7n, 10, deadline)
    expect([marketId, round, outcome]).to.deep.equal([7n, 1, 'YES'])
    expect(records).to.have.length(10)
    const results = docket!.checks.map((check) => check!.result)
    expect(results).to.deep.equal(['YES', 'YES', 'YES', 'YES', 'NO', 'YES', 'YES', 'YES', 'YES', 'NO'])
  })

  it('has checks that hold by its own rule, each observed in its window', async () => {
    const { docket } = await fullReport(system, 7n, 32, deadline)
    const { target, from, to, readyAt } = docket!.rule
    expect([from, readyAt]).to.deep.equal([deadline, to])
    for (const check of docket!.checks) {
      const { value, result, observedAt } = check!
      expect(value! >= target).to.equal(result === 'YES')
      expect(observedAt).to.be.at.least(from).and.at.most(to)
    }
  })

  it('has a root of its own for each proof, and can be sent', async () => {
    for (const n of [3, 10, 20, 32]) {
      const report = await fullReport(system, 7n, n, deadline)
      expect(new Set(report.docket!.checks.map((check) => check!.porRoot)).size).to.equal(n)
      expect(Report.encode(report).length).to.be.greaterThan(n * 32)
    }
  })
})
