import { expect } from 'chai'
import { outdated } from '../../scripts/solidity/generate.ts'

describe('deployments/', () => {
  it('holds the ABIs and the creation code that the contracts compile to, byte for byte', () => {
    expect(outdated(), 'run `npm run abi`').to.deep.equal([])
  })
})
