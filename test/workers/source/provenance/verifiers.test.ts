import { expect } from 'chai'
import { Address } from '../../../../protocol/index.ts'
import { createVerifiers } from '../../../../workers/source/provenance/verifiers.ts'
import { itemOf } from './items.ts'

const signed = (proof: Record<string, string>) =>
  itemOf({ kind: 'signature', tier: 1, proof, confidence_bps: 1 })

describe('createVerifiers', () => {
  it('C28: has a verifier only for what there are means for; signatures are always looked at', () => {
    expect(Object.keys(createVerifiers({}))).to.deep.equal(['signature'])
    const notary = { chainId: 1, address: `0x${'11'.repeat(20)}`, notarizedAt: async () => null } as const
    const all = createVerifiers({ notary, zktls: async () => null, attestations: async () => null })
    expect(Object.keys(all)).to.have.members(['signature', 'log', 'zktls', 'attestations'])
  })

  it('S2-29: sends a signature to the verifier of its scheme', async () => {
    const verify = createVerifiers({}).signature!
    expect(await verify(signed({ scheme: 'reply' }))).to.equal('It is no proof of a signed reply.')
    const unchecked = (scheme: string) =>
      verify(signed({ scheme })).then(
        () => 'checked',
        (error) => `${error.name}: ${error.shortMessage}`,
      )
    expect(await unchecked('observation')).to.equal(
      'Provenance.NotCheckedError: There is no register of keys to check it with.',
    )
    expect(await unchecked('pgp')).to.equal('Provenance.NotCheckedError: It is a signature of no known form.')
    const sourceKeys = { chainId: 1, address: Address.of(`0x${'11'.repeat(20)}`), keyOf: async () => null }
    const withRegister = createVerifiers({ sourceKeys }).signature!
    expect(await withRegister(signed({ scheme: 'observation' }))).to.equal(
      'It is no proof of a signed observation.',
    )
  })

  it('S2-30: hands the longest delay on to the log', async () => {
    const notary = {
      chainId: 1,
      address: `0x${'11'.repeat(20)}`,
      notarizedAt: async () => 1_900_000_000,
    } as const
    const proof = {
      scheme: 'notary',
      chain_id: 1,
      notary: notary.address,
      notarized_at: '2030-03-17T17:46:40Z',
    }
    const item = itemOf({ kind: 'log', tier: 2, proof, confidence_bps: 1 })
    expect(await createVerifiers({ notary }).log!(item)).to.equal(null)
    expect(await createVerifiers({ notary, maxDelay: 60 }).log!(item)).to.include('too long')
  })
})
