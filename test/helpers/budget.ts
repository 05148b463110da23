/**
 * How long a random search goes on: a little on every `npm test`, long where `CRESOLVER_BUDGET=full` is set, as in .ci/run.
 *
 * @example fc.assert(property, { numRuns: budget(100, 2_000) })
 */
export const budget = (usual: number, full: number): number =>
  process.env.CRESOLVER_BUDGET === 'full' ? full : usual
