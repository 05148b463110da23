import { Proof, Wire } from '../../protocol/index.ts'
import { registrationFile } from '../../services/chain/registrationFile.ts'
import { openapiDocument } from '../../services/http/openapiDocument.ts'
import { commonRoutes, pathsOf, type Routes } from '../../services/http/Routes.ts'
import { call, reply } from '../sdk/a2a/addA2a.ts'
import { agentCard, version } from '../sdk/card.ts'
import { health } from '../sdk/health.ts'
import type { Served } from './Extension.ts'

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
  rpcCall: {
    jsonrpc: '2.0',
    id: 1,
    method: 'SendMessage',
    params: {
      message: {
        messageId: 'm-1',
        role: 'ROLE_USER',
        parts: [{ data: { market_id: 42, question: 'Will bitcoin reach 200k by end of 2026?' } }],
      },
    },
  },
} as const

export const operations: Routes = {
  'POST /a2a/resolve': {
    id: 'resolve',
    summary: 'Investigate a market question, within 30 seconds.',
    takes: { schema: 'ResolveRequest', example: examples.resolveRequest },
    gives: { 200: ['The reply.', { schema: 'ResolveReply', example: examples.resolveReply }] },
    token: 'optional',
  },
  'POST /a2a/challenge': {
    id: 'challenge',
    summary: 'Defend an answer, within 15 seconds.',
    takes: { schema: 'ChallengeRequest', example: examples.challengeRequest },
    gives: { 200: ['The reply.', { schema: 'ChallengeReply', example: examples.challengeReply }] },
    token: 'optional',
  },
  'GET /por/{root}': {
    isOpen: true,
    id: 'proof',
    summary: 'A published proof of reasoning, by its root.',
    path: { root: { type: 'string', pattern: '^0x[0-9a-f]{64}$' } },
    gives: 'Proof',
  },
  'POST /a2a': {
    id: 'a2a',
    summary: 'A2A v1.0 by JSON-RPC: SendMessage, GetTask, ListTasks, CancelTask.',
    takes: { schema: 'RpcCall', example: examples.rpcCall },
    gives: 'RpcReply',
    token: 'optional',
  },
  'GET /.well-known/agent-card.json': { id: 'card', summary: 'The A2A agent card.', gives: 'AgentCard' },
  'GET /.well-known/agent.json': {
    id: 'oldCard',
    summary: 'The same card, where it was before.',
    gives: 'AgentCard',
  },
  'GET /.well-known/agent-registration.json': {
    id: 'registration',
    summary: 'The registration file of ERC-8004.',
    gives: 'RegistrationFile',
  },
  ...commonRoutes,
}

const schemas = {
  ResolveRequest: Wire.resolveRequest,
  ResolveReply: Wire.resolveReply,
  ChallengeRequest: Wire.challengeRequest,
  ChallengeReply: Wire.challengeReply,
  Proof: Proof.schema,
  AgentCard: agentCard,
  RpcCall: call,
  RpcReply: reply,
  RegistrationFile: registrationFile,
  Health: health,
}

/** The worker's OpenAPI 3.1 document, with what its extensions serve. */
export const openapi = (publicUrl: string, added: readonly Served[] = []): object =>
  openapiDocument({
    title: 'CREsolver worker',
    version,
    description:
      'The agent protocol: a worker is asked to resolve a question, then challenged on its answer.',
    publicUrl,
    paths: pathsOf(Object.assign({}, operations, ...added.map((one) => one.operations))),
    schemas: Object.assign({}, schemas, ...added.map((one) => one.schemas)),
  })
