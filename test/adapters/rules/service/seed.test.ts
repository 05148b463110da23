import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Context } from 'mocha'
import { parse } from 'yaml'
import { checkConfig } from '../../../../adapters/rules/service/Config.ts'
import { identity, topic } from '../../../../adapters/rules/service/identity.ts'
import { makeMetrics } from '../../../../adapters/rules/service/makeMetrics.ts'
import { limits, schema } from '../../../../adapters/rules/service/Parameters.ts'
import { explainMechanism, reasons } from '../../../../adapters/rules/service/Reason.ts'
import { paths } from '../../../../adapters/rules/service/Requests.ts'
import { skipFor } from '../../../helpers/skip.ts'
import type { GammaMarket } from './fakeGamma.ts'
import { describeWorlds } from './world.ts'

/** The specification as it was written, which lies beside the project and not in it. */
function specification(context: Context) {
  const file = join(process.env.CRESOLVER_SEEDS ?? '', '004-resolution-rule-parser.json')
  if (process.env.CRESOLVER_SEEDS === undefined || !existsSync(file))
    skipFor(context, 'CRESOLVER_SEEDS names no folder that holds the specification')
  return JSON.parse(readFileSync(file, 'utf8'))
}

describe('the specification of the ResolutionRuleParser, word for word', () => {
  it('S4-1, S4-55 … S4-58: is what the service says of itself', function () {
    const spec = specification(this)
    const { bot_name, slug, layer, layer_key, bot_class, authority, flagship, is_reference } = spec
    expect(identity).to.deep.include({
      bot_name,
      slug,
      layer,
      layer_key,
      bot_class,
      authority,
      flagship,
      is_reference,
    })
    const { reporting_groups, network, api_surface, public_export } = spec
    expect(identity).to.deep.include({ reporting_groups, network, api_surface, public_export })
    expect(identity.bot_id).to.equal(spec.default_config.bot_id)
    expect(identity.default_mode).to.equal(spec.identity.default_mode)
    expect(identity.user_visible).to.equal(spec.identity.user_visible)
    expect(spec.version).to.deep.include(identity.version)
    expect(spec.polymarket_v2_compat).to.deep.include(identity.polymarket_v2_compat)
    expect(spec.reporting).to.deep.include(identity.reporting)
    expect(spec.reporting.topics).to.deep.equal([topic])
    const { signs_orders, private_key_access } = spec.security_surfaces
    expect(identity.security).to.deep.equal({ signs_orders, private_key_access })
    for (const relation of ['depends_on', 'emits_to'] as const)
      expect(identity[relation]).to.deep.equal(
        spec.dependencies[relation].map(({ bot_id }: { bot_id: string }) => bot_id),
      )
    expect(identity.sibling).to.deep.equal(spec.dependencies.sibling)
  })

  it('S4-15 … S4-25, S4-80 … S4-83: has its parameters and its limits', function () {
    const spec = specification(this)
    const defaults = schema.parse({})
    for (const { name, default: usual, warning, hard } of spec.parameters) {
      expect(limits[name as keyof typeof limits], name).to.include({ default: usual, warning, hard })
      expect(spec.default_config.locked[name]).to.deep.equal({ max: hard })
      expect(defaults).to.include({ [name]: spec.default_config.defaults[name] })
    }
    for (const raw of spec.raw_params) expect(Object.keys(defaults)).to.include(raw.split(' ')[0])
    const { limits: own } = checkConfig({}, { file: 'rules.yaml' })
    const { max_in_flight, timeout_ms, backpressure } = spec.concurrency
    expect(own).to.include({ inFlight: max_in_flight, timeoutMs: timeout_ms })
    expect(backpressure).to.include(`queue max ${own.queue} `)
    const beyond = { limits: { inFlight: max_in_flight + 1, timeoutMs: timeout_ms + 1 } }
    expect(() => checkConfig(beyond, { file: 'rules.yaml' })).to.throw('limits.inFlight')
  })

  it('S4-38, S4-39, S4-68 … S4-71: has its reason codes and its words for users', function () {
    const spec = specification(this)
    for (const { code, severity, user_message } of spec.reason_codes)
      expect(reasons[code as keyof typeof reasons], code).to.include({ severity, user_message })
    const [change, mechanism] = spec.user_explanations
    expect(reasons.RESOLUTIONRULEPARSER_RULE_CHANGE.user_message).to.equal(change.message)
    expect(explainMechanism('UMA Optimistic Oracle', 750, 7_200)).to.equal(mechanism.message)
  })

  it('S4-72 … S4-76, S4-90, S4-91: has its metrics, alerts, runbook and doors', async function () {
    const spec = specification(this)
    const { registry } = makeMetrics()
    for (const { name, type, labels } of spec.metrics.emitted) {
      const metric = registry.getSingleMetric(name) as unknown as { labelNames: string[] }
      expect(metric?.labelNames, name).to.deep.equal(labels)
      const known = (await registry.getMetricsAsJSON()).find((one) => one.name === name)
      expect(String(known?.type)).to.equal(type)
    }
    const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8')
    const { groups } = parse(read('adapters/rules/service/dashboards/alerts.yaml'))
    const runbook = read('docs/rules.md')
    for (const { name, severity, runbook: anchor } of spec.metrics.alerts) {
      const alert = groups[0].rules.find((one: { alert: string }) => one.alert === name)
      expect(alert?.labels, name).to.deep.equal({ severity })
      expect(alert.annotations.runbook).to.equal(`docs/rules.md${anchor}`)
      expect(runbook).to.include(`<a id="${anchor.slice(1)}"></a>\n### ${name}`)
    }
    for (const { command, effect } of spec.runbook.manual_overrides) {
      expect(runbook).to.include(command)
      expect(effect).to.include(`POST ${paths.reparse} `)
    }
    expect(spec.runbook.healthcheck).to.include(`Endpoint: ${paths.health} `)
  })

  it('S4-44 … S4-50: each of its acceptance tests is a test here, by its name', function () {
    const { acceptance_tests: tests } = specification(this)
    const folder = new URL('.', import.meta.url)
    const files = readdirSync(folder, { encoding: 'utf8', recursive: true }).filter((name) =>
      name.endsWith('.ts'),
    )
    const sources = files.map((name) => readFileSync(new URL(name, folder), 'utf8'))
    const titles = sources.flatMap((text) =>
      [...text.matchAll(/\bit\(\s*['`]([^'`]+)['`]/g)].map(([, title]) => title!),
    )
    // "ResolutionRuleParser" is the suite of the tests that begin with what it never does.
    const names = [...tests.unit, ...tests.integration, ...tests.property].map(({ test, property }) =>
      (test ?? property).replace(/^ResolutionRuleParser /, ''),
    )
    expect(names).to.have.length(7)
    for (const name of names)
      expect(
        titles.some((title) => title.includes(name)),
        name,
      ).to.equal(true)
  })
})

describeWorlds('the wire examples of the specification', (world) => {
  it('S4-37, S4-66, S4-67: its input gives its output, byte for byte apart from ids, hash and times', async function () {
    const spec = specification(this)
    const { input, output } = spec.wire_examples
    const one = world()
    one.gamma.markets.set(input.payload.condition_id, input.payload as GammaMarket)
    one.clock = input.payload.timestamp_ms
    const service = await one.start()
    await one.settle(service)
    const [row] = await one.store.query<{ body: string }>('select body from reports')
    const report = JSON.parse(row!.body)
    const { trace_id, resolution_rules_hash, emitted_at_ms } = report
    // C107: one of its two examples has change_detected, and so has every report.
    for (const example of [spec.decision_output_example, { ...output.payload, change_detected: false }]) {
      const { emitted_at_ms: _, ...rest } = example
      const wire = JSON.stringify({ ...rest, trace_id, resolution_rules_hash, emitted_at_ms })
      expect(row!.body.slice(0, wire.length - 1)).to.equal(wire.slice(0, -1))
      expect(trace_id).to.have.length(example.trace_id.length)
    }
    const [line] = one.said('ObservationReport')
    const logged = Object.keys(line!).filter((name) => name in spec.developer_log)
    expect(logged).to.deep.equal(Object.keys(spec.developer_log))
    for (const [name, value] of Object.entries(spec.developer_log))
      expect(typeof line![name], name).to.equal(typeof value)
  })
})
