import { expect } from 'chai'
import { hashTypedData } from 'viem'
import { Address, Approval, Bytes, Claim, Hash } from '../../protocol/index.ts'

const market = Address.of('0x5fbdb2315678afecb367f032d93f642f64180aa3')
const verifier = Address.of('0x70997970c51812dc3a010c7d01b50e0d17dc79c8')
const approval: Approval.Approval = {
  subjectType: 'INTENT',
  subjectHash: Hash.ofText('an intent'),
  fundId: Claim.fundOf(31_337, market),
  epochId: 3,
  verifier,
  expiresAt: 1_771_635_540,
  nonce: 7,
}
const field = (type: string, name: string) => ({ name, type })
const signer = [field('address', 'verifier'), field('uint64', 'expiresAt'), field('uint256', 'nonce')]
const values = { epochId: 3n, verifier, expiresAt: 1_771_635_540n, nonce: 7n }

describe('Approval', () => {
  it('C82: of an intent is signed in the domain of the market contract, over fund and epoch', () => {
    const fields = [field('bytes32', 'intentHash'), field('bytes32', 'fundId'), field('uint64', 'epochId')]
    const typed = {
      domain: { name: 'CREsolverClaims', version: '1', chainId: 31_337, verifyingContract: market },
      types: { IntentAttestation: [...fields, ...signer] },
      primaryType: 'IntentAttestation' as const,
      message: { ...values, intentHash: approval.subjectHash, fundId: Hash.ofText(approval.fundId) },
    }
    expect(Approval.digest(approval)).to.equal(hashTypedData(typed))
  })

  it('C82: each field changes the digest, the case of the fund’s letters does not', () => {
    const changes: Partial<Approval.Approval>[] = [
      {},
      { subjectType: 'CLAIM' },
      { subjectHash: Hash.ofText('another') },
      { fundId: Claim.fundOf(1, market) },
      { fundId: Claim.fundOf(31_337, verifier) },
      { epochId: 4 },
      { verifier: market },
      { expiresAt: 1 },
      { nonce: 8 },
    ]
    const digests = changes.map((change) => Approval.digest({ ...approval, ...change }))
    expect(new Set(digests).size).to.equal(changes.length)
    expect(Approval.digest({ ...approval, fundId: approval.fundId.toUpperCase() })).to.equal(digests[0])
  })

  it('error: a fund that names no market contract has no domain to sign in', () => {
    expect(() => Approval.digest({ ...approval, fundId: 'fund-1' })).to.throw(Claim.NotAFundError)
    expect(() => Approval.digest({ ...approval, verifier: '0x00' })).to.throw(Bytes.WrongLengthError)
    expect(() => Approval.digest({ ...approval, nonce: -1 })).to.throw(Bytes.OutOfRangeError)
  })

  it('of the original books is read as they take it: claims with their epoch, intents without', () => {
    const book = { chainId: 31_337, book: market }
    const domain = (name: string) => ({ name, version: '1', chainId: 31_337, verifyingContract: market })
    const claim = hashTypedData({
      domain: domain('ClawClaimBook'),
      types: { ClaimAttestation: [field('bytes32', 'claimHash'), field('uint64', 'epochId'), ...signer] },
      primaryType: 'ClaimAttestation',
      message: { ...values, claimHash: approval.subjectHash },
    })
    const intent = hashTypedData({
      domain: domain('ClawIntentBook'),
      types: { IntentAttestation: [field('bytes32', 'intentHash'), ...signer] },
      primaryType: 'IntentAttestation',
      message: { ...values, intentHash: approval.subjectHash },
    })
    expect(Approval.originDigest(book, { ...approval, subjectType: 'CLAIM' })).to.equal(claim)
    expect(Approval.originDigest(book, approval)).to.equal(intent)
    expect(Approval.originDigest(book, { ...approval, epochId: 9 }), 'an intent names no epoch').to.equal(
      intent,
    )
  })
})
