import { expect } from 'chai'
import { privateKeyToAccount } from 'viem/accounts'
import type { Attestation } from '../../../../adapters/participant/attested/Attestation.ts'
import { weigh } from '../../../../adapters/participant/attested/weigh.ts'
import { listed } from '../../../../adapters/participant/attested/weights.ts'
import { claimHash } from '../../../../adapters/participant/Subject.ts'
import { Address, Approval, Hash } from '../../../../protocol/index.ts'
import { fundId, type Mined, market, mine, portsOf, scope } from '../helpers.ts'

const accounts = [1, 2, 3].map((n) => privateKeyToAccount(`0x${String(n).repeat(64)}`))
const now = 1_000_000

describe('a threshold of attestations', () => {
  let mined: Mined
  before(async () => {
    const fetch = async () => ({
      status: 200,
      headers: {},
      body: '{"price":7}',
      retrievedAt: now,
      method: 'GET' as const,
    })
    mined = await mine('https://example.org/price', portsOf({ now: () => now, fetch }))
  })

  const attest = async (index: number, changes: Partial<Approval.Approval> = {}): Promise<Attestation> => {
    const account = accounts[index]!
    const verifier = Address.of(account.address)
    const approval: Approval.Approval = {
      subjectType: 'CLAIM',
      subjectHash: mined.claimHash,
      fundId,
      epochId: 1,
      verifier,
      expiresAt: now + 900,
      nonce: index,
      ...changes,
    }
    const signature = (await account.sign({ hash: Approval.digest(approval) })).toLowerCase()
    return { verifier, expiresAt: approval.expiresAt, nonce: approval.nonce, signature }
  }
  const weightOf = listed(accounts.map(({ address }, i) => ({ verifier: address, weight: 1_000 * (i + 1) })))
  const check = (attestations: Attestation[], threshold = 3_000, at = now) =>
    weigh({ claim: mined.claim, attestations }, { weightOf, threshold, at })

  it('S3-42 is met by the sum of the weights of those who signed', async () => {
    const both = [await attest(0), await attest(1)]
    expect(await check(both)).to.deep.include({ isMet: true, weight: 3_000, refused: [] })
    expect(await check(both, 3_001)).to.include({ isMet: false, weight: 3_000 })
    expect(await check([], 0)).to.include({ isMet: false, weight: 0 })
  })

  it('counts nobody twice, nobody without weight, and nobody for a claim of his own', async () => {
    const once = await attest(2)
    const twice = await check([once, await attest(2, { nonce: 9 })])
    expect(twice).to.deep.include({
      weight: 3_000,
      refused: [{ verifier: once.verifier, reason: 'counted-already' }],
    })
    const own = { ...mined.claim, observation: { ...mined.claim.observation, crawler: once.verifier } }
    const subjectHash = claimHash(own)
    const result = await weigh(
      { claim: own, attestations: [await attest(2, { subjectHash })] },
      { weightOf, threshold: 1, at: now },
    )
    expect(result.refused).to.deep.equal([{ verifier: once.verifier, reason: 'own-claim' }])
    const unknown = await weigh(
      { claim: mined.claim, attestations: [once] },
      { weightOf: listed([]), threshold: 1, at: now },
    )
    expect(unknown.refused[0]!.reason).to.equal('no-weight')
  })

  it('C82 counts no signature for another claim, fund or epoch, and none that has expired', async () => {
    const reasonOf = async (one: Attestation, at = now) =>
      (await check([one], 1, at)).refused[0]?.reason ?? null
    expect(await reasonOf(await attest(0, { subjectHash: Hash.ofText('x') }))).to.equal('not-signed')
    expect(await reasonOf(await attest(0, { fundId: `eip155:1:${market}` }))).to.equal('not-signed')
    expect(await reasonOf(await attest(0, { epochId: 2 }))).to.equal('not-signed')
    expect(await reasonOf(await attest(0, { subjectType: 'INTENT' }))).to.equal('not-signed')
    const good = await attest(0)
    expect(await reasonOf({ ...good, nonce: good.nonce + 1 })).to.equal('not-signed')
    expect(await reasonOf({ ...good, verifier: Address.of(market) })).to.equal('not-signed')
    expect(await reasonOf(good, now + 900)).to.equal(null)
    expect(await reasonOf(good, now + 901)).to.equal('expired')
    const elsewhere = { weightOf, threshold: 1, at: now, scope: { ...scope, epochId: 2 } }
    expect(
      (await weigh({ claim: mined.claim, attestations: [good] }, elsewhere)).refused[0]!.reason,
    ).to.equal('out-of-scope')
  })
})
