import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { contractFiles, contractsHash, root } from '../../../scripts/mutants/workshop.ts'

describe('what the mutation run works on', () => {
  it('is every contract that decides something, in order', () => {
    const files = contractFiles()
    expect(files).to.include.members(['contracts/CREsolverMarket.sol', 'contracts/libraries/PayoutLib.sol'])
    expect(files.filter((file) => /interfaces|types|\.ts$/.test(file))).to.deep.equal([])
    expect(files).to.deep.equal(files.toSorted())
    for (const file of files) expect(existsSync(join(root, file)), file).to.equal(true)
  })

  it('has one hash as long as no contract changes', () => {
    expect(contractsHash()).to.match(/^0x[0-9a-f]{64}$/)
    expect(contractsHash()).to.equal(contractsHash())
  })
})
