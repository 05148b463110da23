import { expect } from 'chai'
import {
  attestation,
  attestedClaim,
  isSigned,
} from '../../../../adapters/participant/attested/Attestation.ts'
import { attestBy, claimOf, verifiers } from './attestedClaims.ts'

describe('isSigned', () => {
  it('C82 holds for the claim that was signed, by the one who signed it', async () => {
    const claim = claimOf()
    const one = await attestBy(0, claim)
    expect(one.verifier).to.equal(verifiers[0])
    expect(isSigned(claim, one)).to.equal(true)
  })

  it('C82 fails once anything is changed', async () => {
    const claim = claimOf()
    const one = await attestBy(0, claim)
    for (const changes of [
      { verifier: verifiers[1]! },
      { expiresAt: one.expiresAt + 1 },
      { nonce: one.nonce + 1 },
      { signature: `${one.signature.slice(0, -2)}00` },
    ])
      expect(isSigned(claim, { ...one, ...changes }), JSON.stringify(changes)).to.equal(false)
    expect(isSigned(claimOf({ epochId: 2 }), one)).to.equal(false)
    expect(isSigned(claimOf({}, { extracted: '8' }), one)).to.equal(false)
  })

  it('does not depend on the agent that an attestation names', async () => {
    const claim = claimOf()
    expect(isSigned(claim, { ...(await attestBy(0, claim)), agentId: 7 })).to.equal(true)
  })

  it('is false for a fund that names no contract, and throws nothing', async () => {
    const one = await attestBy(0, claimOf())
    expect(isSigned(claimOf({ fundId: 'fund-1' }), one)).to.equal(false)
  })
})

describe('an attested claim as it is handed on', () => {
  it('has at most 32 attestations, and no other fields', async () => {
    const claim = claimOf()
    const one = await attestBy(0, claim)
    expect(attestedClaim.safeParse({ claim, attestations: Array(32).fill(one) }).success).to.equal(true)
    expect(attestedClaim.safeParse({ claim, attestations: Array(33).fill(one) }).success).to.equal(false)
    expect(attestation.safeParse({ ...one, weight: 1 }).success).to.equal(false)
    expect(attestation.safeParse({ ...one, verifier: one.verifier.toUpperCase() }).success).to.equal(false)
  })
})
