import { Proof, Wire } from '../../protocol/index.ts'
import {
  commonPaths,
  content,
  failure,
  failuresOf,
  get,
  ok,
  pathParameter,
  schemaOf,
} from '../../services/http/openapiParts.ts'
import { agentCard, version } from '../sdk/card.ts'
import { health } from '../sdk/health.ts'
import type { OpenapiPart } from './Extension.ts'

export const examples = {
  resolveRequest: { market_id: 42, question: 'Will bitcoin reach 200k by end of 2026?' },
  resolveReply: {
    determination: false,
    confidence: 0.82,
    evidence: 'The price at the deadline was 120000.5, below the target of 200000.',
    sources: ['https://api.coingecko.com/api/v3/coins/bitcoin/market_chart/range'],
    outcome: 'NO',
  },
  challengeRequest: {
    challenges: [
      'Other workers reached the opposite conclusion. What specific evidence makes you confident that the answer is YES?',
      'Your confidence is 82%. What would need to change for you to reverse your determination?',
      'Identify the weakest point in your analysis and defend it.',
    ],
  },
  challengeReply: {
    responses: ['The sample at the deadline.', 'Another sample in the window.', 'It rests on one provider.'],
  },
} as const

const post = (id: string, summary: string, names: readonly [string, string], some: readonly unknown[]) => ({
  post: {
    operationId: id,
    summary,
    requestBody: { required: true, content: content(names[0], some[0]) },
    responses: {
      ...ok('The reply.', content(names[1], some[1])),
      ...failuresOf(400, 401, 408, 413, 415, 429, 500, 503),
    },
    security: [{}, { bearer: [] }],
  },
})

/** The worker's OpenAPI 3.1 document, with the parts of its extensions. */
export function openapi(publicUrl: string, added: readonly OpenapiPart[] = []): object {
  const { resolveRequest, resolveReply, challengeRequest, challengeReply } = examples
  return {
    openapi: '3.1.0',
    info: {
      title: 'CREsolver worker',
      version,
      description:
        'The agent protocol: a worker is asked to resolve a question, then challenged on its answer.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl }],
    paths: {
      '/a2a/resolve': post(
        'resolve',
        'Investigate a market question, within 30 seconds.',
        ['ResolveRequest', 'ResolveReply'],
        [resolveRequest, resolveReply],
      ),
      '/a2a/challenge': post(
        'challenge',
        'Defend an answer, within 15 seconds.',
        ['ChallengeRequest', 'ChallengeReply'],
        [challengeRequest, challengeReply],
      ),
      '/por/{root}': get('proof', 'A published proof of reasoning, by its root.', content('Proof'), {
        parameters: [pathParameter('root', { type: 'string', pattern: '^0x[0-9a-f]{64}$' })],
      }),
      '/.well-known/agent-card.json': get('card', 'The A2A agent card.', content('AgentCard')),
      ...Object.assign({}, ...added.map(({ paths }) => paths)),
      ...commonPaths,
    },
    components: {
      schemas: {
        ResolveRequest: schemaOf(Wire.resolveRequest),
        ResolveReply: schemaOf(Wire.resolveReply),
        ChallengeRequest: schemaOf(Wire.challengeRequest),
        ChallengeReply: schemaOf(Wire.challengeReply),
        Proof: schemaOf(Proof.schema),
        AgentCard: schemaOf(agentCard),
        Health: schemaOf(health),
        Failure: schemaOf(failure),
        ...Object.assign({}, ...added.map(({ schemas }) => schemas)),
      },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  }
}
