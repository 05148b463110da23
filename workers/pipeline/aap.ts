import { makeResolver, type ResolverContext } from './makeResolver.ts'
import type { Resolver } from './Resolver.ts'

export type AapContext = Omit<ResolverContext, 'crossCheckFor' | 'reading'>

/** The deterministic personality: decides § auto rules by the rule's own source, and says INVALID to everything else. */
export const aap = (context: AapContext): Resolver => makeResolver('aap', context)
