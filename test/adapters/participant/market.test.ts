import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { privateKeyToAccount } from 'viem/accounts'
import { type AttestedClaim, attestedClaim } from '../../../adapters/participant/attested/Attestation.ts'
import * as Book from '../../../adapters/participant/attested/Book.ts'
import { attestedClaims, proveByAttestations } from '../../../adapters/participant/attested/provenance.ts'
import { listed } from '../../../adapters/participant/attested/weights.ts'
import { openTemporaryStore } from '../../../local/openStores.ts'
import { Claim, type Evidence, Verification } from '../../../protocol/index.ts'
import type { Store } from '../../../services/store/Store.ts'
import { aap } from '../../../workers/pipeline/aap.ts'
import { httpSource, httpSources } from '../../../workers/source/http.ts'
import { createVerifiers, Registry, verifyProvenance } from '../../../workers/source/index.ts'
import { runHere as run } from '../../helpers/callCommand.ts'
import { type FakeApi, startFakeApi } from '../../helpers/fakeApi.ts'
import { start } from '../../helpers/program.ts'
import { taskOf } from '../../workers/pipeline/helpers.ts'
import { asking, self } from './helpers.ts'

const key = `0x${'59'.repeat(32)}` as const
const verifier = privateKeyToAccount(key).address.toLowerCase()
const chainId = 31_337
const deadline = Math.floor(Date.now() / 1_000) - 120

