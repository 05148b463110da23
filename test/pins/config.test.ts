import { z } from 'zod'
import * as Here from './here.ts'
import { expectPinned } from './pin.ts'

type Node = {
  readonly properties?: Readonly<Record<string, Node>>
  readonly required?: readonly string[]
  readonly items?: Node
  readonly additionalProperties?: Node | boolean
  readonly oneOf?: readonly Node[]
  readonly anyOf?: readonly Node[]
  readonly const?: unknown
  readonly $ref?: string
}

/** Every key of a config by its path, with all that its schema says of the value. */
function keysOf(schema: z.ZodType): Record<string, object> {
  const keys: Record<string, object> = {}
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Node
  const { $schema: _, ...top } = root as Node & { $schema?: string }
  walk(top, '', true, keys)
  return keys
}

function walk(node: Node, path: string, isRequired: boolean, keys: Record<string, object>): void {
  const { properties, required = [], items, additionalProperties, oneOf, anyOf, ...rest } = node
  keys[path] = {
    ...rest,
    ...(typeof additionalProperties === 'boolean' ? { additionalProperties } : {}),
    isRequired,
  }
  for (const [key, inner] of Object.entries(properties ?? {}))
    walk(inner, path === '' ? key : `${path}.${key}`, required.includes(key), keys)
  if (items !== undefined) walk(items, `${path}[]`, true, keys)
  if (typeof additionalProperties === 'object') walk(additionalProperties, `${path}.*`, true, keys)
  for (const [i, choice] of (oneOf ?? anyOf ?? []).entries()) {
    const kind = choice.properties?.kind?.const
    walk(choice, `${path}<${kind === undefined ? i : String(kind)}>`, true, keys)
  }
}

describe('pin: config', () => {
  it('every config takes its pinned keys, with their defaults and limits', () => {
    expectPinned('config', {
      agent: keysOf(Here.agentConfig),
      gateway: keysOf(Here.gatewayConfig),
      indexer: keysOf(Here.indexerConfig),
      keeper: keysOf(Here.keeperConfig),
      rules: keysOf(Here.rulesConfig),
      signer: keysOf(Here.signerConfig),
      model: keysOf(Here.modelConfig),
      source: keysOf(Here.SourceConfig.schema),
      store: keysOf(Here.storeConfig),
      moltbookSources: keysOf(Here.moltbookSourcesConfig),
      workflow: keysOf(Here.workflowConfig),
    })
  })
})
