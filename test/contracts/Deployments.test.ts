import { expect } from 'chai'
import { outdated } from '../../scripts/solidity/generate.ts'
import { itMeasures } from '../helpers/gas.ts'

describe('deployments/', () => {
  // Not where coverage counts or mutants sleep: there the contracts are compiled with more in them.
  itMeasures('holds the ABIs and the creation code that the contracts compile to, byte for byte', () => {
    expect(outdated(), 'run `npm run abi`').to.deep.equal([])
  })
})
