import { Instant, type Rule } from '../../protocol/index.ts'
import { DryRun, SourceError } from '../../protocol/source/index.ts'
import { type Transport, TransportError } from '../../services/fetch/Transport.ts'
import { fetchEvidence } from './fetchEvidence.ts'
import * as Registry from './Registry.ts'
import { StatusError } from './Source.ts'

export type DryRunOptions = {
  readonly sources: Registry.Registry
  readonly transport: Transport
  /** Unix seconds. */
  readonly now: number
  readonly signal?: AbortSignal
}

/**
 * Asks a rule's source once what it would say today. What goes wrong with the source is part of the answer.
 *
 * @example
 * const run = await dryRun(question.rule, { sources, transport, now })
 * DryRun.sentence(run) // 'The source says 68259.55 (2026-02-21T00:00:04Z): today the answer would be NO.'
 */
export async function dryRun(rule: Rule.Rule, options: DryRunOptions): Promise<DryRun.DryRun> {
  const { sources, transport, now, signal } = options
  const times = DryRun.timesOf(rule, now)
  const { deadline } = times
  try {
    const source = Registry.sourceFor(sources, rule)
    const requirement = Registry.requirementOf({ ...rule, deadline: null }, times)
    const { normalized } = await fetchEvidence(source, requirement, transport, {
      evidenceId: 'dry',
      ...(signal === undefined ? {} : { signal }),
    })
    const sample = normalized && {
      observedAt: Instant.parse(normalized.observed_at),
      value: normalized.value,
    }
    return DryRun.ofSample(rule, deadline, sample)
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    return { kind: isAway(error) ? 'away' : 'refused', deadline, error }
  }
}

/** Answers to what was asked, and not to who asks or when. */
const refusals: readonly number[] = [400, 404, 410, 422]

function isAway(error: SourceError): boolean {
  if (error instanceof StatusError) return !refusals.includes(error.status)
  if (error instanceof TransportError) return error.code !== 'too-large' && error.code !== 'not-text'
  return error.trouble === 'early'
}
