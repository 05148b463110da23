import type { Model } from '../../services/model/Model.ts'
import { makeResolver, type ResolverContext } from './makeResolver.ts'
import type { Planning } from './plan/Plan.ts'
import type { Resolver } from './Resolver.ts'
import { load, type Prompts } from './text/Prompts.ts'
import { type TextConfig, textConfig } from './text/TextSource.ts'

export type LlmContext = Omit<ResolverContext, 'crossCheckFor' | 'reading'> & {
  /** Null where none is configured: then free text is not decided. */
  readonly model: Model | null
  /** Whom the second reader asks; the same model unless there is another. */
  readonly secondModel?: Model | undefined
  readonly text: TextConfig
  /** A registry or a search engine to plan with. */
  readonly planning?: Planning | undefined
  readonly prompts?: Prompts | undefined
  /** Unix seconds; the wall clock by default. */
  readonly now?: (() => number) | undefined
}

/** The reading personality: auto rules as `aap` decides them, everything else by facts that two readers find alike and code checks. */
export function llm({
  model,
  secondModel,
  text,
  planning,
  prompts = load(),
  now = wallClock,
  ...context
}: LlmContext): Resolver {
  const config = textConfig.parse(text)
  const reading = model === null ? undefined : { model, secondModel, prompts, now, text: config, planning }
  return makeResolver('llm', { ...context, reading })
}

const wallClock = (): number => Math.floor(Date.now() / 1_000)
