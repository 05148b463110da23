import { expect } from 'chai'
import { isWhole, readRow } from '../../../scripts/check/coverage.ts'

describe('the check of coverage', () => {
  it('reads a row of the table, and takes nothing less than all lines and statements', () => {
    const whole = readRow('║ contracts/KillSwitch.sol            │ 100.00 │ 100.00      │ -      ║')!
    expect(whole).to.deep.equal({ file: 'contracts/KillSwitch.sol', lines: 100, statements: 100 })
    expect(isWhole(whole)).to.equal(true)
    expect(isWhole(readRow('║ contracts/libraries/X.sol │ 100.00 │ 99.99 │ 3 ║')!)).to.equal(false)
    expect(isWhole(readRow('║ contracts/libraries/X.sol │ 99.00 │ 100.00 │ 3 ║')!)).to.equal(false)
  })

  it('passes over headings and totals', () => {
    expect(readRow('║ File Path │ Line % │ Statement % │ Uncovered Lines ║')).to.equal(null)
    expect(readRow('║ Total │ 62.58 │ 62.43 │ ║')).to.equal(null)
  })
})
