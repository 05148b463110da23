import { expect } from 'chai'
import { mutate } from '../../../scripts/mutants/points.ts'
import { root } from '../../../scripts/mutants/workshop.ts'

describe('the mutants of a contract', () => {
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
