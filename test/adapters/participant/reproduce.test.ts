import { expect } from 'chai'
import * as Archive from '../../../adapters/participant/Archive.ts'
import type { Archive as ArchivePort } from '../../../adapters/participant/Ports.ts'
import { claimHash } from '../../../adapters/participant/Subject.ts'
import { Bytes } from '../../../protocol/index.ts'
import { live } from '../../../services/fetch/live.ts'
import { type FakeApi, startFakeApi } from '../../helpers/fakeApi.ts'
import { gist, type Mined, mine, portsOf, verify } from './helpers.ts'

describe('reproducing a claim', () => {
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

  const faults = (elsewhere: string) =>
    [
      { kind: 'status', status: 410 },
      { kind: 'status', status: 500 },
      { kind: 'redirect', to: elsewhere },
      { kind: 'reset' },
      { kind: 'silence' },
      { kind: 'status', status: 200, body: `{"price": 75000.5, "more": "${'x'.repeat(10_485_760)}"}` },
      { kind: 'latin1' },
    ] as const
  const patience = { fetch: live({ allowLoopback: true, attempts: 1, timeoutMs: 200 }) }

  it('E13 C145 S3-34 needs more evidence where the source is gone, slow, broken, redirects or sends 10 MB, whatever the own archive holds', async () => {
    const all = faults(`${api.url}/elsewhere`)
    for (const fault of all) {
      api.fail(fault, fault)
      const result = await verify(mined, portsOf({ archive, ...patience }))
      expect(gist(result), JSON.stringify(fault).slice(0, 60)).to.equal(
        'OK NEED_MORE_EVIDENCE NOT_REPRODUCED',
      )
      expect(result).not.to.have.property('attestationDraft')
      expect(result.confidence).to.equal(0)
      expect(gist(await verify(mined, portsOf(patience)))).to.equal(
        'OK NEED_MORE_EVIDENCE EVIDENCE_UNAVAILABLE',
      )
    }
    expect(api.calls).to.have.length(1 + 2 * all.length)
  })

  it('C145 lets archived bytes that say something else speak against the claim, though the source is away', async () => {
    api.fail({ kind: 'status', status: 500 })
    const lie = changed({ extracted: '80000' })
    expect(gist(await verify(lie, portsOf({ archive, ...patience })))).to.equal('OK FAIL EVIDENCE_MISMATCH')
  })

  it('C145 passes a claim once the source is back', async () => {
    api.fail({ kind: 'status', status: 500 })
    expect(gist(await verify(mined, portsOf({ archive, ...patience })))).to.equal(
      'OK NEED_MORE_EVIDENCE NOT_REPRODUCED',
    )
    expect(gist(await verify(mined, portsOf({ archive, ...patience })))).to.equal('OK PASS REPRODUCED')
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
