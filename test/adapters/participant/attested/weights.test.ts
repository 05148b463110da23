import { expect } from 'chai'
import { createPublicClient, encodeFunctionData, http } from 'viem'
import { anyOf, listed, onChain } from '../../../../adapters/participant/attested/weights.ts'
import { verifiersOf } from '../../../../cli/chain/verifiers.ts'
import { identityRegistryAbi } from '../../../../deployments/abi/IdentityRegistry.ts'
import { deployLocal, type LocalPlace } from '../../../../local/deployLocal.ts'
import { type LocalChain, startChain } from '../../../../local/startChain.ts'
import { transact } from '../../../../local/transact.ts'
import { Address } from '../../../../protocol/index.ts'
import { market } from '../helpers.ts'

describe('weights by the contracts themselves', () => {
  let chain: LocalChain
  let place: LocalPlace
  let wallet: `0x${string}`
  before(async () => {
    chain = await startChain()
    place = await deployLocal(chain)
    const data = encodeFunctionData({ abi: identityRegistryAbi, functionName: 'register', args: [] })
    await transact(chain, 3, { to: place.at('IdentityRegistry'), data })
    wallet = await place.client.readContract({
      address: place.at('IdentityRegistry'),
      abi: identityRegistryAbi,
      functionName: 'getAgentWallet',
      args: [0n],
    })
  })
  after(async () => {
    place?.forget()
    await chain?.stop()
  })

  const weightOf = (verifier: string, agentId: number, newcomer?: number) =>
    onChain(place.client, {
      identity: place.at('IdentityRegistry'),
      reputation: place.at('ReputationRegistry'),
      ...(newcomer === undefined ? {} : { newcomer }),
    })({ verifier: Address.of(verifier), agentId, expiresAt: 1, nonce: 1, signature: '0x' })

  it('S3-42 count an agent without a record for nothing, or for what they are told', async () => {
    expect(await weightOf(wallet, 0)).to.equal(0)
    expect(await weightOf(wallet, 0, 2_500)).to.equal(2_500)
  })

  it('S3-42 count nobody who signs for the agent of another, or for none', async () => {
    expect(await weightOf(market, 0, 2_500)).to.equal(0)
    expect(await weightOf(wallet, 99, 2_500), 'an agent that nobody registered').to.equal(0)
  })

  it('S3-42 count nothing where the chain cannot be asked: that is no answer', async () => {
    const client = createPublicClient({ transport: http('http://127.0.0.1:1', { retryCount: 0 }) })
    const registries = { identity: place.at('IdentityRegistry'), reputation: place.at('ReputationRegistry') }
    const one = { verifier: Address.of(wallet), agentId: 0, expiresAt: 1, nonce: 1, signature: '0x' }
    const error = await onChain(client, registries)(one).catch((caught) => caught)
    expect(error).to.be.instanceOf(Error)
  })

  it('are what `round verify` checks attested claims by', () => {
    expect(verifiersOf(place)).to.have.property('attestations')
  })
})

describe('weights', () => {
  it('S3-42 A6 takes reputation from the chain, for the agent whose wallet signed and that was ever right', async () => {
    const verifier = `0x${'A1'.repeat(20)}`
    const one = { verifier: Address.of(verifier), expiresAt: 1, nonce: 1, signature: '0x' }
    const client = {
      readContract: async ({ functionName, args }: { functionName: string; args: readonly bigint[] }) => {
        if (functionName === 'factorOf') return 8_000
        if (functionName === 'reputationOf') return { count: 3, correct: args[0] === 6n ? 0 : 2 }
        return args[0] === 5n || args[0] === 6n ? verifier : `0x${'00'.repeat(20)}`
      },
    }
    const registries = { identity: market, reputation: market }
    const weight = onChain(client as never, registries)
    const of = (agentId?: number) => weight(agentId === undefined ? one : { ...one, agentId })
    expect([await of(5), await of(6), await of(7), await of()]).to.deep.equal([8_000, 0, 0, 0])
    const welcoming = onChain(client as never, { ...registries, newcomer: 100 })
    expect(await anyOf(listed([]), welcoming)({ ...one, agentId: 6 })).to.equal(100)
  })
})
