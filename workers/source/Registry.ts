import { BaseError, Rule } from '../../protocol/index.ts'
import { UnsupportedRequirementError } from '../../protocol/source/index.ts'
import type { Requirement, Source } from './Source.ts'

/** The sources a worker can ask, by the word before the first colon of a rule's source. */
export type Registry = ReadonlyMap<string, Source>

export function of(...sources: readonly Source[]): Registry {
  const registry = new Map<string, Source>()
  for (const source of sources) {
    if (registry.has(source.provider)) throw new DuplicateSourceError(source.provider)
    registry.set(source.provider, source)
  }
  return registry
}

/** The source of a rule or of a requirement; throws when it is manual or none is configured. */
export function sourceFor(registry: Registry, { provider }: { readonly provider: string | null }): Source {
  if (provider === null) throw new Rule.ManualRuleError()
  const source = registry.get(provider.toLowerCase())
  if (source === undefined) {
    const known = [...registry.keys()].join(', ')
    throw new UnsupportedRequirementError(provider, `there is no such source here; there are ${known}.`)
  }
  return source
}

/** When a market was created and ends; a creation that nobody could be asked for is null. */
export type Times = { readonly created: number | null; readonly deadline: number }

/**
 * What must be known to decide an auto rule.
 *
 * @example
 * const requirement = Registry.requirementOf(question.rule, { created, deadline })
 */
export function requirementOf(
  rule: Rule.Rule,
  { created, deadline }: Times,
  { requirementId = 'r1' }: { readonly requirementId?: string } = {},
): Requirement {
  const metric = Rule.metricUsed(rule)
  const sourceId = Rule.sourceId(rule)
  Rule.checkDeadline(rule, deadline)
  if (created === null && Rule.isExtreme(metric)) throw new UnknownCreationError(metric)
  const window = Rule.window(rule, { created: created ?? deadline, deadline })
  // A rule with a source id has both parts.
  return { requirementId, provider: rule.provider!, asset: rule.asset!, metric, sourceId, window }
}

export class DuplicateSourceError extends BaseError {
  override readonly name = 'Registry.DuplicateSourceError'
  constructor(provider: string) {
    super(`Two sources are called ${provider}.`)
  }
}

export class UnknownCreationError extends BaseError {
  override readonly name = 'Registry.UnknownCreationError'
  constructor(metric: string) {
    super(`${metric} is measured from the market's creation, which is not known here.`, {
      metaMessages: ['Give the worker an RPC URL, so that it can ask the chain.'],
    })
  }
}
