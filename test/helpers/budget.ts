/**
 * How much a test does: a little on every `npm test`, a lot where `CRESOLVER_BUDGET=full` is set, as in .ci/run.
 */
const isFull = process.env.CRESOLVER_BUDGET === 'full'

/**
 * How long a random search goes on.
 *
 * @example fc.assert(property, { numRuns: budget(100, 2_000) })
 */
export const budget = (usual: number, full: number): number => (isFull ? full : usual)

/**
 * Cases that differ in one detail and cost seconds each: the first few, or all.
 *
 * @example for (const [name, fault] of casesOf(Object.entries(faults), 2)) it(`bears ${name}`, …)
 */
export const casesOf = <value>(all: readonly value[], usual: number): readonly value[] =>
  isFull ? all : all.slice(0, usual)

/** A test that shows again, at the cost of seconds, what cheaper ones show on every `npm test`. */
export const itInFull: Mocha.PendingTestFunction | Mocha.TestFunction = isFull ? it : it.skip

/** The same for a description whole, with what it opens before its first test. */
export const describeInFull: Mocha.PendingSuiteFunction | Mocha.SuiteFunction = isFull
  ? describe
  : describe.skip
