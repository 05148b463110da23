import { expect } from 'chai'
import fc from 'fast-check'
import { createWalletClient, type Hex, http } from 'viem'
import { testAccount } from '../../../cli/chain/account.ts'
import { notaryAbi, sourceKeysAbi } from '../../../deployments/abi/index.ts'
import { notaryBytecode, sourceKeysBytecode } from '../../../deployments/bytecode/index.ts'
import { Address, type Bytes, Decimal, Evidence, Hash, Instant } from '../../../protocol/index.ts'
import { live } from '../../../services/fetch/live.ts'
import {
  coingecko,
  createVerifiers,
  fetchEvidence,
  type NotaryReader,
  notaryOnChain,
  type Prove,
  proveBest,
  proveByNotary,
  proveBySignature,
  proveBySignedSample,
  type Requirement,
  type SourceKey,
  type SourceKeys,
  sampleDigest,
  signedSampleOf,
  sourceKey,
  sourceKeysOnChain,
  verifyProvenance,
} from '../../../workers/source/index.ts'
import { InvalidKeyError, signedText } from '../../../workers/source/provenance/signedReply.ts'
import { type Node, startNode } from '../../helpers/commandLine.ts'
import { startSigningApi } from './startSigningApi.ts'

const deadline = Instant.parse('2026-02-20T23:59:00Z')
const requirement: Requirement = {
  requirementId: 'r1',
  provider: 'coingecko',
  asset: 'bitcoin',
  metric: 'price_usd',
  sourceId: Hash.ofText('coingecko:bitcoin:price_usd'),
  window: { from: deadline, to: deadline + 3_900 },
}

