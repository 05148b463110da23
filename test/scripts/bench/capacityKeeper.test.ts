import { expect } from 'chai'
import { keeperRows } from '../../../scripts/bench/capacityKeeper.ts'
import { itInFull } from '../../helpers/budget.ts'

describe('a keeper, counted', function () {
  this.timeout(600_000)

  itInFull('AUDIT C5: asks at most 20 questions a market beside its transactions', async () => {
    const rows = await keeperRows(3, 2)
    const of = (name: string) => rows.find((row) => row.name.endsWith(name))!.value
    // Asked, settled, finalized, and a record for each of three.
    expect(of('transactions of the keeper')).to.equal(6)
    expect(of('beside them')).to.be.within(1, 20)
    expect(of('for its transactions')).to.be.at.least(6 * 4)
    expect(of('looks at the chain')).to.be.greaterThan(of('beside them'))
  })
})
