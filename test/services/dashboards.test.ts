import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { parse } from 'yaml'
import { z } from 'zod'
import { makeMetrics as gatewayMetrics } from '../../gateway/makeMetrics.ts'
import { makeMetrics as agentMetrics } from '../../workers/agent/makeMetrics.ts'
import { makeQueue } from '../../workers/sdk/WorkQueue.ts'
import { exported, inspect, metricOf } from '../helpers/promql.ts'

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

const rule = z.strictObject({
  alert: z.string().regex(/^Cresolver[A-Z]\w+$/),
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
  .parse(parse(read('services/dashboards/alerts.yaml')))
  .groups.flatMap((group) => group.rules)

const panel = z.looseObject({
  id: z.int(),
  title: z.string().min(1),
  type: z.enum(['stat', 'timeseries']),
  gridPos: z.strictObject({ x: z.int(), y: z.int(), w: z.int(), h: z.int() }),
  targets: z.array(z.looseObject({ refId: z.string(), expr: z.string(), legendFormat: z.string() })).min(1),
})
const dashboard = z.looseObject({
  title: z.string(),
  uid: z.string(),
  schemaVersion: z.int(),
  templating: z.looseObject({ list: z.array(z.looseObject({ name: z.string() })) }),
  panels: z.array(panel),
})
const names = ['worker', 'gateway', 'don'] as const
const dashboards = names.map((name) => dashboard.parse(JSON.parse(read(`services/dashboards/${name}.json`))))

const expressions = [
  ...alerts.map((one) => one.expr),
  ...dashboards.flatMap(({ panels }) => panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))),
]

/** Prometheus itself adds these to what it scrapes. */
const ofScrapes = ['job', 'instance']

async function known(): Promise<Map<string, readonly string[]>> {
  const queue = makeQueue({ running: 1, waiting: 1 })
  return new Map([
    ...(await exported(agentMetrics(queue).registry)),
    ...(await exported(gatewayMetrics().registry)),
  ])
}

describe('alerts and dashboards of worker, gateway and DON', () => {
  it('every expression is PromQL', () => {
    expect(expressions.length).to.be.greaterThan(40)
    for (const expression of expressions) expect(inspect(expression).faults, expression).to.deep.equal([])
  })

  it('every metric and label that they name is exported, and every metric is shown', async () => {
    const all = await known()
    const shown = new Set<string>()
    for (const expression of expressions) {
      const { names: used, labels } = inspect(expression)
      expect(used, expression).to.not.deep.equal([])
      for (const name of used) expect([...all.keys()], expression).to.include(name)
      const allowed = [...ofScrapes, ...used.flatMap((name) => [...all.get(name)!])]
      for (const label of labels) expect(allowed, expression).to.include(label)
      for (const name of used) shown.add(metricOf(name))
    }
    expect([...shown].toSorted()).to.deep.equal([...new Set([...all.keys()].map(metricOf))].toSorted())
  })

  it('panels have ids and places of their own, and their data source is a variable', () => {
    expect(new Set(dashboards.map(({ uid }) => uid)).size).to.equal(dashboards.length)
    for (const { title, panels, templating } of dashboards) {
      expect(templating.list.map(({ name }) => name)).to.include('datasource')
      expect(new Set(panels.map(({ id }) => id)).size, title).to.equal(panels.length)
      const taken = new Set<string>()
      for (const { gridPos, title: one } of panels) {
        expect(gridPos.x + gridPos.w, one).to.be.at.most(24)
        for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
          for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
            expect(taken.has(`${x} ${y}`), one).to.equal(false)
            taken.add(`${x} ${y}`)
          }
      }
    }
  })

  it('every alert has a name of its own, and leads to a part of the runbook that is there and names it', () => {
    const runbook = read('docs/operations.md')
    expect(new Set(alerts.map((one) => one.alert)).size).to.equal(alerts.length)
    for (const { alert, annotations } of alerts) {
      const [file, anchor] = annotations.runbook.split('#')
      expect(file).to.equal('docs/operations.md')
      expect(runbook, alert).to.include(`<a id="${anchor}"></a>`)
      expect(runbook, alert).to.include(alert)
    }
  })
})