describe('two participants and one market', function () {
  this.timeout(120_000)
  const { market } = taskOf()
  const fundId = Claim.fundOf(chainId, market)
  const policy = { fundId, threshold: 6_000, weightOf: listed([{ verifier, weight: 6_000 }]) }
  let folder: string
  let api: FakeApi
  let signer: ChildProcess
  let store: Store
  let attested: AttestedClaim
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const url = () => `${api.url}/spot`

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'participants-'))
    api = await startFakeApi(() => ({ body: `{"points":[[${deadline + 5}, 75000.5]]}` }))
    const config = { socket: 'b.sock', keyEnv: 'B_KEY', funds: [fundId], audit: 'audit', log: 'silent' }
    signer = start(['signer', 'start', '--json', '--config', file('signer.json', JSON.stringify(config))], {
      B_KEY: key,
    })
    const [line] = await once(signer.stdout!, 'data')
    expect(JSON.parse(String(line))).to.include({ address: verifier })
    store = await openTemporaryStore('participant')
  })
  after(async () => {
    await store?.close()
    if (signer?.exitCode === null) {
      signer.kill()
      await once(signer, 'exit')
    }
    await api?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('S3-1 S3-2 S3-3 A mines, B verifies by asking the source itself, and its signer attests', async () => {
    const socket = join(folder, 'b.sock')
    const task = {
      taskType: 'mine_claim',
      fundId,
      roomId: '1',
      epochId: 1,
      sourceSpec: {
        sourceSpecId: 'spot-btc',
        sourceRef: url(),
        extractor: {
          type: 'jsonpath',
          recipe: '$.points[0][1]',
          time: { recipe: '$.points[0][0]', format: 'seconds' },
        },
        freshnessSeconds: 3_600,
      },
    }
    const mined = await run([
      'participant',
      file('mine.json', JSON.stringify(task)),
      '--allow-loopback',
      '--address',
      self,
      '--data',
      join(folder, 'a'),
    ])
    expect(mined.status, mined.stderr + mined.stdout).to.equal(0)
    const { claim, claimHash } = JSON.parse(mined.stdout)
    const verification = {
      taskType: 'verify_claim_or_intent_validity',
      fundId,
      roomId: '1',
      epochId: 1,
      subjectType: 'CLAIM',
      subjectHash: claimHash,
      subjectPayload: claim,
      validationPolicy: { reproducible: true, maxDataAgeSeconds: 3_600 },
    }
    const words = ['participant', '--allow-loopback', '--signer', socket, '--data', join(folder, 'b')]
    const verified = await run(words, { input: JSON.stringify(verification) })
    expect(verified.status, verified.stderr).to.equal(0)
    expect(JSON.parse(verified.stdout)).to.deep.include({ verdict: 'PASS', reason: 'REPRODUCED' })
    expect(JSON.parse(verified.stdout).attestationDraft.validator).to.equal(verifier)
    expect(api.calls).to.have.length(2)

    const rejected = await run(words, { input: JSON.stringify({ ...verification, epochId: 2 }) })
    expect([rejected.status, JSON.parse(rejected.stdout).status]).to.deep.equal([3, 'REJECTED'])
    const signed = await run(
      ['participant', 'attest', '--json', '--signer', socket, '--claim', file('mined.json', mined.stdout)],
      { input: verified.stdout },
    )
    expect(signed.status, signed.stderr).to.equal(0)
    attested = attestedClaim.parse(JSON.parse(signed.stdout))
    expect(attested.attestations).to.have.length(1)
  })

  it('S3-42 anyone checks who vouches for it, by weight', async () => {
    const check = (...words: string[]) =>
      run(['participant', 'check', '--json', ...words], { input: JSON.stringify(attested) })
    const met = await check('--weight', `${verifier}=6000`, '--threshold', '6000')
    expect([met.status, JSON.parse(met.stdout).weight]).to.deep.equal([0, 6_000])
    const short = await check('--weight', `${verifier}=5999`, '--threshold', '6000')
    expect([short.status, JSON.parse(short.stdout).isMet]).to.deep.equal([1, false])
  })

  const question = [
    '§question Was BTC at 75,000 or more?',
    '§rule',
    'source:http:spot/btc',
    'metric:price',
    'op:gte',
    'target:75000',
  ].join('\n')

  const resolve = (round: number, book: Book.Book) => {
    const source = httpSource.parse({
      id: 'spot/btc',
      metric: 'price',
      url: url(),
      value: '$.points[*][1]',
      time: '$.points[*][0]',
    })
    const resolver = aap({
      collectorId: 'agent-c',
      sources: Registry.of(httpSources([source])),
      transport: asking,
      porUri: (root) => `http://127.0.0.1/por/${root}`,
      prove: proveByAttestations(book, policy),
      verifiers: createVerifiers({ attestations: attestedClaims(policy) }),
    })
    const task = taskOf(question, { deadline, created: deadline - 3_600, round })
    return resolver.resolve({ ...task, request: { ...task.request, round, deadline } as never })
  }

  it('S3-3 C89 the collector of the same market and round uses it as tier 2, and the proof shows it', async () => {
    const book = Book.inStore(store)
    await book.publish(attested)
    const { reply, proof } = await resolve(1, book)
    expect(reply.outcome, reply.evidence).to.equal('YES')
    const [item] = proof!.evidence.items
    expect(item!.provenance).to.include({ kind: 'attestations', tier: 2 })
    expect(item!.provenance.proof).to.deep.include({ scheme: 'claims' })
    expect(proof!.evidence.provenance_summary.worst_used_tier).to.equal(2)
    expect(Verification.verifyText(JSON.stringify(proof))).to.have.property('ok', true)
  })

  it('another round, or fewer who vouch, leave it a plain reply', async () => {
    const book = Book.inStore(store)
    const { proof } = await resolve(2, book)
    expect(proof!.evidence.items[0]!.provenance).to.include({ kind: 'none', tier: 3 })
  })

  it('whoever checks the proof again finds everything that was changed in it', async () => {
    const { proof } = await resolve(1, Book.inStore(store))
    const item = proof!.evidence.items[0]!
    const tierOf = async (changed: Evidence.EvidenceItem, weight = 6_000) => {
      const verifiers = createVerifiers({
        attestations: attestedClaims({ ...policy, weightOf: listed([{ verifier, weight }]) }),
      })
      return (await verifyProvenance(changed, verifiers)).tier
    }
    const material = item.provenance.proof as unknown as AttestedClaim
    const withProof = (changes: object): Evidence.EvidenceItem => ({
      ...item,
      provenance: { ...item.provenance, proof: { ...material, ...changes } as never },
    })
    expect(await tierOf(item)).to.equal(2)
    expect(await tierOf(item, 5_999)).to.equal(3)
    expect(await tierOf({ ...item, source: { ...item.source, uri: 'https://example.org/' } })).to.equal(3)
    expect(await tierOf({ ...item, normalized: { ...item.normalized!, value: '75001' } })).to.equal(3)
    const later = { ...item.retrieval, retrieved_at: '2099-01-01T00:00:00Z' }
    expect(await tierOf({ ...item, retrieval: later })).to.equal(3)
    expect(await tierOf(withProof({ attestations: [] }))).to.equal(3)
    const observation = { ...material.claim.observation, crawler: verifier }
    expect(await tierOf(withProof({ claim: { ...material.claim, observation } }))).to.equal(3)
    expect(await tierOf(withProof({ claim: { ...material.claim, epochId: 2 } }))).to.equal(3)
  })
})
