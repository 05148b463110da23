import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import { BaseError, Hash, Schema } from '../../../protocol/index.ts'
import type { Prompt } from '../../../services/model/Model.ts'
import { requestSchema, type SchemaName, schemas } from './ModelReply.ts'

/** The three prompts a model is given. They are files, so that people can read them and a proof can name them by hash. */
export const roles = ['prompt-engineer', 'first-reader', 'second-reader'] as const
export type Role = (typeof roles)[number]

export const schema = z.strictObject({
  role: z.enum(roles),
  purpose: Schema.line,
  input_schema_ref: Schema.identifier.or(z.string().regex(/^[A-Za-z]+\/v1$/)),
  output_schema_ref: z.enum(Object.keys(schemas) as [SchemaName, ...SchemaName[]]),
  constraints: z.array(Schema.line).min(1).max(32),
  few_shots: z
    .array(z.strictObject({ input: Schema.line, output: Schema.line }))
    .max(8)
    .default([]),
  determinism_policy: z.strictObject({
    temperature: z.literal(0),
    seed: z.literal(42),
    /** A reply that is not as asked is not asked for again: it is no answer. */
    attempts: z.literal(1),
    max_tokens: z.int().min(1).max(8_192),
  }),
})

export type PromptFile = z.infer<typeof schema> & { readonly hash: Hash.Hash }
export type Prompts = Readonly<Record<Role, PromptFile>>

/** Reads one file's text; its examples must themselves be of the schema that it asks for. */
export function read(text: string, name: string): PromptFile {
  const result = schema.safeParse(parseYaml(text, name))
  if (!result.success) {
    const [issue] = result.error.issues
    throw new UnreadablePromptError(name, `${issue!.path.join('.')}: ${issue!.message}`)
  }
  for (const { output } of result.data.few_shots) {
    if (!schemas[result.data.output_schema_ref].safeParse(parseJson(output)).success) {
      throw new UnreadablePromptError(name, 'an example is not of the schema that the prompt asks for')
    }
  }
  return { ...result.data, hash: Hash.ofText(text) }
}

function parseYaml(text: string, name: string): unknown {
  try {
    return parse(text, { strict: true, uniqueKeys: true })
  } catch (cause) {
    throw new UnreadablePromptError(name, (cause as Error).message, { cause })
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Loads the prompts that come with the project. */
export function load(folder = new URL('./prompts/', import.meta.url)): Prompts {
  const entries = roles.map((role) => {
    const prompt = read(readFileSync(new URL(`${role}.yaml`, folder), 'utf8'), `${role}.yaml`)
    if (prompt.role !== role)
      throw new UnreadablePromptError(`${role}.yaml`, `it is for the role ${prompt.role}`)
    return [role, prompt] as const
  })
  return Object.fromEntries(entries) as Record<Role, PromptFile>
}

/** What a model is sent: our words as the system's, all data as one JSON text that follows them. */
export function toPrompt(file: PromptFile, data: unknown): Prompt {
  const examples = file.few_shots.map(
    ({ input, output }) => `Example input: ${input}\nExample output: ${output}`,
  )
  return {
    system: [
      `You are the ${file.role} of a resolution procedure. ${file.purpose}`,
      ...file.constraints.map((one) => `- ${one}`),
      ...examples,
    ].join('\n'),
    user: JSON.stringify(data),
    schema: requestSchema(file.output_schema_ref),
    maxTokens: file.determinism_policy.max_tokens,
  }
}

/** The schemas that models are asked to keep, by name: a provider that does not take one is found when a config is opened. */
export const requestSchemasOf = (prompts: Prompts): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.values(prompts).map(({ output_schema_ref: name }) => [name, requestSchema(name)]))

export class UnreadablePromptError extends BaseError {
  override readonly name = 'Prompts.UnreadablePromptError'
  constructor(file: string, why: string, options: { cause?: unknown } = {}) {
    super(`The prompt ${file} cannot be used: ${why}.`, {
      metaMessages: [
        'A prompt has role, purpose, schema references, constraints, few_shots and determinism_policy.',
      ],
      ...options,
    })
  }
}
