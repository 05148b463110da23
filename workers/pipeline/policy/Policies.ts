import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import { BaseError, Hash, Schema } from '../../../protocol/index.ts'

/**
 * The roles that decide without a model. Their files hold the policy that the code reads, so that people can read it too; a
 * free-text proof names them by hash beside the prompts.
 */
export const policyRoles = ['orchestrator', 'collector', 'auditor', 'judge'] as const
export type PolicyRole = (typeof policyRoles)[number]

const behaviors = z.array(Schema.line).min(1).max(16)
const basisPoints = z.int().min(0).max(10_000)
const share = z.int().min(1).max(10_000)

const orchestrator = z.strictObject({
  answer_ms: z.int().min(1_000),
  shares_bps: z.strictObject({ promptEngineer: share, collector: share, auditor: share }),
  forbidden_behaviors: behaviors,
})

const collector = z.strictObject({ forbidden_behaviors: behaviors })

const characters = z.int().min(1).max(1_000_000)

const auditor = z.strictObject({
  piece_characters: characters,
  overlap_characters: characters,
  call_characters: characters,
  calls: z.int().min(1).max(64),
})

const judge = z.strictObject({
  confidence_by_tier: z.tuple([basisPoints, basisPoints, basisPoints, basisPoints]),
  second_provider_adds: basisPoints,
  narrow_bps: basisPoints,
  narrow_takes: basisPoints,
  touch_wording_takes: basisPoints,
  highest: basisPoints,
  least_in_words: basisPoints,
})

const schemas = { orchestrator, collector, auditor, judge }

export type Policies = {
  readonly [role in PolicyRole]: {
    readonly role: role
    readonly purpose: string
    readonly constraints: readonly string[]
    readonly policy: z.output<(typeof schemas)[role]>
    readonly hash: Hash.Hash
  }
}

const reference = z.string().regex(/^[A-Za-z]+\/v1$/)

/** Reads one file's text as the policy of a role. */
export function read<role extends PolicyRole>(role: role, text: string): Policies[role] {
  const schema = z.strictObject({
    role: z.literal(role),
    purpose: Schema.line,
    input_schema_ref: reference,
    output_schema_ref: reference,
    constraints: z.array(Schema.line).min(1).max(32),
    policy: schemas[role],
  })
  const result = schema.safeParse(parseYaml(role, text))
  if (!result.success) {
    const [issue] = result.error.issues
    throw new UnreadablePolicyError(role, `${issue!.path.join('.')}: ${issue!.message}`)
  }
  // The types cannot tell which policy belongs to a role that is not known yet.
  return { ...result.data, hash: Hash.ofText(text) } as unknown as Policies[role]
}

function parseYaml(role: PolicyRole, text: string): unknown {
  try {
    return parse(text, { strict: true, uniqueKeys: true })
  } catch (cause) {
    throw new UnreadablePolicyError(role, (cause as Error).message, { cause })
  }
}

const load = <role extends PolicyRole>(role: role): Policies[role] =>
  read(role, readFileSync(new URL(`./${role}.yaml`, import.meta.url), 'utf8'))

/** The policies that come with the project. */
export const policies: Policies = {
  orchestrator: load('orchestrator'),
  collector: load('collector'),
  auditor: load('auditor'),
  judge: load('judge'),
}

/** Thrown for a file that is not the policy of its role. */
export class UnreadablePolicyError extends BaseError {
  override readonly name = 'Policies.UnreadablePolicyError'
  constructor(role: PolicyRole, why: string, options: { cause?: unknown } = {}) {
    super(`The policy of the ${role} cannot be used: ${why}.`, {
      metaMessages: ['A policy has role, purpose, schema references, constraints and policy.'],
      ...options,
    })
  }
}
