import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { parse } from 'yaml'
import { z } from 'zod'
import { makeMetrics } from '../../../../adapters/rules/service/makeMetrics.ts'
import { exported, inspect, metricOf } from '../../../helpers/promql.ts'

const folder = new URL('../../../../adapters/rules/service/dashboards/', import.meta.url)
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8')

const rule = z.strictObject({
  alert: z.string().regex(/^ResolutionRuleParser[A-Z]\w+$/),
  expr: z.string(),
  for: z
    .string()
    .regex(/^\d+[smh]$/)
    .optional(),
  labels: z.strictObject({ severity: z.enum(['warn', 'page']) }),
  annotations: z.strictObject({ summary: z.string(), runbook: z.string() }),
})
const alerts = z
  .strictObject({ groups: z.array(z.strictObject({ name: z.string(), rules: z.array(rule) })) })
  .parse(parse(read('alerts.yaml')))
  .groups.flatMap((group) => group.rules)

const dashboard = z
  .looseObject({
    title: z.string(),
    schemaVersion: z.int(),
    templating: z.looseObject({ list: z.array(z.looseObject({ name: z.string(), type: z.string() })) }),
    panels: z.array(
      z.looseObject({
        id: z.int(),
        title: z.string().min(1),
        type: z.enum(['stat', 'timeseries', 'table']),
        gridPos: z.strictObject({ x: z.int(), y: z.int(), w: z.int(), h: z.int() }),
        targets: z
          .array(z.looseObject({ refId: z.string(), expr: z.string(), legendFormat: z.string() }))
          .min(1),
      }),
    ),
  })
  .parse(JSON.parse(read('grafana.json')))

const expressions = [
  ...alerts.map((one) => one.expr),
  ...dashboard.panels.flatMap((panel) => panel.targets.map((target) => target.expr)),
]

describe('alerts and dashboard of the ResolutionRuleParser', () => {
  it('S4-75, S4-76, C114: both alerts of the specification are there, as increases and not as rates per second', () => {
    const byName = new Map(alerts.map((one) => [one.alert, one]))
    const prefix = 'polytraders_intel_resolutionruleparser_'
    expect(byName.get('ResolutionRuleParserMissingRulesHigh')).to.deep.include({
      expr: `sum(increase(${prefix}missing_rules_total[30m])) > 5`,
      labels: { severity: 'warn' },
    })
    expect(byName.get('ResolutionRuleParserSourceChange')).to.deep.include({
      expr: `sum(increase(${prefix}source_changes_total[10m])) > 0`,
      labels: { severity: 'warn' },
    })
    // S4-69: on-call is told of stale data after five minutes.
    expect(byName.get('ResolutionRuleParserStaleData')).to.include({ for: '5m' })
  })

  it('S4-77: every expression is PromQL', () => {
    expect(expressions.length).to.be.greaterThan(30)
    for (const expression of expressions) expect(inspect(expression).faults, expression).to.deep.equal([])
    for (const wrong of ['sum(', 'rate(x[5)', 'a b', 'max(x{state=})'])
      expect(inspect(wrong).faults, wrong).to.not.deep.equal([])
  })

  it('every metric and label that they name is exported, and every metric of the service is shown', async () => {
    const known = await exported(makeMetrics().registry)
    const own = new Set<string>()
    for (const expression of expressions) {
      const { names, labels } = inspect(expression)
      expect(names, expression).to.not.deep.equal([])
      for (const name of names) expect([...known.keys()], expression).to.include(name)
      const allowed = names.flatMap((name) => [...known.get(name)!])
      for (const label of labels) expect(allowed, expression).to.include(label)
      for (const name of names) own.add(metricOf(name))
    }
    const all = new Set([...known.keys()].map(metricOf))
    expect([...own].toSorted()).to.deep.equal([...all].toSorted())
  })

  it('S4-72 … S4-74: the three metrics of the specification have its names and labels', async () => {
    const known = await exported(makeMetrics().registry)
    const prefix = 'polytraders_intel_resolutionruleparser_'
    expect(known.get(`${prefix}observations_emitted_total`)).to.deep.equal(['resolution_source'])
    expect(known.get(`${prefix}missing_rules_total`)).to.deep.equal([])
    expect(known.get(`${prefix}source_changes_total`)).to.deep.equal([])
  })

  it('panels have ids and places of their own, and their data source is a variable', () => {
    expect(dashboard.title).to.equal('Intelligence / ResolutionRuleParser')
    expect(dashboard.templating.list).to.deep.include.members([
      { name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Data source' },
    ])
    expect(new Set(dashboard.panels.map((panel) => panel.id)).size).to.equal(dashboard.panels.length)
    const taken = new Set<string>()
    for (const { gridPos, title } of dashboard.panels) {
      expect(gridPos.x + gridPos.w, title).to.be.at.most(24)
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
          expect(taken.has(`${x} ${y}`), title).to.equal(false)
          taken.add(`${x} ${y}`)
        }
    }
  })

  it('S4-90: every alert leads to a part of the runbook that is there', () => {
    const runbook = readFileSync(new URL('../../../../docs/rules.md', import.meta.url), 'utf8')
    for (const { alert, annotations } of alerts) {
      const [file, anchor] = annotations.runbook.split('#')
      expect(file).to.equal('docs/rules.md')
      expect(runbook, alert).to.include(`<a id="${anchor}"></a>`)
      expect(runbook, alert).to.include(alert)
    }
  })
})
