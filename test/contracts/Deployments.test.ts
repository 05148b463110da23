import { expect } from 'chai'
import { artifacts } from 'hardhat'
import { outdated } from '../../scripts/solidity/generate.ts'
import { itMeasures } from '../helpers/gas.ts'

describe('deployments/', () => {
  // Not where coverage counts or mutants sleep: there the contracts are compiled with more in them.
  itMeasures('holds the ABIs and the creation code that the contracts compile to, byte for byte', () => {
    expect(outdated(), 'run `npm run abi`').to.deep.equal([])
  })

  itMeasures('A19: leave 1.5 kB of what EIP-170 allows a contract, in each of ours', async () => {
    const names = [...(await artifacts.getAllFullyQualifiedNames())].filter((name) =>
      /^contracts\/(?!local\/)/.test(name),
    )
    expect(names.length).to.be.greaterThan(20)
    for (const name of names) {
      const { deployedBytecode } = await artifacts.readArtifact(name)
      expect((deployedBytecode.length - 2) / 2, name).to.be.at.most(24_576 - 1_536)
    }
  })
})
