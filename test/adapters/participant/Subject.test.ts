import { expect } from 'chai'
import fc from 'fast-check'
import { encodeAbiParameters, hashTypedData, keccak256 } from 'viem'
import {
  claimHash,
  intent,
  observation,
  observedOf,
  tokenContext,
  tokenOf,
  uriOf,
} from '../../../adapters/participant/Subject.ts'
import { Approval, Claim, Hash } from '../../../protocol/index.ts'
import { budget } from '../../helpers/budget.ts'
import { fundId, market, mine, portsOf, self } from './helpers.ts'

const now = 1_000_000

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

describe('the parts of a subject', () => {
  it('S3-10 a token has its symbol, and its address where it has one', () => {
    expect(tokenOf(undefined)).to.equal('')
    expect(tokenOf({ symbol: 'BTC' })).to.equal('BTC')
    expect(tokenOf({ symbol: 'BTC', address: `0x${'00'.repeat(20)}` })).to.equal('BTC')
    const context = tokenContext.parse({ symbol: 'USDC', address: `0x${'AB'.repeat(20)}` })
    expect(tokenOf(context)).to.equal(`USDC:0x${'ab'.repeat(20)}`)
  })

  it('S3-24 evidence is found by the hash of its bytes', () => {
    expect(uriOf(Hash.ofText('x'))).to.equal(`keccak256:${Hash.ofText('x')}`)
    const isUri = (evidenceURI: string) => observation.shape.evidenceURI.safeParse(evidenceURI).success
    expect(isUri(uriOf(Hash.ofText('x')))).to.equal(true)
    expect(isUri(`ipfs://${Hash.ofText('x')}`)).to.equal(false)
    expect(isUri(uriOf(Hash.ofText('x')).toUpperCase())).to.equal(false)
  })

  it('amounts are decimal digits of at most 256 bits, without zeros before them', () => {
    const { amountIn } = intent.shape.intent.shape
    for (const good of ['0', '1', String(2n ** 256n - 1n)])
      expect(amountIn.safeParse(good).success, good).to.equal(true)
    for (const bad of ['', '01', '-1', '1.0', '0x1', '1e3', String(2n ** 256n), '9'.repeat(79)])
      expect(amountIn.safeParse(bad).success, bad).to.equal(false)
  })
})
