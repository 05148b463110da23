import { expect } from 'chai'
import fc from 'fast-check'
import { encodeAbiParameters, hashTypedData, keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Attestation } from '../../../adapters/participant/attested/Attestation.ts'
import { weigh } from '../../../adapters/participant/attested/weigh.ts'
import { anyOf, listed, onChain } from '../../../adapters/participant/attested/weights.ts'
import { claimHash, observedOf } from '../../../adapters/participant/Subject.ts'
import { Approval, Claim, Hash } from '../../../protocol/index.ts'
import { budget } from '../../helpers/budget.ts'
import { fundId, type Mined, market, mine, portsOf, scope, self } from './helpers.ts'

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
    const verifier = account.address.toLowerCase() as `0x${string}`
    const approval: Approval.Approval = {
      subjectType: 'CLAIM',
      subjectHash: mined.claimHash as Hash.Hash,
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
    expect(await reasonOf({ ...good, verifier: market })).to.equal('not-signed')
    expect(await reasonOf(good, now + 900)).to.equal(null)
    expect(await reasonOf(good, now + 901)).to.equal('expired')
    const elsewhere = { weightOf, threshold: 1, at: now, scope: { ...scope, epochId: 2 } }
    expect(
      (await weigh({ claim: mined.claim, attestations: [good] }, elsewhere)).refused[0]!.reason,
    ).to.equal('out-of-scope')
  })

  it('S3-42 takes reputation from the chain, for the agent whose wallet signed', async () => {
    const verifier = accounts[0]!.address
    const client = {
      readContract: async ({ functionName, args }: { functionName: string; args: readonly bigint[] }) =>
        functionName === 'getAgentWallet'
          ? args[0] === 5n || args[0] === 6n
            ? verifier
            : `0x${'00'.repeat(20)}`
          : [8_000, args[0] === 6n],
    }
    const registries = { identity: market, reputation: market }
    const weight = onChain(client as never, registries)
    const of = async (agentId?: number) => {
      const one = await attest(0)
      return weight(agentId === undefined ? one : { ...one, agentId })
    }
    expect([await of(5), await of(6), await of(7), await of()]).to.deep.equal([8_000, 0, 0, 0])
    const welcoming = onChain(client as never, { ...registries, newcomer: 100 })
    expect(await anyOf(listed([]), welcoming)({ ...(await attest(0)), agentId: 6 })).to.equal(100)
  })
})

describe('S3-41 the hashes of claims', () => {
  it('are what abi.encode and EIP-712 give elsewhere, whatever the texts', () => {
    const texts = [
      'schemaId',
      'sourceType',
      'sourceRef',
      'selector',
      'extracted',
      'extractedType',
      'evidenceType',
      'evidenceURI',
      'notes',
    ] as const
    const word = (name: string) => ({ name, type: 'string' }) as const
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme', maxLength: 80 }), { minLength: 9, maxLength: 9 }),
        fc.nat(),
        (values, timestamp) => {
          const text = Object.fromEntries(texts.map((name, i) => [name, values[i]!])) as Record<
            (typeof texts)[number],
            string
          >
          const observed = { ...text, timestamp, responseHash: Hash.ofText('x'), crawler: self }
          const parameters = [
            ...texts.slice(0, 6).map(word),
            { name: 'timestamp', type: 'uint64' },
            { name: 'responseHash', type: 'bytes32' },
            ...texts.slice(6, 8).map(word),
            { name: 'crawler', type: 'address' },
            word('notes'),
          ]
          const encoded = encodeAbiParameters(
            parameters,
            parameters.map(({ name, type }) => {
              const value = observed[name as keyof typeof observed]
              return type === 'string'
                ? String(value).normalize('NFC').trim()
                : type === 'uint64'
                  ? BigInt(value)
                  : value
            }),
          )
          expect(Claim.originHash(observed)).to.equal(keccak256(encoded))
        },
      ),
      { numRuns: budget(100, 1_000) },
    )
  })

  it('C82 sign in the domain of the market contract, over fund and epoch', () => {
    const approval: Approval.Approval = {
      subjectType: 'CLAIM',
      subjectHash: Hash.ofText('claim'),
      fundId: fundId.toUpperCase(),
      epochId: 3,
      verifier: self,
      expiresAt: 9,
      nonce: 2 ** 53 - 1,
    }
    const digest = hashTypedData({
      domain: { name: 'CREsolverClaims', version: '1', chainId: 31_337, verifyingContract: market },
      types: {
        ClaimAttestation: [
          { name: 'claimHash', type: 'bytes32' },
          { name: 'fundId', type: 'bytes32' },
          { name: 'epochId', type: 'uint64' },
          { name: 'verifier', type: 'address' },
          { name: 'expiresAt', type: 'uint64' },
          { name: 'nonce', type: 'uint256' },
        ],
      },
      primaryType: 'ClaimAttestation',
      message: {
        claimHash: approval.subjectHash,
        fundId: Hash.ofText(fundId),
        epochId: 3n,
        verifier: self,
        expiresAt: 9n,
        nonce: 2n ** 53n - 1n,
      },
    })
    expect(Approval.digest(approval)).to.equal(digest)
  })

  it('C82 change with every field of the claim', async () => {
    const fetch = async () => ({
      status: 200,
      headers: {},
      body: '{"price":7}',
      retrievedAt: now,
      method: 'GET' as const,
    })
    const { claim } = await mine('https://example.org/price', portsOf({ now: () => now, fetch }))
    const { sourceSpec, observation } = claim
    const others = [
      { ...claim, fundId: `eip155:1:${market}` },
      { ...claim, roomId: '8' },
      { ...claim, epochId: 2 },
      { ...claim, sourceSpec: { ...sourceSpec, sourceSpecId: 'other' } },
      { ...claim, sourceSpec: { ...sourceSpec, sourceRef: 'https://example.org/' } },
      { ...claim, sourceSpec: { ...sourceSpec, extractor: { type: 'jsonpath', recipe: '$.cost' } as const } },
      { ...claim, sourceSpec: { ...sourceSpec, freshnessSeconds: 1 } },
      ...['token', 'timestamp', 'extracted', 'responseHash', 'evidenceURI', 'crawler'].map((field) => ({
        ...claim,
        observation: {
          ...observation,
          [field]: field === 'timestamp' ? 1 : field === 'crawler' ? market : Hash.ofText('x'),
        },
      })),
    ]
    const hashes = new Set([claim, ...others].map(claimHash))
    expect(hashes.size).to.equal(others.length + 1)
    expect(observedOf(claim).selector).to.equal('{"recipe":"$.price","type":"jsonpath"}')
  })
})
