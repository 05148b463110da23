import { expect } from 'chai'
import { hashTypedData } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { Address, Decimal, type Evidence } from '../../../../protocol/index.ts'
import {
  isSignedSampleProof,
  proveBySignedSample,
  type SourceKeys,
  sampleDigest,
  signedSample,
  signedSampleOf,
} from '../../../../workers/source/provenance/signedSample.ts'
import { foundOf, itemOf, observedAt, requirement } from './items.ts'

const account = privateKeyToAccount(`0x${'77'.repeat(32)}`)
const keys: SourceKeys = {
  chainId: 31_337,
  address: Address.of(`0x${'5c'.repeat(20)}`),
  keyOf: async (sourceId) => (sourceId === requirement.sourceId ? Address.of(account.address) : null),
}
const sample = { observedAt, value: '75120.5' }
const signature = await account.sign({ hash: sampleDigest(keys, requirement.sourceId, sample) })
const prove = async (header: string, known = keys) =>
  (await proveBySignedSample(known)(foundOf({ 'x-observation': header }))) as Evidence.ProvenanceProof | null

describe('sampleDigest', () => {
  it('SPEC §2: is EIP-712 of an Observation in the domain of SourceKeys', () => {
    const typed = hashTypedData({
      domain: {
        name: 'CREsolver Source',
        version: '1',
        chainId: keys.chainId,
        verifyingContract: keys.address,
      },
      types: {
        Observation: [
          { name: 'sourceId', type: 'bytes32' },
          { name: 'observedAt', type: 'uint40' },
          { name: 'value', type: 'int128' },
        ],
      },
      primaryType: 'Observation',
      message: { sourceId: requirement.sourceId, observedAt, value: Decimal.toFixed18('-75120.5') },
    })
    expect(sampleDigest(keys, requirement.sourceId, { observedAt, value: '-75120.5' })).to.equal(typed)
  })
})

describe('proveBySignedSample', () => {
  it('S2-29: takes the signature of the registered key over the very sample', async () => {
    expect(await prove(signature)).to.deep.equal({
      kind: 'signature',
      tier: 1,
      proof: { scheme: 'observation', chain_id: 31_337, source_keys: keys.address, signature },
      confidence_bps: 9_800,
    })
  })

  it('claims nothing for another key, no key, no header, a header that is none, or no sample', async () => {
    expect(
      await prove(signature, { ...keys, keyOf: async () => Address.of(`0x${'11'.repeat(20)}`) }),
    ).to.equal(null)
    expect(await prove(signature, { ...keys, keyOf: async () => null })).to.equal(null)
    expect(await prove('0x12')).to.equal(null)
    expect(await proveBySignedSample(keys)(foundOf({}))).to.equal(null)
    const silent = { ...foundOf({ 'x-observation': signature }), sample: null }
    expect(await proveBySignedSample(keys)(silent)).to.equal(null)
  })
})

describe('signedSample', () => {
  it('S2-29: binds source, time, value, chain and register', async () => {
    const provenance = (await prove(signature))!
    const verify = signedSample(keys)
    const item = itemOf(provenance)
    expect(await verify(item)).to.equal(null)
    const other = { ...item.normalized!, value: '75120.6' }
    expect(await verify({ ...item, normalized: other })).to.equal(
      'The registered key did not sign this sample.',
    )
    expect(await verify({ ...item, normalized: null })).to.equal('There is no sample that could be signed.')
    expect(await signedSample({ ...keys, chainId: 1 })(item)).to.include('another chain')
    expect(await signedSample({ ...keys, keyOf: async () => null })(item)).to.equal(
      'The source has no registered key.',
    )
    expect(await verify(itemOf({ ...provenance, proof: null }))).to.equal(
      'It is no proof of a signed observation.',
    )
  })

  it('knows its own proofs by their scheme', () => {
    expect([{ scheme: 'observation' }, { scheme: 'reply' }, null].map(isSignedSampleProof)).to.deep.equal([
      true,
      false,
      false,
    ])
  })
})

describe('signedSampleOf', () => {
  it('SPEC §2: is what a counter-observation brings, or null where an item has none', async () => {
    const provenance = (await prove(signature))!
    expect(signedSampleOf(itemOf(provenance))).to.deep.equal({
      observedAt,
      value: 75_120_500_000_000_000_000_000n,
      signature,
    })
    expect(signedSampleOf(itemOf(provenance, { normalized: null }))).to.equal(null)
    expect(signedSampleOf(itemOf({ ...provenance, proof: { scheme: 'reply' } }))).to.equal(null)
  })
})
