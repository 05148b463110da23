import { expect } from 'chai'
import { makeMetrics } from '../../../../adapters/rules/service/makeMetrics.ts'

const prefix = 'polytraders_intel_resolutionruleparser_'
const namesOf = async ({ registry }: ReturnType<typeof makeMetrics>) =>
  (await registry.getMetricsAsJSON()).map(({ name }) => name)

describe('the metrics of the ResolutionRuleParser', () => {
  it('S4-72 … S4-74: are there from the start, with a zero where nothing was counted', async () => {
    const text = await makeMetrics().registry.metrics()
    for (const name of [
      'missing_rules_total',
      'source_changes_total',
      'confidence_drops_total',
      'killswitch_active',
    ])
      expect(text).to.include(`\n${prefix}${name} 0\n`)
    // One with labels has a line for each label that was counted.
    expect(text).to.include(`# TYPE ${prefix}observations_emitted_total counter`)
  })

  it('have the prefix of the bot, unless they are those that every service has', async () => {
    const shared = /^cresolver_(http_|ready$)/
    const own = (await namesOf(makeMetrics())).filter((name) => !shared.test(name))
    expect(own.length).to.be.greaterThan(25)
    for (const name of own) expect(name.startsWith(prefix), name).to.equal(true)
  })

  it('two services of one process count apart', async () => {
    const [one, other] = [makeMetrics(), makeMetrics()]
    one.missingRules.inc()
    expect((await one.missingRules.get()).values[0]!.value).to.equal(1)
    expect((await other.missingRules.get()).values[0]!.value).to.equal(0)
  })

  it('S4-86: a label that was not agreed is refused', () => {
    const { polls } = makeMetrics()
    expect(() => polls.inc({ market: 'x' } as never)).to.throw('market')
  })

  it('S4-94: the time of a request to Gamma has a bucket at 500 ms', async () => {
    const metrics = makeMetrics()
    metrics.gammaSeconds.observe(0.4)
    const text = await metrics.registry.metrics()
    expect(text).to.match(new RegExp(`${prefix}gamma_request_seconds_bucket\\{le="0.25"[^}]*\\} 0`))
    expect(text).to.match(new RegExp(`${prefix}gamma_request_seconds_bucket\\{le="0.5"[^}]*\\} 1`))
  })
})
