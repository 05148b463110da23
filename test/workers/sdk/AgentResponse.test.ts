import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { Wire } from '../../../protocol/index.ts'
import {
  type AgentChallengeResponse,
  type AgentResolveResponse,
  agentChallengeRequest,
  agentChallengeResponse,
  agentResolveRequest,
  agentResolveResponse,
  undecided,
} from '../../../workers/sdk/AgentResponse.ts'
import { skipFor } from '../../helpers/skip.ts'

/** The interfaces as the agent protocol writes them: what has its fields is one of ours. */
interface SeedResolveResponse {
  determination: boolean
  confidence: number
  evidence: string
  sources: string[]
}
interface SeedChallengeResponse {
  responses: string[]
}
const ours: (response: SeedResolveResponse) => AgentResolveResponse = (response) => response
const oursToo: (response: SeedChallengeResponse) => AgentChallengeResponse = (response) => response

describe('AgentResolveResponse and AgentChallengeResponse', () => {
  it('S1-46: the schemas take the examples of the agent protocol, word for word', function () {
    const folder = process.env.CRESOLVER_SEEDS
    if (folder === undefined) skipFor(this, 'CRESOLVER_SEEDS is not set')
    const text = readFileSync(`${folder}/001-cre-agent-protocol.md`, 'utf8')
    const examples = [...text.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json]) => JSON.parse(json!))
    const schemas = [agentResolveRequest, agentResolveResponse, agentChallengeRequest, agentChallengeResponse]
    expect(examples).to.have.length(schemas.length)
    for (const [i, schema] of schemas.entries()) expect(schema.parse(examples[i])).to.deep.equal(examples[i])
  })

  it('S1-45: four fields are an answer, and one list is a defence', () => {
    const answer = { determination: true, confidence: 0.82, evidence: 'Dates and figures.', sources: [] }
    expect(agentResolveResponse.parse(ours(answer))).to.deep.equal(answer)
    expect(agentChallengeResponse.parse(oursToo({ responses: ['Yes.'] }))).to.deep.equal({
      responses: ['Yes.'],
    })
  })

  it('undecided is an answer that counts as INVALID', () => {
    const answer = undecided('No source has it.', ['https://a.example'])
    expect(Wire.readAnswer({ value: answer }).reason).to.equal(null)
    expect(Wire.outcomeOf(answer)).to.equal('INVALID')
    expect(answer).to.deep.include({ confidence: 0, sources: ['https://a.example'] })
  })
})
