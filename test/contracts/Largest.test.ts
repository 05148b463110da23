import { expect } from 'chai'
import { parseEther } from 'ethers'
import { network } from 'hardhat'
import { deployCrowd, joinCrowd, type PackedReputation } from '../../local/ledger/crowd.ts'
import {
  ask,
  createMarket,
  deliver,
  deploySystem,
  deployVariant,
  Outcome,
  recordOf,
  reportOf,
  Status,
  settle,
} from '../../local/ledger/market.ts'
import { withdrawTreasury } from '../../local/ledger/payout.ts'

const connection = await network.create()

const [rounds, seats] = [4, 32]
const best = recordOf('YES', 100)
/** So many settled markets, all right and with full scores, that the factor is the largest there is. */
const known = 2 ** 32 - 2
const sum = 100n * BigInt(known)

describe('the largest market that any deployment can have', () => {
  it('128 seats with the best records and scores fit every field, and are paid to the wei', async function () {
    this.timeout(120_000)
    const base = await deploySystem(connection)
    const changes = { parameters: { maxRounds: rounds }, reputations: 'PackedReputation' }
    const system = await deployVariant(base, changes)
    const { market, appellant, creator, ethers, address } = system
    const crowd = await deployCrowd(system, rounds * seats)
    const reputations = system.reputations as unknown as PackedReputation
    const record = { count: known, correct: known, sumRes: sum, sumSrc: sum, sumDepth: sum }
    for (const agentId of crowd.agentIds) await reputations.put(agentId, record)
    const reward = parseEther('10')
    const { marketId } = await createMarket(system, { reward })

    // The first cohort is of two minds: the first appeal brings the outcome, and the others repeat it.
    const tie = Array.from({ length: seats }, (_, i) => recordOf(i % 2 === 0 ? 'YES' : 'NO', 100))
    for (let cohort = 0; cohort < rounds; cohort++) {
      if (cohort > 0) {
        const [against, value] = [await market.outcomeOf(marketId), await market.bondOf(marketId)]
        await market.connect(appellant).escalate(marketId, against, { value })
      }
      await joinCrowd(system, crowd, marketId, seats, cohort * seats)
      await ask(system, marketId)
      const records = cohort === 0 ? tie : Array.from({ length: seats }, () => best)
      const sayings = records.map(() => 'YES' as const)
      const outcome = cohort === 0 ? 'INVALID' : 'YES'
      await deliver(system, await reportOf(system, marketId, sayings, outcome, { records }))
    }
    const { yesWeight, noWeight } = await market.getMarket(marketId)
    expect([yesWeight, noWeight]).to.deep.equal([40_000n * 112n, 40_000n * 16n])
    await settle(system, marketId)
    expect(await market.statusOf(marketId)).to.equal(Status.Settled)
    expect(await market.outcomeOf(marketId)).to.equal(Outcome.Yes)

    for (let cohort = 0; cohort < rounds; cohort++)
      for (let k = 0; k < seats; k++) await market.claim(marketId, 32 * cohort + k)
    // One market less than the largest number of them leaves the factor one below 15,000.
    const { share, factorBps } = await market.getWorker(marketId, 127)
    expect([share, factorBps]).to.deep.equal([10_000n * 14_999n, 14_999n])
    for (const account of [creator, appellant])
      if ((await market.creditOf(account.address)) > 0n)
        await market.connect(account).withdraw(account.address)
    await withdrawTreasury(system)
    expect(await ethers.provider.getBalance(address)).to.equal(0n)
  })
})
