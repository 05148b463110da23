import { expect } from 'chai'
import * as Archive from '../../../adapters/participant/Archive.ts'
import { verifyResult } from '../../../adapters/participant/Result.ts'
import { claimHash } from '../../../adapters/participant/Subject.ts'
import { Hash } from '../../../protocol/index.ts'
import { type FakeApi, startFakeApi } from '../../helpers/fakeApi.ts'
import { gist, type Mined, mine, portsOf, scope, self, verify } from './helpers.ts'

describe('verify_claim_or_intent_validity of a claim', () => {
  let api: FakeApi
  let body: string
  let mined: Mined
  let archive: ReturnType<typeof Archive.inMemory>
  beforeEach(async () => {
    body = '{"price": 75000.5}'
    api = await startFakeApi(() => ({ body }))
    archive = Archive.inMemory()
    mined = await mine(`${api.url}/price`, portsOf({ archive }))
  })
  afterEach(() => api.close())

  const changed = (observation: object): Pick<Mined, 'claim' | 'claimHash'> => {
    const claim = { ...mined.claim, observation: { ...mined.claim.observation, ...observation } }
    return { claim, claimHash: claimHash(claim) }
  }

  it('S3-11 S3-28…S3-33 passes what the source says again, with a draft and all fields of the output', async () => {
    const ports = portsOf({ now: () => mined.observation.timestamp + 10 })
    const result = await verify(mined, ports)
    expect(result).to.deep.include({
      status: 'OK',
      taskType: 'verify_claim_or_intent_validity',
      ...scope,
      subjectType: 'CLAIM',
      subjectHash: mined.claimHash,
      verdict: 'PASS',
      reason: 'REPRODUCED',
      confidence: 0.75,
      attestationDraft: { validator: self, expiresAt: mined.observation.timestamp + 910, nonce: 1 },
    })
    expect(verifyResult.safeParse(result).success).to.equal(true)
    expect(api.calls, 'reproduction is a second request').to.have.length(2)
  })

  it('S3-36 C80 rejects what belongs to another fund, epoch or room before it looks at anything else', async () => {
    const ports = portsOf({ fetch: () => expect.fail('it fetched') })
    for (const other of [{ fundId: 'eip155:1:0x00' }, { epochId: 2 }, { roomId: '8' }]) {
      const result = await verify(mined, ports, other)
      expect(gist(result)).to.equal('REJECTED FAIL SCOPE_MISMATCH')
      expect(result).not.to.have.property('attestationDraft')
    }
    for (const field of ['fundId', 'epochId', 'roomId']) {
      const claim = { ...mined.claim, [field]: undefined }
      const result = await verify({ ...mined, claim: JSON.parse(JSON.stringify(claim)) }, ports)
      expect(gist(result)).to.equal('REJECTED FAIL SCOPE_MISMATCH')
    }
    expect(api.calls).to.have.length(1)
  })

  it('S3-35 wants more evidence where evidenceURI or responseHash is missing or empty', async () => {
    const ports = portsOf({ archive })
    for (const field of ['evidenceURI', 'responseHash'])
      for (const value of [undefined, null, '', '  ']) {
        const claim = { ...mined.claim, observation: { ...mined.claim.observation, [field]: value } }
        const result = await verify({ ...mined, claim: JSON.parse(JSON.stringify(claim)) }, ports)
        expect(gist(result)).to.equal('OK NEED_MORE_EVIDENCE MISSING_EVIDENCE')
        expect(result).not.to.have.property('attestationDraft')
      }
    const { observation, ...bare } = mined.claim
    expect(gist(await verify({ ...mined, claim: bare as never }, ports))).to.equal(
      'OK NEED_MORE_EVIDENCE MISSING_EVIDENCE',
    )
    expect(api.calls).to.have.length(1)
  })

  it('S3-13 C82 computes the hash itself, whatever in the claim was changed', async () => {
    const ports = portsOf({ archive })
    const other = changed({ extracted: '80000' })
    expect(gist(await verify({ ...other, claimHash: mined.claimHash }, ports))).to.equal(
      'OK FAIL HASH_MISMATCH',
    )
    expect(gist(await verify({ ...mined, claimHash: Hash.ofText('x') }, ports))).to.equal(
      'OK FAIL HASH_MISMATCH',
    )
    expect(api.calls).to.have.length(1)
  })

  it('S3-14 fails what is no claim, or contradicts itself', async () => {
    const ports = portsOf({ archive })
    const faults: object[] = [
      { evidenceURI: `keccak256:${Hash.ofText('x')}` },
      { evidenceURI: `${api.url}/price` },
      { sourceSpecId: 'other' },
      { crawler: 'me' },
      { extra: 1 },
    ]
    for (const fault of faults) {
      const claim = { ...mined.claim, observation: { ...mined.claim.observation, ...fault } }
      expect(gist(await verify({ ...mined, claim }, ports))).to.equal('OK FAIL MALFORMED_SUBJECT')
    }
  })

  it('S3-16 S3-38 C85 fails what is stale or from the future, and wants to know of when it is', async () => {
    const { timestamp } = mined.observation
    const at = (now: number) => verify(mined, portsOf({ archive, now: () => now }))
    expect(gist(await at(timestamp + 600))).to.equal('OK PASS REPRODUCED')
    expect(gist(await at(timestamp + 601))).to.equal('OK FAIL STALE_DATA')
    expect(gist(await at(timestamp - 61))).to.equal('OK FAIL FUTURE_TIMESTAMP')
    const { timestamp: _, ...untimed } = mined.claim.observation
    const result = await verify(
      { ...mined, claim: { ...mined.claim, observation: untimed as never } },
      portsOf(),
    )
    expect(gist(result)).to.equal('OK NEED_MORE_EVIDENCE MISSING_TIMESTAMP')
  })

  it('S3-38 lets a claim be as old as it says itself where the policy says nothing', async () => {
    const policy = { validationPolicy: { reproducible: true } }
    const at = (age: number) =>
      verify(mined, portsOf({ archive, now: () => mined.observation.timestamp + age }), policy)
    expect(gist(await at(300))).to.equal('OK PASS REPRODUCED')
    expect(gist(await at(301))).to.equal('OK FAIL STALE_DATA')
  })
})
