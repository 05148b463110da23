import { expect } from 'chai'
import { agentCard, makeCard } from '../../../workers/sdk/card.ts'
import { chainId, market } from './workers.ts'

const options = {
  name: 'Ada',
  publicUrl: 'https://ada.example',
  agentId: 3,
  personality: 'own',
  market,
  chainId,
  signer: null,
  needsToken: false,
  hasOpenapi: false,
  hasProofs: false,
}

describe('makeCard', () => {
  it('A2A v1.0: has every required field, and both skills', () => {
    const card = agentCard.parse(makeCard(options))
    expect(card.skills.map(({ id }) => id)).to.deep.equal(['resolve', 'challenge'])
    expect(card.supportedInterfaces[0]!.url).to.equal('https://ada.example/a2a')
    expect(card).to.not.have.property('securitySchemes')
  })

  it('names the OpenAPI document and the proofs of a worker that has them', () => {
    const words = (more: object) => JSON.stringify(makeCard({ ...options, ...more }))
    expect(words({})).to.not.include('openapi').and.not.include('proof')
    expect(words({ hasOpenapi: true })).to.include('as /openapi.json says.')
    expect(words({ hasProofs: true })).to.include('sources and a proof of reasoning.')
  })

  it('says that a token is needed', () => {
    const card = agentCard.parse(makeCard({ ...options, needsToken: true }))
    expect(card.securitySchemes).to.have.property('bearer')
    expect(card.securityRequirements).to.have.length(1)
  })
})
