import { z } from 'zod'
import type { Attempt, Resolving, Subject } from '../../adapters/moltbook/index.ts'
import { Instant, Rule } from '../../protocol/index.ts'
import { crossChecks, panelConfig, Stage, sop } from '../../workers/pipeline/index.ts'
import { fetchEvidence, Registry, SourceConfig } from '../../workers/source/index.ts'

/** Where values come from: the part `sources` of a worker's config, and second providers that must agree. */
export const sourcesConfig = z.strictObject({
  sources: SourceConfig.schema.prefault({ transport: 'live' }),
  /** Null: a rule's own source decides, as it does for a source without a pair. */
  panel: panelConfig.nullable().default(null),
})
export type SourcesConfig = z.output<typeof sourcesConfig>

/** Resolves markets of Moltbook as a worker resolves its own: the same procedure, sources and proofs. */
export function openResolving(config: SourcesConfig = sourcesConfig.parse({})): Resolving {
  const sources = SourceConfig.createRegistry(config.sources)
  const transport = SourceConfig.createTransport(config.sources)
  const context = { collectorId: 'aap-adapter', sources, transport }
  const crossCheckFor = config.panel === null ? () => null : crossChecks(config.panel)
  return {
    resolve(subject, rule) {
      const own = `${rule.source}:${Rule.metricUsed(rule)}`.toLowerCase()
      return attempt(crossCheckFor(own) === null ? context : { ...context, crossCheckFor }, subject)
    },
    async sampleAt(rule, times) {
      const requirement = Registry.requirementOf({ ...rule, deadline: null }, times)
      const source = Registry.sourceFor(sources, rule)
      const { normalized } = await fetchEvidence(source, requirement, transport, { evidenceId: 'dry' })
      if (normalized === null) return null
      return { observedAt: Instant.parse(normalized.observed_at), value: normalized.value }
    },
  }
}

async function attempt(context: Parameters<typeof sop>[0], subject: Subject): Promise<Attempt> {
  try {
    const { proof, failures } = await sop(context, subject)
    return { kind: 'proven', proof, failure: failures[0]?.reason ?? null }
  } catch (error) {
    if (!(error instanceof Stage.SOPExecutionError)) throw error
    const { stage, code, reason, shortMessage } = error
    const isPassing = stage === 'collector' || code === 'TIMEOUT'
    return { kind: 'failed', isPassing, why: reason ?? shortMessage, message: shortMessage }
  }
}
