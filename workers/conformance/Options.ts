import { z } from 'zod'
import { BaseError, type Bytes, Question, Rule, Schema } from '../../protocol/index.ts'

const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'expected an address')
  .transform((text) => text.toLowerCase() as Bytes.Hex)
const milliseconds = z.int().min(1).max(600_000)

/** How a worker is checked. Every field may be left out. */
export const schema = z.strictObject({
  /** Where the questions are said to come from; a worker signs for its own chain and market only. */
  chainId: z.int().min(0).default(31_337),
  /** Left out: a market that does not exist. */
  market: address.nullable().default(null),
  /** Of the own question; left out: a market that does not exist. */
  marketId: z.int().min(0).nullable().default(null),
  round: z.int().min(1).max(0xffffffff).default(1),
  /** The raw on-chain text of an own question, asked beside the kit's. */
  question: z.string().min(1).max(4_096).nullable().default(null),
  /** Of the own question, which needs one. */
  deadline: z.int().min(0).max(Rule.maxInstant).nullable().default(null),
  /** When the market was made, which highs and lows count from. */
  created: z.int().min(0).max(Rule.maxInstant).nullable().default(null),
  /** The agent that signs; left out: the one that `/health` names as `agent_id`. */
  agentId: z.int().min(0).nullable().default(null),
  /** Who must have signed; given, answers must be signed. */
  signer: address.nullable().default(null),
  /** `seed`: only what seed 001 says. `cresolver`: all that a round asks for, signatures included. */
  profile: z.enum(['seed', 'cresolver']).default('cresolver'),
  /** Warnings count as failures. */
  strict: z.boolean().default(false),
  /** Milliseconds: the protocol's 30 s and 15 s, and what everything else gets. */
  timeouts: z
    .strictObject({
      resolve: milliseconds.default(30_000),
      challenge: milliseconds.default(15_000),
      other: milliseconds.default(15_000),
    })
    .default({ resolve: 30_000, challenge: 15_000, other: 15_000 }),
  signal: z.instanceof(AbortSignal).optional(),
})

export type Input = z.input<typeof schema>
export type Options = z.output<typeof schema>

/** Fills in what was left out; an own question that no market would take, or that lacks its times, is refused. */
export function read(input: Input): Options {
  const options = Schema.read(schema, input)
  const { question, deadline, created } = options
  if (question === null) return options
  if (deadline === null) throw new IncompleteQuestionError('deadline')
  if (!question.includes('§')) return options
  const { rule } = Question.validate(question, { deadline })
  const counts = Rule.isAuto(rule) && Rule.isExtreme(Rule.metricUsed(rule))
  if (counts && created === null) throw new IncompleteQuestionError('created')
  return options
}

export class IncompleteQuestionError extends BaseError {
  override readonly name = 'Conformance.IncompleteQuestionError'
  constructor(missing: 'deadline' | 'created') {
    super(`The question cannot be asked without its \`${missing}\`.`, {
      metaMessages: [
        missing === 'deadline'
          ? 'Give the deadline of its market.'
          : 'Give the time its market was made: highs and lows count from then on.',
      ],
    })
  }
}
