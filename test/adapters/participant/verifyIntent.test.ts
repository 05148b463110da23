import { expect } from 'chai'
import * as Archive from '../../../adapters/participant/Archive.ts'
import { runTask } from '../../../adapters/participant/runTask.ts'
import { claimHash, type IntentPayload, intentHash } from '../../../adapters/participant/Subject.ts'
import { Bytes, Claim, type Hash } from '../../../protocol/index.ts'
import type { Reply } from '../../../services/fetch/Transport.ts'
import { gist, type Mined, market, mine, portsOf, scope, self, type Verified } from './helpers.ts'

const now = 1_000_000

describe('verify_claim_or_intent_validity of an intent', () => {
  const bodies = new Map<string, string>()
  const archive = Archive.inMemory()
  const ports = () =>
    portsOf({
      now: () => now,
      archive,
      fetch: async ({ url }): Promise<Reply> => ({
        status: bodies.has(url) ? 200 : 404,
        headers: {},
        body: bodies.get(url) ?? '',
        retrievedAt: now,
        method: 'GET',
      }),
    })
  let claims: Mined['claim'][]
  beforeEach(async () => {
    bodies.clear()
    const urls = ['https://example.org/a', 'https://example.org/b']
    for (const url of urls) bodies.set(url, `{"price":"${url.length}","at":"${url}"}`)
    const mined = await Promise.all(urls.map((url) => mine(url, ports())))
    claims = mined.map(({ claim }) => claim).sort((a, b) => (claimHash(a) < claimHash(b) ? -1 : 1))
  })

  const payloadOf = (changes: Partial<IntentPayload['intent']> = {}): IntentPayload => ({
    ...scope,
    intent: {
      intentVersion: 'V1',
      vault: market,
      action: 'BUY',
      tokenIn: market,
      tokenOut: self,
      amountIn: '1000000',
      minAmountOut: '1200',
      deadline: now + 60,
      maxSlippageBps: 70,
      snapshotHash: Claim.snapshotHash(1, claims.map(claimHash)),
      ...changes,
    },
    claims,
  })
  const verify = async (payload: unknown, changes: object = {}): Promise<Verified> => {
    let subjectHash: Hash.Hash = Bytes.zero32
    try {
      subjectHash = intentHash(payload as IntentPayload)
    } catch {
      // What is no intent has no hash.
    }
    const task = {
      taskType: 'verify_claim_or_intent_validity',
      ...scope,
      subjectType: 'INTENT',
      subjectHash,
      subjectPayload: payload,
      validationPolicy: { reproducible: true, maxDataAgeSeconds: 600 },
      ...changes,
    }
    return (await runTask(JSON.parse(JSON.stringify(task)), ports())) as Verified
  }

  it('S3-12 C86 passes one that can be carried out and rests on claims that the sources repeat', async () => {
    const result = await verify(payloadOf())
    expect(gist(result)).to.equal('OK PASS REPRODUCED')
    expect(result).to.have.nested.property('attestationDraft.validator', self)
  })

  it('C86 wants the snapshot, the claims and their evidence', async () => {
    const payload = payloadOf()
    const without = [
      { ...payload, intent: { ...payload.intent, snapshotHash: undefined } },
      { ...payload, intent: undefined },
      { ...payload, claims: [] },
      { ...payload, claims: undefined },
      {
        ...payload,
        claims: [{ ...claims[0]!, observation: { ...claims[0]!.observation, evidenceURI: '' } }],
      },
    ]
    for (const one of without)
      expect(gist(await verify(one))).to.equal('OK NEED_MORE_EVIDENCE MISSING_EVIDENCE')
  })

  it('C86 fails one whose constraints cannot be met', async () => {
    const faults: [Partial<IntentPayload['intent']>, string][] = [
      [{ deadline: now }, 'EXPIRED_INTENT'],
      [{ amountIn: '0' }, 'CONSTRAINT_VIOLATED'],
      [{ minAmountOut: '0' }, 'CONSTRAINT_VIOLATED'],
      [{ tokenOut: market }, 'CONSTRAINT_VIOLATED'],
      [{ maxSlippageBps: 10_001 }, 'CONSTRAINT_VIOLATED'],
      [{ amountIn: '1.5' }, 'MALFORMED_SUBJECT'],
      [{ action: 'HOLD' as never }, 'MALFORMED_SUBJECT'],
      [{ amountIn: '9'.repeat(78) }, 'MALFORMED_SUBJECT'],
    ]
    for (const [fault, reason] of faults)
      expect(gist(await verify(payloadOf(fault)))).to.equal(`OK FAIL ${reason}`)
  })

  it('S3-13 C82 fails one that has another hash, or rests on other claims than it says', async () => {
    const payload = payloadOf()
    expect(gist(await verify(payload, { subjectHash: `0x${'11'.repeat(32)}` }))).to.equal(
      'OK FAIL HASH_MISMATCH',
    )
    for (const others of [[claims[0]!], claims.toReversed(), [claims[0]!, claims[0]!]])
      expect(gist(await verify({ ...payload, claims: others }))).to.equal('OK FAIL SNAPSHOT_MISMATCH')
    const elsewhere = claims.map((claim) => ({ ...claim, roomId: '8' }))
    expect(gist(await verify({ ...payload, claims: elsewhere }))).to.equal('OK FAIL SNAPSHOT_MISMATCH')
  })

  it('S3-36 rejects one of another scope', async () => {
    expect(gist(await verify(payloadOf(), { epochId: 2 }))).to.equal('REJECTED FAIL SCOPE_MISMATCH')
  })

  it('C86 is as good as the worst of its claims', async () => {
    bodies.delete('https://example.org/a')
    expect(gist(await verify(payloadOf()))).to.equal('OK NEED_MORE_EVIDENCE NOT_REPRODUCED')
    const trusting = { validationPolicy: { reproducible: false, maxDataAgeSeconds: 600 } }
    expect(gist(await verify(payloadOf(), trusting))).to.equal('OK PASS VERIFIED_FROM_ARCHIVE')
    bodies.set('https://example.org/b', '{"price":"0"}')
    expect(gist(await verify(payloadOf()))).to.equal('OK FAIL NOT_REPRODUCED')
    const old = { validationPolicy: { reproducible: true, maxDataAgeSeconds: 0 } }
    const stale = claims.map((claim) => ({
      ...claim,
      observation: { ...claim.observation, timestamp: now - 1 },
    }))
    claims = stale.sort((a, b) => (claimHash(a) < claimHash(b) ? -1 : 1))
    expect(gist(await verify(payloadOf(), old))).to.equal('OK FAIL STALE_DATA')
  })
})
