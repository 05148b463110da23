import { expect } from 'chai'
import fc from 'fast-check'
import * as Archive from '../../../adapters/participant/Archive.ts'
import type { Archive as ArchivePort } from '../../../adapters/participant/Ports.ts'
import { verifyResult } from '../../../adapters/participant/Result.ts'
import { runTask } from '../../../adapters/participant/runTask.ts'
import { claimHash } from '../../../adapters/participant/Subject.ts'
import { Bytes, Hash } from '../../../protocol/index.ts'
import { live } from '../../../services/fetch/live.ts'
import { type Reply, TransportError } from '../../../services/fetch/Transport.ts'
import { budget } from '../../helpers/budget.ts'
import { type FakeApi, startFakeApi } from '../../helpers/fakeApi.ts'
import { gist, type Mined, mine, portsOf, scope, self, verificationTask, verify } from './helpers.ts'

const unreachable = async () => {
  throw new TransportError('connection', 'Nobody is there.')
}

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
    const faults = [
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

  it('S3-34 fails what the source no longer says, although the archive has it', async () => {
    body = '{"price": 75001}'
    expect(gist(await verify(mined, portsOf({ archive })))).to.equal('OK FAIL NOT_REPRODUCED')
    body = '{"cost": 75000.5}'
    expect(gist(await verify(mined, portsOf({ archive })))).to.equal('OK FAIL NOT_REPRODUCED')
    expect(api.calls).to.have.length(3)
  })

  it('S3-34 neither passes nor fails where the source has moved on to a later time', async () => {
    const timed = { type: 'jsonpath', recipe: '$.price', time: { recipe: '$.at', format: 'seconds' } }
    const at = Math.floor(Date.now() / 1_000) - 100
    body = `{"price": 7, "at": ${at}}`
    const live = await mine(`${api.url}/price`, portsOf({ archive }), timed)
    for (const [now, verdict] of [
      [`{"price": 8, "at": ${at + 60}}`, 'NEED_MORE_EVIDENCE'],
      [`{"price": 7, "at": ${at + 60}}`, 'NEED_MORE_EVIDENCE'],
      [`{"price": 8, "at": ${at}}`, 'FAIL'],
      [`{"price": 7, "at": ${at - 60}}`, 'FAIL'],
    ]) {
      body = now!
      expect(gist(await verify(live, portsOf({ archive })))).to.equal(`OK ${verdict} NOT_REPRODUCED`)
    }
  })

  it('S3-34 passes the same value in other bytes only where somebody has the claimed ones', async () => {
    body = '{"price": 75000.5, "requests": 2}'
    const result = await verify(mined, portsOf({ archive }))
    expect(gist(result)).to.equal('OK PASS VERIFIED_FROM_ARCHIVE')
    expect(result.confidence).to.equal(0.75)
    expect(gist(await verify(mined, portsOf()))).to.equal('OK NEED_MORE_EVIDENCE EVIDENCE_UNAVAILABLE')
  })

  it('S3-34 falls back to the archive where the source is gone, slow, broken, redirects or sends 10 MB, and is less sure', async () => {
    const patience = { fetch: live({ allowLoopback: true, attempts: 1, timeoutMs: 200 }) }
    const faults = [
      { kind: 'status', status: 410 },
      { kind: 'status', status: 500 },
      { kind: 'redirect', to: `${api.url}/elsewhere` },
      { kind: 'reset' },
      { kind: 'silence' },
      { kind: 'status', status: 200, body: `{"price": 75000.5, "more": "${'x'.repeat(10_485_760)}"}` },
      { kind: 'latin1' },
    ] as const
    for (const fault of faults) {
      api.fail(fault, fault)
      const result = await verify(mined, portsOf({ archive, ...patience }))
      expect(gist(result)).to.equal('OK PASS VERIFIED_FROM_ARCHIVE')
      expect(result.confidence).to.equal(0.5)
      expect(gist(await verify(mined, portsOf(patience)))).to.equal(
        'OK NEED_MORE_EVIDENCE EVIDENCE_UNAVAILABLE',
      )
    }
    expect(api.calls).to.have.length(1 + 2 * faults.length)
  })

  it('S3-7 never passes a source that must not be asked', async () => {
    const strict = portsOf({ archive, fetch: live({ attempts: 1 }) })
    expect(gist(await verify(mined, strict))).to.equal('OK FAIL FORBIDDEN_SOURCE')
    expect(api.calls).to.have.length(1)
  })

  it('S3-15 C83 does not ask the source where the policy says so, and then needs the very bytes', async () => {
    const policy = { validationPolicy: { reproducible: false, maxDataAgeSeconds: 600 } }
    expect(gist(await verify(mined, portsOf({ archive }), policy))).to.equal('OK PASS VERIFIED_FROM_ARCHIVE')
    expect(gist(await verify(mined, portsOf(), policy))).to.equal(
      'OK NEED_MORE_EVIDENCE EVIDENCE_UNAVAILABLE',
    )
    const lying: ArchivePort = { ...archive, get: async () => Bytes.fromText('{"price": 75000.5 }') }
    expect(gist(await verify(mined, portsOf({ archive: lying }), policy))).to.equal(
      'OK NEED_MORE_EVIDENCE EVIDENCE_UNAVAILABLE',
    )
    expect(gist(await verify(changed({ extracted: '80000' }), portsOf({ archive }), policy))).to.equal(
      'OK FAIL EVIDENCE_MISMATCH',
    )
    expect(api.calls).to.have.length(1)
  })

  it('leaves a copy of what it saw in its own archive', async () => {
    const own = Archive.inMemory()
    await verify(mined, portsOf({ archive: own }))
    expect([...own.kept.keys()]).to.deep.equal([mined.observation.responseHash])
  })
})

