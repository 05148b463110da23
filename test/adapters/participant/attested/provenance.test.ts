import { expect } from 'chai'
import type { AttestedClaim } from '../../../../adapters/participant/attested/Attestation.ts'
import type { Book } from '../../../../adapters/participant/attested/Book.ts'
import { attestedClaims, proveByAttestations } from '../../../../adapters/participant/attested/provenance.ts'
import { listed } from '../../../../adapters/participant/attested/weights.ts'
import { type Evidence, Instant } from '../../../../protocol/index.ts'
import { fundId } from '../helpers.ts'
import { attestBy, body, claimOf, now, url, verifiers } from './attestedClaims.ts'

const policy = { fundId, threshold: 6_000, weightOf: listed([{ verifier: verifiers[0]!, weight: 6_000 }]) }
const bookOf = (...all: AttestedClaim[]): Book => ({
  publish: async () => {},
  find: async () => null,
  ofReply: async () => all,
})
const sample = { observedAt: now, value: '7' }
const reply = { status: 200, headers: {}, body, retrievedAt: now + 5, method: 'GET' as const }
const found = { request: { method: 'GET' as const, url }, reply, sample }
const scope = { market_id: '7', round: 1 }

describe('proveByAttestations', () => {
  let attested: AttestedClaim
  before(async () => {
    const claim = claimOf()
    attested = { claim, attestations: [await attestBy(0, claim)] }
  })
  const prove = (changes: object = {}, book: Book = bookOf(attested)) =>
    proveByAttestations(book, policy)({ ...found, ...changes })

  it('S3-3 C89 is tier 2 by the claim and its attestations', async () => {
    expect(await prove({ scope })).to.deep.equal({
      kind: 'attestations',
      tier: 2,
      proof: { scheme: 'claims', ...attested },
      confidence_bps: 8_000,
    })
  })

  it('proves neither a reply without a sample nor a call', async () => {
    expect(await prove({ sample: null })).to.equal(null)
    expect(await prove({ request: { method: 'POST', url } })).to.equal(null)
  })

  it('passes over claims of another round or market, and takes the first that fits', async () => {
    expect(await prove({ scope: { ...scope, round: 2 } })).to.equal(null)
    expect(await prove({ scope: { ...scope, market_id: '8' } })).to.equal(null)
    const unsigned = { ...attested, attestations: [] }
    expect((await prove({ scope }, bookOf(unsigned, attested)))!.proof).to.deep.include({
      claim: attested.claim,
    })
  })

  it('claims nothing where the book cannot be read', async () => {
    const broken = { ...bookOf(), ofReply: () => Promise.reject(new Error('away')) }
    expect(await prove({}, broken)).to.equal(null)
  })
})

describe('attestedClaims', () => {
  let attested: AttestedClaim
  before(async () => {
    const claim = claimOf()
    attested = { claim, attestations: [await attestBy(0, claim)] }
  })
  const itemOf = (changes: object = {}, proof: unknown = { scheme: 'claims', ...attested }) =>
    ({
      source: { uri: url },
      content: body,
      retrieval: { retrieved_at: Instant.format(now + 5) },
      normalized: { observed_at: Instant.format(now), value: '7' },
      provenance: { proof },
      ...changes,
    }) as unknown as Evidence.EvidenceItem
  const fault = (item: Evidence.EvidenceItem, other = policy) => attestedClaims(other)(item)

  it('S3-42 finds no fault in what enough participants attest', async () => {
    expect(await fault(itemOf())).to.equal(null)
  })

  it('says what does not fit', async () => {
    expect(await fault(itemOf({}, { scheme: 'zktls' }))).to.equal('It is no proof of attested claims.')
    expect(await fault(itemOf({ normalized: null }))).to.equal('There is no sample that could be attested.')
    expect(await fault(itemOf(), { ...policy, fundId: 'eip155:1:0x00' })).to.contain(
      'another market contract',
    )
    expect(await fault(itemOf({ source: { uri: 'https://example.org/' } }))).to.contain('another address')
    expect(await fault(itemOf({ content: `${body} ` }))).to.contain('another reply')
    const moved = { observed_at: Instant.format(now + 1), value: '7' }
    expect(await fault(itemOf({ normalized: moved }))).to.contain('the value and the time of the sample')
    const other = { observed_at: Instant.format(now), value: '8' }
    expect(await fault(itemOf({ normalized: other }))).to.contain('the value and the time of the sample')
    expect(await fault(itemOf(), { ...policy, threshold: 6_001 })).to.equal(
      'The attestations count 6000, and 6001 are needed.',
    )
    const late = { retrieved_at: Instant.format(now + 901) }
    expect(await fault(itemOf({ retrieval: late }))).to.contain('count 0')
  })
})
