import { expect } from 'chai'
import type { Deployment } from '../../../cli/chain/deployment.ts'
import { FirstEditionError, isFirstEdition, list } from '../../../cli/chain/edition.ts'

const address = `0x${'ab'.repeat(20)}` as const
const entry = { address, block: 7, transaction: null, constructorArguments: [], codeHash: null }
const deployment = (
  parameters: Record<string, string>,
  contracts = { CREsolverMarket: entry },
): Deployment => ({
  ...{ chainId: 1, network: 'main', deployer: address, commit: null, simulation: false },
  ...{ contracts, parameters, workflow: null },
})

describe('editions', () => {
  it('the first one is known by a parameter that the second does not have', () => {
    expect(isFirstEdition(deployment({ maxNewcomers: '16', minWorkers: '3' }))).to.equal(true)
    expect(isFirstEdition(deployment({ feeBps: '300', minWorkers: '3' }))).to.equal(false)
  })

  it('a record without a market is of no edition', () => {
    expect(isFirstEdition(deployment({ maxNewcomers: '16' }, {} as never))).to.equal(false)
  })

  it('error: names the contract, the markets that are not over, and what to do', () => {
    const { name, message } = new FirstEditionError(1, address, [2n, 5n])
    expect(name).to.equal('Deploy.FirstEditionError')
    expect(message).to.include(address).and.include('Not over there: markets 2, 5.')
    expect(message).to.include('release 0.1').and.include('--replace').and.include('docs/upgrading.md')
    expect(new FirstEditionError(31_337, address).message).not.to.include('--replace')
  })

  it('a long list of markets is cut', () => {
    expect(list([7n])).to.equal('market 7')
    expect(list(Array.from({ length: 12 }, (_, i) => BigInt(i)))).to.equal(
      'markets 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 2 more',
    )
  })
})
