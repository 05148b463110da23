import type { Attempt, Resolving, Subject } from '../../adapters/moltbook/index.ts'
import { Rule } from '../../protocol/index.ts'
import { crossChecks, Stage, sop } from '../../workers/pipeline/index.ts'
import { SourceConfig } from '../../workers/source/index.ts'
import { openDryRun } from '../source/openDryRun.ts'
import { type SourcesConfig, sourcesConfig } from '../source/sourcesConfig.ts'

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
    dryRun: openDryRun(config),
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
