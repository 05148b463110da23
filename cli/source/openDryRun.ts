import type { Rule } from '../../protocol/index.ts'
import type { DryRun } from '../../protocol/source/index.ts'
import { dryRun, SourceConfig } from '../../workers/source/index.ts'
import { type SourcesConfig, sourcesConfig } from './sourcesConfig.ts'

/** Asks the source of a rule what it would say today. */
export type AskToday = (rule: Rule.Rule, now: number) => Promise<DryRun.DryRun>

/** Dry runs by the sources of a config; by the live APIs where there is none. */
export function openDryRun({ sources: config }: SourcesConfig = sourcesConfig.parse({})): AskToday {
  const sources = SourceConfig.createRegistry(config)
  const transport = SourceConfig.createTransport(config)
  return (rule, now) => dryRun(rule, { sources, transport, now })
}
