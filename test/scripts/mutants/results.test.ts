import { expect } from 'chai'
import { mutate } from '../../../scripts/mutants/points.ts'
import * as Results from '../../../scripts/mutants/results.ts'
import { contractFiles, contractsHash, root } from '../../../scripts/mutants/workshop.ts'

describe('the result of the mutation run', () => {
  const results = Results.read()

  it('belongs to contracts/ as they are', () => {
    const why = 'contracts/ changed since test/mutants.json was written: run `npm run mutants` and commit it'
    expect(results.contracts, why).to.equal(contractsHash())
  })

  it('knows every mutant, and none survived', () => {
    const names = mutate(root, contractFiles()).points.map(({ name }) => name)
    const faults = Results.faults(results, names)
    expect(faults, 'write a test for each, run `npm run mutants` and commit test/mutants.json').to.deep.equal(
      [],
    )
    expect(Object.keys(results.mutants)).to.deep.equal(names)
  })

  it('flips, disarms and turns round each condition once, under a name of its own', () => {
    const { points, sources } = mutate(root, ['contracts/KillSwitch.sol'])
    expect(points.map(({ name }) => name.replace('contracts/KillSwitch.sol ', ''))).to.deep.equal([
      'constructor: guardian_ == address(0) → guardian_ != address(0)',
      'constructor: guardian_ == address(0) → false',
      'onlyGuardian: msg.sender != guardian → msg.sender == guardian',
      'onlyGuardian: msg.sender != guardian → false',
      'acceptGuardian: msg.sender != pendingGuardian → msg.sender == pendingGuardian',
      'acceptGuardian: msg.sender != pendingGuardian → false',
    ])
    const { 'contracts/KillSwitch.sol': text } = sources
    expect(text).to.contain('if ((mutant(2) ? (false) : ((mutant(1) ? (guardian_ != address(0)) : (guardian_')
  })
})
