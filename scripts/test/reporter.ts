import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import Mocha from 'mocha'

/** Mocha's dots, and the seconds of every file in the file that the option `costs` names. */
class Reporter extends Mocha.reporters.Dot {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options)
    const into: string | undefined = options.reporterOptions?.costs
    if (into === undefined) return
    const costs: Record<string, number> = {}
    let since = performance.now()
    // Whatever happened since the last event, hooks included, belongs to the file whose event this is.
    const charge = (file: string | undefined) => {
      const now = performance.now()
      const name = relative(process.cwd(), file ?? '')
      costs[name] = (costs[name] ?? 0) + (now - since) / 1_000
      since = now
    }
    runner.on('test end', (test) => charge(test.file))
    runner.on('hook end', (hook) => charge(hook.file ?? hook.parent?.file))
    runner.on('suite end', (suite) => charge(suite.file))
    runner.once('end', () => writeFileSync(into, JSON.stringify(costs)))
  }
}

// Mocha takes a reporter with `require`.
export { Reporter as 'module.exports' }
