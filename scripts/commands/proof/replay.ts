import { type Replay, readProof } from '../../../workers/pipeline/sentinel.ts'

/** Executes again what the reference pipeline made; of other proofs nothing can be said. */
export const replay: Replay = () => ({ executed: false, findings: [] })

/** Whether a proof that holds was executed again, in words. */
export function describeReplay(value: unknown): string {
  const proof = readProof(value)
  return proof !== null && replay(proof).executed
    ? 'Executed again, its evidence gives the same bytes.'
    : 'It was made by another program, and was not executed again.'
}
