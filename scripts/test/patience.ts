import Mocha from 'mocha'

/** Large budgets take longer than the time that a file gives its tests, longer still on a busy machine: none is given up on within it. */
const least = 600_000

for (const { prototype } of [Mocha.Suite, Mocha.Runnable]) {
  const { timeout } = prototype as { timeout(ms?: number | string): unknown }
  Object.assign(prototype, {
    timeout(this: unknown, ...words: [ms?: number | string]) {
      const [ms] = words
      return timeout.call(this, ...(typeof ms === 'number' && ms > 0 ? [Math.max(ms, least)] : words))
    },
  })
}