describe('a PASS', () => {
  it('S3-34 C81 is impossible unless the value came again or bytes of that hash were had, and alone has a draft', async () => {
    const timestamp = 1_000_000
    const honest = '{"price":"7"}'
    const fetched = async (body: string): Promise<Reply> => ({
      status: 200,
      headers: {},
      body,
      retrievedAt: timestamp,
      method: 'GET',
    })
    const mined = await mine(
      'https://example.org/price',
      portsOf({ now: () => timestamp, fetch: () => fetched(honest) }),
    )
    const bodies = fc.constantFrom(honest, '{"price":"8"}', '{"price": "7"}', '{}', 'no JSON', null)
    const cases = fc.record({
      now: bodies,
      archived: bodies,
      reproducible: fc.boolean(),
      extracted: fc.constantFrom('7', '7', '7', '8'),
      age: fc.constantFrom(0, 0, 0, 600, 601, -61),
      keepsHash: fc.constantFrom(false, false, false, true),
      epochId: fc.constantFrom(1, 1, 1, 2),
      responseHash: fc.constantFrom(honest, '{"price": "7"}', 'x').map((text) => Hash.ofText(text)),
    })
    let passes = 0
    await fc.assert(
      fc.asyncProperty(
        cases,
        async ({ now, archived, reproducible, extracted, age, keepsHash, epochId, responseHash }) => {
          const observation = {
            ...mined.claim.observation,
            extracted,
            responseHash,
            evidenceURI: `keccak256:${responseHash}`,
          }
          const claim = { ...mined.claim, observation }
          const subject = { claim, claimHash: keepsHash ? mined.claimHash : claimHash(claim) }
          const ports = portsOf({
            now: () => timestamp + age,
            fetch: () => (now === null ? unreachable() : fetched(now)),
            archive: {
              put: async () => {},
              get: async () => (archived === null ? null : Bytes.fromText(archived)),
            },
          })
          const validationPolicy = { reproducible, maxDataAgeSeconds: 600 }
          const result = await verify(subject, ports, { epochId, validationPolicy })
          expect('attestationDraft' in result).to.equal(result.verdict === 'PASS')
          if (result.verdict !== 'PASS') return
          passes++
          const isBytes = (text: string | null) => text !== null && Hash.ofText(text) === responseHash
          const holds = (text: string | null) => text?.includes(`"${extracted}"`) === true
          expect(
            (reproducible && isBytes(now) && holds(now)) || (isBytes(archived) && holds(archived)),
          ).to.equal(true)
          if (reproducible && now !== null)
            expect(holds(now), 'the source does not contradict').to.equal(true)
          expect([epochId, Math.abs(age) <= 600, subject.claimHash]).to.deep.equal([
            1,
            true,
            claimHash(claim),
          ])
        },
      ),
      { numRuns: budget(300, 5_000) },
    )
    expect(passes, 'the property was put to the test').to.be.greaterThan(10)
  })

  it('C84 has a nonce that a number holds, from a port', async () => {
    const mined = await mine('https://example.org/', portsOf({ fetch: async () => reply('{"price":1}') }))
    const ports = portsOf({ fetch: async () => reply('{"price":1}'), nonce: () => 2 ** 53 - 1 })
    expect(await verify(mined, ports)).to.have.nested.property('attestationDraft.nonce', 2 ** 53 - 1)
    const failing = portsOf({ fetch: async () => reply('{"price":1}'), nonce: () => 2 ** 53 })
    let error: unknown
    await runTask(verificationTask(mined), failing).catch((caught) => {
      error = caught
    })
    expect(error).to.be.instanceOf(Error)
  })
})

const reply = (body: string): Reply => ({
  status: 200,
  headers: {},
  body,
  retrievedAt: Math.floor(Date.now() / 1_000),
  method: 'GET',
})
