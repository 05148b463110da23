import { expect } from 'chai'
import type { Request, Transport } from '../../../../services/fetch/Transport.ts'
import { fetchPage } from '../../../../workers/pipeline/text/fetchPage.ts'
import { documentRequirement } from '../../../../workers/source/fetchEvidence.ts'

describe('fetchPage', () => {
  it('S2-113: sends the headers that a source asks for, and keeps none of them', async () => {
    const asked: Request[] = []
    const transport: Transport = async (request) => {
      asked.push(request)
      return { status: 404, headers: {}, body: 'gone', retrievedAt: 1_775_000_000, method: 'GET' }
    }
    const requirement = documentRequirement('https://www.example.org/a')
    const plain = await fetchPage(transport, requirement)
    const item = await fetchPage(transport, requirement, {
      headers: { 'user-agent': 'cresolver ops@example.org' },
    })
    expect(asked[0]).to.not.have.property('headers')
    expect(asked[1]!.headers).to.deep.equal({ 'user-agent': 'cresolver ops@example.org' })
    expect(item).to.deep.equal(plain)
    expect(item.retrieval.status).to.equal(404)
  })
})
