import { expect } from 'chai'
import { type Evidence, Hash } from '../../../protocol/index.ts'
import type { Reply } from '../../../services/fetch/Transport.ts'
import { coingecko, fetchEvidence, Registry, readAgain } from '../../../workers/source/index.ts'
import { auto, created, deadline } from './requirement.ts'

describe('readAgain', () => {
  const requirement = Registry.requirementOf(auto, { created, deadline })
  const source = coingecko()
  const points = `[${deadline}000,74999.5],[${deadline + 300}000,75001]`
  const reply: Reply = {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: `{"prices":[${points}],"market_caps":[],"total_volumes":[]}`,
    retrievedAt: deadline + 4_000,
    method: 'GET',
  }
  const item = () => fetchEvidence(source, requirement, async () => reply, { evidenceId: 'e1' })

  it('S2-85: finds the same sample in the kept text', async () => {
    const again = readAgain(source, await item(), requirement)
    expect(again).to.deep.equal({
      normalized: { observed_at: '2026-02-20T23:59:00Z', value: '74999.5' },
      faults: [],
    })
  })

  const rehash = (one: Evidence.EvidenceItem, content: string): Evidence.EvidenceItem => ({
    ...one,
    content,
    retrieval: { ...one.retrieval, response_hash: Hash.ofText(content) },
  })
  const changes: [string, string, (one: Evidence.EvidenceItem) => Evidence.EvidenceItem][] = [
    [
      'another sample',
      'normalized',
      (one) => ({ ...one, normalized: { ...one.normalized!, value: '75001' } }),
    ],
    [
      'a later sample',
      'normalized',
      (one) => ({ ...one, normalized: { observed_at: '2026-02-21T00:04:00Z', value: '75001' } }),
    ],
    ['no sample', 'normalized', (one) => ({ ...one, normalized: null })],
    ['other content', 'content', (one) => ({ ...one, content: `${one.content} ` })],
    ['content that is no reply', 'content', (one) => rehash(one, '{}')],
    [
      'content with another value',
      'normalized',
      (one) => rehash(one, one.content.replace('74999.5', '75000')),
    ],
    [
      'another address',
      'source/uri',
      (one) => ({ ...one, source: { ...one.source, uri: 'https://elsewhere.example.org/' } }),
    ],
    [
      'another request',
      'retrieval/request_hash',
      (one) => ({ ...one, retrieval: { ...one.retrieval, request_hash: Hash.ofText('x') } }),
    ],
    [
      'an error reply',
      'retrieval/status',
      (one) => ({ ...one, retrieval: { ...one.retrieval, status: 404 } }),
    ],
    [
      'another source',
      'source/source_id',
      (one) => ({ ...one, source: { ...one.source, source_id: Hash.ofText('x') } }),
    ],
    [
      'another provider',
      'source/provider',
      (one) => ({ ...one, source: { ...one.source, provider: 'binance' } }),
    ],
    [
      'a fetch before its sample',
      'content',
      (one) => ({ ...one, retrieval: { ...one.retrieval, retrieved_at: '2026-02-20T23:58:00Z' } }),
    ],
  ]
  for (const [what, field, change] of changes) {
    it(`S2-85: finds out ${what}`, async () => {
      const { faults } = readAgain(source, change(await item()), requirement)
      expect(faults.map(({ path }) => path)).to.include(`/${field}`)
    })
  }

  it('S2-85: says what the content says, where the sample is another', async () => {
    const one = await item()
    const { faults, normalized } = readAgain(source, { ...one, normalized: null }, requirement)
    expect(normalized).to.deep.equal(one.normalized)
    expect(faults).to.deep.equal([
      {
        code: 'CONTENT_MISMATCH',
        path: '/normalized',
        message: 'The content says {"observed_at":"2026-02-20T23:59:00Z","value":"74999.5"}.',
      },
    ])
  })

  it('lets faults of our own through', async () => {
    const one = await item()
    const broken = {
      ...source,
      read: () => {
        throw new TypeError('a fault')
      },
    }
    expect(() => readAgain(broken, one, requirement)).to.throw(TypeError, 'a fault')
  })
})
