import { z } from 'zod'
import { makeResolver, type ResolverContext } from './makeResolver.ts'
import type { Resolver } from './Resolver.ts'
import type { CrossCheck } from './Subject.ts'

const source = z.string().regex(/^[^:\s]+:\S+:[^:\s]+$/, 'expected provider:asset:metric')

/** Which second provider is asked for which source, and how far it may be off. */
export const panelConfig = z
  .strictObject({
    toleranceBps: z.int().min(0).max(10_000).default(50),
    /** From `provider:asset:metric` of a rule to that of another provider. */
    pairs: z.record(source, source),
  })
  .refine(
    ({ pairs }) => Object.entries(pairs).every(([a, b]) => providerOf(a) !== providerOf(b)),
    'a second source must be of another provider',
  )
export type PanelConfig = z.infer<typeof panelConfig>

const providerOf = (text: string): string => text.slice(0, text.indexOf(':')).toLowerCase()

export type PanelContext = Omit<ResolverContext, 'crossCheckFor' | 'reading'> & {
  readonly panel: PanelConfig
}

/** Which second provider a rule's own is checked against; null where the config names none. */
export function crossChecks(config: PanelConfig): (own: string) => CrossCheck | null {
  const { toleranceBps, pairs } = panelConfig.parse(config)
  const others = new Map(Object.entries(pairs).map(([from, to]) => [from.toLowerCase(), to]))
  return (own) => {
    const other = others.get(own)
    if (other === undefined) return null
    const [first, last] = [other.indexOf(':'), other.lastIndexOf(':')]
    return {
      provider: other.slice(0, first).toLowerCase(),
      asset: other.slice(first + 1, last),
      metric: other.slice(last + 1),
      toleranceBps,
    }
  }
}

/** The cautious personality: a second provider must agree with the rule's own, else the answer is INVALID. */
export const panel = ({ panel, ...context }: PanelContext): Resolver =>
  makeResolver('panel', { ...context, crossCheckFor: crossChecks(panel) })
