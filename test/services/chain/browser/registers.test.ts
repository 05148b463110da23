import { expect } from 'chai'
import { Hash } from '../../../../protocol/index.ts'
import { notaryOnChain, sourceKeysOnChain } from '../../../../services/chain/browser/registers.ts'

const address = '0x5fbdb2315678afecb367f032d93f642f64180aa3'
const key = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const sourceId = Hash.ofText('coingecko:bitcoin:price_usd')

/** A chain that answers by the name of the function. */
const chain = (answers: Record<string, unknown>) =>
  ({ readContract: async ({ functionName }: { functionName: string }) => answers[functionName] }) as never

describe('what provenance reads from a chain', () => {
  it('a hash that was never notarized has no time', async () => {
    const at = (notarizedAt: number) =>
      notaryOnChain(chain({ notarizedAt }), 31_337, address).notarizedAt(sourceId)
    expect(await at(0)).to.equal(null)
    expect(await at(1_771_545_600)).to.equal(1_771_545_600)
  })

  it('a key that was revoked counts as none', async () => {
    const keyOf = (isRevoked: boolean) =>
      sourceKeysOnChain(chain({ keyOf: key, registeredAt: 1n, isRevoked }), 31_337, address).keyOf(sourceId)
    expect(await keyOf(false)).to.equal(key)
    expect(await keyOf(true)).to.equal(null)
  })
})
