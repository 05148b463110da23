import { z } from 'zod'
import { BaseError, Json, Schema } from '../../protocol/index.ts'
import { types } from './extract/Recipe.ts'
import { TaskError } from './Reason.ts'
import { scope, sourceSpec, tokenContext } from './Subject.ts'
import { isTemplate, type Specs } from './specs/Specs.ts'

/** What a participant can be told to do. */
export const mineClaimTask = z.strictObject({
  taskType: z.literal('mine_claim'),
  ...scope,
  sourceSpec,
  tokenContext: tokenContext.optional(),
})

const nameOnly = sourceSpec.pick({ sourceSpecId: true })

/** The same with nothing but the name of a source spec, which the registry has. */
export const namedMineClaimTask = mineClaimTask.extend({ sourceSpec: nameOnly })
export type MineClaimTask = z.output<typeof mineClaimTask>

export const verifyTask = z.strictObject({
  taskType: z.literal('verify_claim_or_intent_validity'),
  ...scope,
  subjectType: z.enum(['CLAIM', 'INTENT']),
  subjectHash: Schema.hash,
  /** A claim or an intent; it is looked into step by step, because what is missing decides what is said of it. */
  subjectPayload: z.record(z.string().max(64), Schema.json),
  validationPolicy: z.strictObject({
    /** Whether the source is asked again; otherwise the archive must have the very bytes. */
    reproducible: z.boolean(),
    /** Left out, a claim may be as old as it says itself. */
    maxDataAgeSeconds: z.int().min(0).optional(),
  }),
})
export type VerifyTask = z.output<typeof verifyTask>

export type Task = MineClaimTask | VerifyTask

const schemas = { mine_claim: mineClaimTask, verify_claim_or_intent_validity: verifyTask } as const
type TaskType = keyof typeof schemas

const isTaskType = (value: unknown): value is TaskType =>
  typeof value === 'string' && Object.hasOwn(schemas, value)

/** A task from anyone, or a `TaskError` that says why it is none. */
export function readTask(value: unknown, specs?: Specs): Task {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TaskError('MALFORMED_TASK', 'A task is one JSON object.')
  const { taskType } = value as { taskType?: unknown }
  if (!isTaskType(taskType)) {
    const known = Object.keys(schemas).join(' and ')
    throw new TaskError('UNSUPPORTED_TASK', `Tasks are ${known}; judging an intent by vote is none of them.`)
  }
  checkExtractorType(value)
  try {
    Json.canonical(value)
    const whole = taskType === 'mine_claim' ? withSpec(value, specs) : value
    return Schema.read(schemas[taskType], whole) as Task
  } catch (cause) {
    if (!(cause instanceof BaseError) || cause instanceof TaskError) throw cause
    const isRecipe = cause instanceof Schema.MismatchError && cause.path.startsWith('/sourceSpec/extractor')
    throw new TaskError(isRecipe ? 'INVALID_RECIPE' : 'MALFORMED_TASK', cause.shortMessage, { cause })
  }
}

/** Where a task gives nothing but a name, what the name stands for. */
function withSpec(value: object, specs: Specs | undefined): object {
  const named = nameOnly.safeParse((value as { sourceSpec?: unknown }).sourceSpec)
  if (!named.success) return value
  const { sourceSpecId } = named.data
  const found = specs?.find(sourceSpecId) ?? null
  if (found === null)
    throw new TaskError('UNKNOWN_SPEC', `No source spec is registered here as ${sourceSpecId}.`)
  if (isTemplate(found))
    throw new TaskError('MALFORMED_TASK', `${sourceSpecId} needs a sourceRef: ${found.sourceRef}`)
  const { about: _, ...spec } = found
  return { ...value, sourceSpec: spec }
}

function checkExtractorType(value: object): void {
  const { sourceSpec } = value as { sourceSpec?: { extractor?: { type?: unknown } | null } | null }
  const type = sourceSpec?.extractor?.type
  if (type === undefined || (types as readonly unknown[]).includes(type)) return
  throw new TaskError('UNKNOWN_EXTRACTOR', `Extractors are ${types.join(', ')}.`)
}
