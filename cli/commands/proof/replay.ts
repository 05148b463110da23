import { type Replay, readProof, replayWith } from '../../../workers/sentinel/index.ts'
import { SourceConfig } from '../../../workers/source/index.ts'

/** Executes again what the reference pipeline made from the sources as they are configured by default. */
export const replay: Replay = replayWith(SourceConfig.createRegistry(SourceConfig.schema.parse({})))

/** Whether a proof that holds was executed again, in words. */
export function describeReplay(value: unknown): string {
  const proof = readProof(value)
  return proof !== null && replay(proof).executed
    ? 'Executed again, its evidence gives the same bytes.'
    : 'It was made by another program, or from a source that is not known here, and was not executed again.'
}
