import { splitMetric } from './pickSample.ts'
import { NotYetError, type Requirement, type Sample, type Source } from './Source.ts'

/** From when on a reply is final: at once for a sample, after the window for an extreme or for silence. */
export function usualFinality(sample: Sample | null, requirement: Requirement): number {
  const { choice } = splitMetric(requirement.metric)
  return sample === null || choice !== 'first' ? requirement.window.to + 1 : sample.observedAt
}

/** Refuses what was fetched too early to be final. */
export function checkFinality(
  source: Source,
  sample: Sample | null,
  requirement: Requirement,
  retrievedAt: number,
): void {
  const finalFrom = (source.finalFrom ?? usualFinality)(sample, requirement)
  if (retrievedAt < finalFrom) throw new NotYetError(source.provider, finalFrom)
}