describe('provenance', () => {
  let node: Node
  let api: Awaited<ReturnType<typeof startSigningApi>>
  let keys: SourceKey[]
  let sourceKeys: SourceKeys
  let notary: NotaryReader
  let notarize: (hash: Hash.Hash) => Promise<number>
  let isSignedOnChain: (at: number, value: bigint, signature: Bytes.Hex) => Promise<boolean>

  before(async () => {
    node = await startNode()
    const { client, url } = node
    const chainId = client.chain.id
    const wallet = createWalletClient({ account: testAccount(0), chain: client.chain, transport: http(url) })
    const minedAt = async (hash: Hex): Promise<Hex> =>
      (await client.waitForTransactionReceipt({ hash, pollingInterval: 20 })).contractAddress!
    const owner = wallet.account.address
    const register = {
      abi: sourceKeysAbi,
      address: await minedAt(
        await wallet.deployContract({ ...sourceKeysBytecode, abi: sourceKeysAbi, args: [owner] }),
      ),
    }
    const log = {
      abi: notaryAbi,
      address: await minedAt(await wallet.deployContract({ ...notaryBytecode, abi: notaryAbi })),
    }
    api = await startSigningApi(chainId, register.address)
    await wallet.writeContract({
      ...register,
      functionName: 'register',
      args: [requirement.sourceId, api.observer],
    })
    keys = (['p256', 'secp256k1'] as const).map((algorithm) =>
      sourceKey.parse({ keyId: `${algorithm}-1`, algorithm, origin: api.url, publicKey: api[algorithm] }),
    )
    sourceKeys = sourceKeysOnChain(client, chainId, register.address)
    notary = notaryOnChain(client, chainId, log.address)
    notarize = async (hash) => {
      await wallet.writeContract({ ...log, functionName: 'notarize', args: [hash] })
      return Number((await client.getBlock()).timestamp)
    }
    isSignedOnChain = (at, value, signature) =>
      client.readContract({
        ...register,
        functionName: 'isSignedBySource',
        args: [requirement.sourceId, at, value, signature],
      })
  })
  after(async () => {
    await api.close()
    await node.close()
  })

  const fetched = (prove?: Prove, prefix = '/api/v3') =>
    fetchEvidence(
      coingecko({ baseUrl: `${api.url}${prefix}` }),
      requirement,
      live({ allowLoopback: true }),
      prove === undefined ? { evidenceId: 'e1' } : { evidenceId: 'e1', prove },
    )
  const verified = (item: Evidence.EvidenceItem) =>
    verifyProvenance(item, createVerifiers({ keys, sourceKeys, notary }))
  const withProof = (item: Evidence.EvidenceItem, changes: object): Evidence.EvidenceItem => ({
    ...item,
    provenance: { ...item.provenance, proof: { ...(item.provenance.proof as object), ...changes } },
  })
  const rehashed = (item: Evidence.EvidenceItem, content: string): Evidence.EvidenceItem => ({
    ...item,
    content,
    retrieval: { ...item.retrieval, response_hash: Hash.ofText(content) },
  })

  async function expectRefused(item: Evidence.EvidenceItem, why: string) {
    const { tier, finding } = await verified(item)
    expect(tier).to.equal(3)
    expect(finding).to.deep.include({ code: 'TIER_MISMATCH', path: '/provenance' })
    expect(finding!.message).to.include(why)
  }

  describe('tier 3', () => {
    it('S2-31: is what a plain reply has', async () => {
      const item = await fetched()
      expect(item.provenance).to.deep.include({ kind: 'none', tier: 3 })
      expect(await verified(item)).to.deep.equal({ tier: 3, finding: null })
    })

    it('C28: a better tier cannot be had by claiming it', async () => {
      const item = await fetched()
      for (const tier of [0, 1, 2]) {
        const { finding, tier: proven } = await verified({
          ...item,
          provenance: { ...item.provenance, tier },
        })
        expect(proven).to.equal(3)
        expect(finding!.message).to.equal(`Tier ${tier} is claimed, but tier 3 is proven.`)
      }
    })
  })

  describe('tier 1: a signed reply', () => {
    for (const [name, prefix] of [
      ['p256-1', '/api/v3'],
      ['secp256k1-1', '/k1/v3'],
    ] as const) {
      it(`S2-29: is proven by the provider’s key ${name}`, async () => {
        const item = await fetched(proveBySignature(keys), prefix)
        expect(item.provenance).to.deep.include({ kind: 'signature', tier: 1 })
        expect(item.provenance.proof).to.deep.include({
          scheme: 'reply',
          key_id: name,
          request_method: 'GET',
        })
        expect(await verified(item)).to.deep.equal({ tier: 1, finding: null })
      })
    }

    it('S2-29: binds every part of what was asked and answered', async () => {
      const item = await fetched(proveBySignature(keys))
      const { timestamp, signature } = item.provenance.proof as { timestamp: number; signature: string }
      await expectRefused(rehashed(item, `${item.content} `), 'did not sign this')
      await expectRefused({ ...item, content: `${item.content} ` }, 'not what its receipt was made for')
      await expectRefused(
        { ...item, source: { ...item.source, uri: `${item.source.uri}&x=1` } },
        'did not sign this',
      )
      await expectRefused(withProof(item, { timestamp: timestamp - 1 }), 'did not sign this')
      await expectRefused(withProof(item, { request_method: 'POST' }), 'did not sign this')
      await expectRefused(withProof(item, { key_id: 'secp256k1-1' }), 'did not sign this')
      await expectRefused(withProof(item, { key_id: 'unknown' }), 'is not known')
      const flipped = `${signature.slice(0, -1)}${signature.endsWith('0') ? '1' : '0'}`
      await expectRefused(withProof(item, { signature: flipped }), 'did not sign this')
      await expectRefused(withProof(item, { more: 1 }), 'no proof of a signed reply')
    })

    it('C28: another tier than 1 is refused, also a worse one', async () => {
      const item = await fetched(proveBySignature(keys))
      for (const tier of [0, 2, 3]) {
        const { finding } = await verified({ ...item, provenance: { ...item.provenance, tier } })
        expect(finding!.message).to.include(`Tier ${tier} is claimed, but tier 1 is proven.`)
      }
    })

    it('S2-29: a key speaks for its own origin only', async () => {
      const item = await fetched(proveBySignature(keys))
      const elsewhere = keys.map((key) => ({ ...key, origin: 'https://api.example.org' }))
      const { tier, finding } = await verifyProvenance(item, createVerifiers({ keys: elsewhere }))
      expect(tier).to.equal(3)
      expect(finding!.message).to.include('does not speak for')
    })

    it('S2-29: the time of a signature must fit the sample and the fetch', async () => {
      const item = await fetched(proveBySignature(keys))
      const { timestamp } = item.provenance.proof as { timestamp: number }
      const later = Instant.format(timestamp + 1)
      await expectRefused(
        { ...item, normalized: { ...item.normalized!, observed_at: later } },
        'before the time of its own sample',
      )
      const earlier = Instant.format(timestamp - 301)
      await expectRefused(
        { ...item, retrieval: { ...item.retrieval, retrieved_at: earlier } },
        'after it was fetched',
      )
    })

    it('claims nothing for a reply whose signature does not hold', async () => {
      const strangers = [{ ...keys[0]!, publicKey: otherKey }]
      const item = await fetched(proveBySignature(strangers))
      expect(item.provenance).to.deep.include({ kind: 'none', tier: 3 })
    })

    it('claims nothing for headers that are none', async () => {
      const source = coingecko({ baseUrl: `${api.url}/api/v3` })
      const said = await live({ allowLoopback: true })(source.plan(requirement))
      const { 'x-signature': signature, 'x-timestamp': timestamp } = said.headers
      const kindWith = async (changes: Record<string, string>) => {
        const reply = { ...said, headers: { ...said.headers, ...changes } }
        const prove = proveBest(proveBySignedSample(sourceKeys), proveBySignature(keys))
        return (await fetchEvidence(source, requirement, async () => reply, { evidenceId: 'e1', prove }))
          .provenance.kind
      }
      expect(await kindWith({})).to.equal('signature')
      expect(await kindWith({ 'x-signature': `0x${signature}` })).to.equal('signature')
      expect(await kindWith({ 'x-signature': 'AAAA' })).to.equal('none')
      expect(await kindWith({ 'x-timestamp': 'now' })).to.equal('none')
      expect(await kindWith({ 'x-timestamp': `${timestamp}0` })).to.equal('none')
      expect(await kindWith({ 'x-key-id': 'nobody' })).to.equal('none')
      expect(await kindWith({ 'x-observation': '0x12', 'x-key-id': 'nobody' })).to.equal('none')
    })

    it('refuses keys that are none', () => {
      const bad = (changes: Partial<SourceKey>) => () => proveBySignature([{ ...keys[0]!, ...changes }])
      expect(bad({ publicKey: 'nonsense' })).to.throw(InvalidKeyError, 'cannot be read')
      expect(bad({ algorithm: 'secp256k1' })).to.throw(InvalidKeyError, 'none of secp256k1')
      expect(() => proveBySignature([keys[0]!, keys[0]!])).to.throw(InvalidKeyError, 'two of that name')
    })

    it('has a documented text to sign', () => {
      expect(signedText('GET', 'https://api.example.org/v1', '', 1_771_631_945)).to.equal(
        'CREsolver reply v1\nGET\nhttps://api.example.org/v1\n' +
          'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\n1771631945',
      )
    })
  })

  describe('tier 1: a signed observation', () => {
    async function observed() {
      const source = coingecko({ baseUrl: `${api.url}/signed/v3` })
      const { pathname, search } = new URL(source.plan(requirement).url)
      const sample = (await fetched()).normalized!
      await api.observe(`${pathname}${search}`, Instant.parse(sample.observed_at), sample.value)
      return fetched(proveBest(proveBySignedSample(sourceKeys), proveBySignature(keys)), '/signed/v3')
    }

    it('S2-29 SPEC §2: is the very sample that the contract takes as a counter-observation', async () => {
      const item = await observed()
      expect(item.provenance.proof).to.deep.include({ scheme: 'observation' })
      expect(await verified(item)).to.deep.equal({ tier: 1, finding: null })
      expect(signedSampleOf(await fetched())).to.equal(null)
      const { observedAt, value, signature } = signedSampleOf(item)!
      expect(await isSignedOnChain(observedAt, value, signature)).to.equal(true)
      expect(await isSignedOnChain(observedAt, value + 1n, signature)).to.equal(false)
    })

    it('S2-29: binds source, time and value', async () => {
      const item = await observed()
      const { normalized } = item
      await expectRefused({ ...item, normalized: { ...normalized!, value: '1' } }, 'did not sign this sample')
      await expectRefused(
        { ...item, normalized: { ...normalized!, observed_at: '2026-02-20T23:59:01Z' } },
        'did not sign this sample',
      )
      await expectRefused({ ...item, normalized: null }, 'no sample that could be signed')
      await expectRefused(
        { ...item, source: { ...item.source, source_id: Hash.ofText('x') } },
        'no registered key',
      )
      await expectRefused(withProof(item, { chain_id: 1 }), 'another chain')
      await expectRefused(withProof(item, { source_keys: `0x${'22'.repeat(20)}` }), 'another chain')
      await expectRefused(withProof(item, { signature: `0x${'11'.repeat(65)}` }), 'did not sign this sample')
    })

    it('C28: proves nothing where there is no register of keys', async () => {
      const { finding } = await verifyProvenance(await observed(), createVerifiers({ keys }))
      expect(finding!.message).to.include('no register of keys')
    })

    it('is not claimed for a sample that was not signed', async () => {
      const stranger: SourceKeys = { ...sourceKeys, keyOf: async () => Address.of(`0x${'33'.repeat(20)}`) }
      await observed()
      expect((await fetched(proveBySignedSample(stranger), '/signed/v3')).provenance.kind).to.equal('none')
      expect((await fetched(proveBySignedSample(sourceKeys))).provenance.kind, 'no header').to.equal('none')
    })

    it('has one digest for each sample', () => {
      const value = fc
        .bigInt({ min: -(10n ** 30n), max: 10n ** 30n })
        .map((fixed) => Decimal.fromFixed18(fixed))
      const sample = fc.record({ observedAt: fc.integer({ min: 0, max: 2 ** 31 }), value })
      const digest = (one: { observedAt: number; value: string }) =>
        sampleDigest(sourceKeys, requirement.sourceId, one)
      fc.assert(
        fc.property(sample, sample, (a, b) => {
          const isSame = a.observedAt === b.observedAt && Decimal.compare(a.value, b.value) === 0
          expect(digest(a) === digest(b)).to.equal(isSame)
        }),
      )
    })
  })

  describe('tier 2: a hash in the log', () => {
    async function logged() {
      const item = await fetched()
      const hash = item.retrieval.response_hash
      const at = await notarize(hash)
      const provenance = (await proveByNotary(notary, hash))!
      return { item: { ...item, provenance }, at }
    }

    it('S2-30: is proven by the contract’s own log', async () => {
      const before = await fetched(undefined, '/other/v3')
      expect(await proveByNotary(notary, Hash.ofText(`${before.content}?`)), 'not logged').to.equal(null)
      const { item } = await logged()
      expect(item.provenance).to.deep.include({ kind: 'log', tier: 2 })
      expect(await verified(item)).to.deep.equal({ tier: 2, finding: null })
    })

    it('S2-30: holds for the logged content, log and time only', async () => {
      const { item } = await logged()
      await expectRefused(rehashed(item, `${item.content} `), 'not in the log')
      await expectRefused(withProof(item, { notarized_at: '2026-02-20T23:59:00Z' }), 'The log says')
      await expectRefused(withProof(item, { chain_id: 1 }), 'another log')
      await expectRefused(withProof(item, { notary: `0x${'22'.repeat(20)}` }), 'another log')
      await expectRefused(withProof(item, { scheme: 'x' }), 'no proof of a logged hash')
    })

    it('S2-30: refuses what was logged before its sample, or too late', async () => {
      const { item } = await logged()
      const [at, fixed] = [
        deadline + 10_000,
        { ...item, normalized: { observed_at: Instant.format(deadline), value: '1' } },
      ]
      const reader = (when: number): NotaryReader => ({ ...notary, notarizedAt: async () => when })
      const check = (when: number, maxDelay?: number) => {
        const proven = withProof(
          { ...fixed, retrieval: { ...fixed.retrieval, retrieved_at: Instant.format(at) } },
          { notarized_at: Instant.format(when) },
        )
        const options = { notary: reader(when), ...(maxDelay === undefined ? {} : { maxDelay }) }
        return verifyProvenance(proven, createVerifiers(options))
      }
      expect((await check(deadline)).finding).to.equal(null)
      expect((await check(deadline - 1)).finding!.message).to.include('before the time of its own sample')
      expect((await check(at + 60, 60)).finding).to.equal(null)
      expect((await check(at + 61, 60)).finding!.message).to.include('too long after')
    })

    it('C28: fails closed when the log cannot be asked', async () => {
      const { item } = await logged()
      const down: NotaryReader = {
        ...notary,
        notarizedAt: async () => {
          throw new Error('connect ECONNREFUSED')
        },
      }
      const { tier, finding } = await verifyProvenance(item, createVerifiers({ notary: down }))
      expect(tier).to.equal(3)
      expect(finding!.message).to.include('could not be checked')
    })
  })

  describe('tier 0 and attestations', () => {
    it('S2-28 C28: fail closed where nothing can verify them', async () => {
      for (const [kind, tier] of [
        ['zktls', 0],
        ['attestations', 2],
      ] as const) {
        const item = {
          ...(await fetched()),
          provenance: { kind, tier, proof: { any: 'thing' }, confidence_bps: 10_000 },
        }
        await expectRefused(item, `Nothing here can verify a proof of kind ${kind}`)
      }
    })

    it('S2-28: count when somebody brings the means', async () => {
      const attested = { kind: 'attestations', tier: 2, proof: null, confidence_bps: 1 } as const
      const byPeers = createVerifiers({ attestations: async () => null })
      expect((await verifyProvenance({ ...(await fetched()), provenance: attested }, byPeers)).tier).to.equal(
        2,
      )
      const provenance = { kind: 'zktls', tier: 0, proof: 'ok', confidence_bps: 10_000 } as const
      const item = { ...(await fetched()), provenance }
      const verifiers = createVerifiers({
        zktls: async ({ provenance: { proof } }) => (proof === 'ok' ? null : 'No.'),
      })
      expect(await verifyProvenance(item, verifiers)).to.deep.equal({ tier: 0, finding: null })
      const wrong = { ...item, provenance: { ...provenance, proof: 'no' } }
      expect((await verifyProvenance(wrong, verifiers)).finding!.message).to.include('does not hold: No.')
    })

    it('C28: no proof of any shape is taken for one', async () => {
      const item = await fetched()
      const verifiers = createVerifiers({ keys, sourceKeys, notary })
      const proof = fc.oneof(
        fc.jsonValue(),
        fc.record({
          scheme: fc.constantFrom('reply', 'observation', 'notary'),
          signature: fc.jsonValue(),
          key_id: fc.jsonValue(),
        }),
      )
      const kinds = fc.constantFrom('zktls', 'signature', 'log', 'attestations')
      await fc.assert(
        fc.asyncProperty(kinds, proof, async (kind, value) => {
          const provenance = { kind, tier: Evidence.tierOf[kind], proof: value as null, confidence_bps: 1 }
          const { tier, finding } = await verifyProvenance({ ...item, provenance }, verifiers)
          expect(tier).to.equal(3)
          expect(finding).not.to.equal(null)
        }),
      )
    })
  })
})

// A key of nobody here.
const otherKey = `-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEqPMMbuBfF6BlobB1FusVjedOtkn5
yWtYO/e32EP34CgoA4f37Iz0c1UEKc+Gdzv8yTYLIUNlK6CuBJpZTDPtBQ==
-----END PUBLIC KEY-----
`
