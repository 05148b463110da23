import { expect } from 'chai'
import { mutate } from '../../../scripts/mutants/points.ts'
import * as Results from '../../../scripts/mutants/results.ts'
import { contractFiles, contractsHash, root } from '../../../scripts/mutants/workshop.ts'
import { skipFor } from '../../helpers/skip.ts'

describe('the result of the mutation run', () => {
  const results = Results.read()

  before(function () {
    if (results.contracts === '')
      skipFor(this, 'contracts/ has no mutation run yet: `npm run mutants` makes one')
  })

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
})

describe('faults', () => {
  it('names what was not run, what survived, and what is called equivalent without a reason', () => {
    const listed = Object.fromEntries(
      Object.keys(Results.equivalents()).map((name) => [name, Results.equivalent]),
    )
    const mutants = { ...listed, a: 'Claim.test.ts: pays once', b: Results.survived, c: Results.equivalent }
    expect(Results.faults({ contracts: '', mutants }, [...Object.keys(mutants), 'd'])).to.deep.equal([
      'not run: d',
      'survived: b',
      'equivalent without a reason: c',
    ])
  })

  it('names a mutant that is listed as equivalent, and that a test notices', () => {
    const [name] = Object.keys(Results.equivalents())
    const found = Results.faults({ contracts: '', mutants: { [name!]: 'Claim.test.ts: pays once' } }, [])
    expect(found).to.include(`listed as equivalent, but Claim.test.ts: pays once: ${name}`)
  })
})
