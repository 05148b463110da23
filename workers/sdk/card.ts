import { z } from 'zod'

/** The A2A v1.0 agent card: who this is, where it is, and its two skills. */
const texts = z.array(z.string().min(1))

/** The parts of A2A v1.0's AgentCard that we use, with its required fields required. */
export const agentCard = z.strictObject({
  name: z.string().min(1),
  description: z.string().min(1),
  supportedInterfaces: z
    .array(
      z.strictObject({
        url: z.url(),
        protocolBinding: z.string().min(1),
        protocolVersion: z.string().min(1),
      }),
    )
    .min(1),
  version: z.string().min(1),
  documentationUrl: z.url().optional(),
  capabilities: z.strictObject({
    streaming: z.boolean(),
    pushNotifications: z.boolean(),
    extendedAgentCard: z.boolean(),
    extensions: z.array(
      z.strictObject({
        uri: z.string().min(1),
        description: z.string(),
        required: z.boolean(),
        params: z.record(z.string(), z.json()),
      }),
    ),
  }),
  securitySchemes: z
    .record(
      z.string(),
      z.strictObject({
        httpAuthSecurityScheme: z.strictObject({ scheme: z.string(), description: z.string() }),
      }),
    )
    .optional(),
  securityRequirements: z
    .array(z.strictObject({ schemes: z.record(z.string(), z.strictObject({ list: texts })) }))
    .optional(),
  defaultInputModes: texts.min(1),
  defaultOutputModes: texts.min(1),
  skills: z
    .array(
      z.strictObject({
        id: z.string().min(1),
        name: z.string().min(1),
        description: z.string().min(1),
        tags: texts.min(1),
        examples: texts,
        inputModes: texts,
        outputModes: texts,
      }),
    )
    .min(1),
})
export type AgentCard = z.infer<typeof agentCard>

/**
 * Names our own protocol: as a binding, the two POST endpoints below `/a2a`, which are no methods of A2A and don't claim to be; as an
 * extension, what the data parts of A2A messages hold.
 */
export const binding = 'urn:cresolver:agent-protocol:1'
export const version = '0.1.0'

export type CardOptions = {
  readonly name: string
  readonly publicUrl: string
  readonly agentId: number
  readonly personality: string
  readonly market: string
  readonly chainId: number
  readonly signer: string | null
  readonly needsToken: boolean
  /** Whether the worker serves /openapi.json. */
  readonly hasOpenapi: boolean
  /** Whether its answers come with proofs of reasoning. */
  readonly hasProofs: boolean
}

const json = ['application/json']

export function makeCard(options: CardOptions): AgentCard {
  const {
    name,
    publicUrl,
    agentId,
    personality,
    market,
    chainId,
    signer,
    needsToken,
    hasOpenapi,
    hasProofs,
  } = options
  return {
    name,
    description: 'Investigates questions of prediction markets, and defends what it found under challenge.',
    // Clients of A2A take the first one that they speak.
    supportedInterfaces: ['JSONRPC', binding].map((protocolBinding) => ({
      url: `${publicUrl}/a2a`,
      protocolBinding,
      protocolVersion: '1.0',
    })),
    version,
    capabilities: {
      streaming: false,
      pushNotifications: false,
      extendedAgentCard: false,
      extensions: [
        {
          uri: binding,
          description: `One data part each way: a request and a reply of the agent protocol${hasOpenapi ? ', as /openapi.json says' : ''}.`,
          required: false,
          params: { agent_id: agentId, personality, chain_id: chainId, market, signer },
        },
      ],
    },
    ...(needsToken
      ? {
          securitySchemes: {
            bearer: {
              httpAuthSecurityScheme: { scheme: 'Bearer', description: 'A token the operator gave you.' },
            },
          },
          securityRequirements: [{ schemes: { bearer: { list: [] } } }],
        }
      : {}),
    defaultInputModes: json,
    defaultOutputModes: json,
    skills: [
      {
        id: 'resolve',
        name: 'Resolve a market question',
        description: `Takes {market_id, question, deadline?, context?}; gives a determination with confidence, evidence${hasProofs ? ', sources and a proof of reasoning' : ' and sources'}.`,
        tags: ['prediction-market', 'oracle', 'resolution'],
        examples: ['{"market_id":42,"question":"Will bitcoin reach 200k by end of 2026?"}'],
        inputModes: json,
        outputModes: json,
      },
      {
        id: 'challenge',
        name: 'Defend an answer',
        description: 'Takes {challenges, request_id?, …}; gives one response to each challenge, in order.',
        tags: ['prediction-market', 'cross-examination'],
        examples: ['{"challenges":["Identify the weakest point in your analysis and defend it."]}'],
        inputModes: json,
        outputModes: json,
      },
    ],
  }
}
