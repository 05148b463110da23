import { z } from 'zod'
import { Schema, type Spec } from '../../../protocol/index.ts'
import { documentRequirement } from '../../source/fetchEvidence.ts'
import type { Requirement } from '../../source/Source.ts'
import { searchConfig } from '../../source/search/openSearch.ts'

/** How far a source's word goes: who decides or keeps the record, who reports under its own name, everyone else. */
export const classes = ['primary', 'wire', 'secondary'] as const
export type SourceClass = (typeof classes)[number]

/** A page that may be read for free-text questions. Only configuration names addresses: no question and no model can. */
export const textSource = z.strictObject({
  id: Schema.identifier,
  provider: z.enum(['web', 'http']).default('web'),
  url: z
    .string()
    .max(2_048)
    .regex(/^https?:\/\/\S+$/, 'expected an http address'),
  class: z.enum(classes),
  description: z.string().min(1).max(512),
  maxTier: Schema.tier.default(3),
  /** What is on this page without exception, in words; without it, its silence says nothing. */
  completeFor: z.string().min(1).max(512).optional(),
  /** Only for questions with one of these words; for all where there are none. */
  topics: z.array(z.string().min(1).max(64)).max(32).default([]),
})
export type TextSource = z.infer<typeof textSource>

export const textConfig = z
  .strictObject({
    /** Pages by their addresses: the inline form of a registry. */
    sources: z.array(textSource).max(16).default([]),
    /** A file of sources with query templates, or `public` for the one that comes with the project. */
    registry: z.string().min(1).optional(),
    /** A search engine that finds further pages. */
    search: searchConfig.optional(),
    /** Who runs the worker, such as `ops@example.org`, for sources that ask for it. */
    contact: z
      .string()
      .regex(/^[\x21-\x7e][\x20-\x7e]{0,127}$/)
      .optional(),
    /** How many calls a plan may make, searches included. */
    budget: z.int().min(1).max(16).optional(),
    /** Classes of which pages are read at all. A single secondary page decides only where no primary one is registered, or the rules admit reports. */
    admit: z.array(z.enum(classes)).default(['primary', 'wire']),
  })
  .refine(
    ({ sources, registry, search }) => sources.length > 0 || registry !== undefined || search !== undefined,
    {
      message: 'name `sources`, a `registry` or a `search`',
    },
  )
export type TextConfig = z.infer<typeof textConfig>

/** What a prompt spec keeps of a source: enough to judge its claims again without the configuration. */
export type Policy = {
  readonly class: SourceClass
  readonly admitted: boolean
  /** What the page lists without exception; left out where nothing says so. */
  readonly completeFor?: string
  readonly description: string
}

type AllowedSource = Spec.MarketSpec['allowed_sources'][number]

export function toAllowed(source: TextSource, admit: readonly SourceClass[]): AllowedSource {
  const policy = [`${source.class}, ${admit.includes(source.class) ? 'admitted' : 'refused'}`]
  if (source.completeFor !== undefined) policy.push(`complete for ${JSON.stringify(source.completeFor)}`)
  return {
    source_id: source.id,
    provider: source.provider,
    description: [...policy, source.description].join('; '),
    max_tier: source.maxTier,
  }
}

const policyForm =
  /^(primary|wire|secondary), (admitted|refused)(?:; complete for ("(?:[^"\\]|\\.){1,1024}"))?; (.+)$/s

/** The policy of an allowed source; null where its description is not one of ours. */
export function policyOf({ description }: AllowedSource): Policy | null {
  const match = policyForm.exec(description)
  if (match === null) return null
  const [, kind, admission, complete, words] = match
  try {
    return {
      class: kind as SourceClass,
      admitted: admission === 'admitted',
      ...(complete === undefined ? {} : { completeFor: JSON.parse(complete) as string }),
      description: words!,
    }
  } catch {
    return null
  }
}

/** What to fetch for a source: its address, in the window in which the event must have happened. */
export const toRequirement = (
  { id, provider, url }: Pick<TextSource, 'id' | 'provider' | 'url'>,
  window: Requirement['window'],
): Requirement => ({ ...documentRequirement(url, provider), requirementId: id, window })

/** Whether a source is for this question. */
export function appliesTo({ topics }: TextSource, question: string): boolean {
  const lower = question.toLowerCase()
  return topics.length === 0 || topics.some((topic) => lower.includes(topic.toLowerCase()))
}

/** The configuration that a spec was compiled from, as far as it shows in the spec; null where it is none of ours. */
export function configIn(spec: Spec.PromptSpec): TextConfig | null {
  const admit = new Set<SourceClass>()
  const sources: TextSource[] = []
  for (const { requirement_id: id, description: url } of spec.data_requirements) {
    const allowed = spec.market.allowed_sources.find((one) => one.source_id === id)
    const policy = allowed === undefined ? null : policyOf(allowed)
    if (allowed === undefined || policy === null) return null
    if (policy.admitted) admit.add(policy.class)
    const read = textSource.safeParse({
      id,
      provider: allowed.provider,
      url,
      class: policy.class,
      description: policy.description,
      maxTier: allowed.max_tier,
      ...(policy.completeFor === undefined ? {} : { completeFor: policy.completeFor }),
    })
    if (!read.success) return null
    sources.push(read.data)
  }
  return { sources, admit: [...admit] }
}
