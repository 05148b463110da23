import { readFileSync } from 'node:fs'
import { parser } from '@prometheus-io/lezer-promql'
import { expect } from 'chai'
import { parse } from 'yaml'
import { z } from 'zod'
import { makeMetrics } from '../../keeper/makeMetrics.ts'

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

const alerts = z
  .strictObject({
    groups: z.array(
      z.strictObject({
        name: z.string(),
        rules: z.array(
          z.strictObject({
            alert: z.string().regex(/^Keeper[A-Z]\w+$/),
            expr: z.string(),
            for: z
              .string()
              .regex(/^\d+[smh]$/)
              .optional(),
            labels: z.strictObject({ severity: z.enum(['warn', 'page']) }),
            annotations: z.strictObject({ summary: z.string(), runbook: z.string() }),
          }),
        ),
      }),
    ),
  })
  .parse(parse(read('keeper/dashboards/alerts.yaml')))
  .groups.flatMap((group) => group.rules)

const dashboard = z
  .looseObject({
    panels: z.array(
      z.looseObject({
        id: z.int(),
        title: z.string().min(1),
        gridPos: z.strictObject({ x: z.int(), y: z.int(), w: z.int(), h: z.int() }),
        targets: z.array(z.looseObject({ expr: z.string(), legendFormat: z.string() })).min(1),
      }),
    ),
  })
  .parse(JSON.parse(read('keeper/dashboards/grafana.json')))

const expressions = [
  ...alerts.map((one) => one.expr),
  ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
]

function inspect(expression: string): { names: string[]; faults: number } {
  const names: string[] = []
  let faults = 0
  parser.parse(expression).iterate({
    enter(node) {
      if (node.type.isError) faults++
      if (node.name === 'VectorSelector')
        names.push(/^[a-zA-Z_:][\w:]*/.exec(expression.slice(node.from, node.to))?.[0] ?? '')
    },
  })
  return { names, faults }
}

const bare = (name: string): string => name.replace(/_(bucket|sum|count)$/, '')

describe('alerts and dashboard of the keeper', () => {
  it('every expression is PromQL over metrics that it exports, and every one of its own is shown', async () => {
    const exported = (await makeMetrics().registry.getMetricsAsJSON()).map(({ name }) => name)
    const named = new Set<string>()
    for (const expression of expressions) {
      const { names, faults } = inspect(expression)
      expect(faults, expression).to.equal(0)
      expect(names, expression).to.not.deep.equal([])
      for (const name of names) named.add(bare(name))
    }
    // What every service has is on the dashboards of services/dashboards.
    const shared = /^cresolver_(ready|rpc_)/
    const own = exported.filter((name) => !shared.test(name))
    expect([...named].toSorted()).to.deep.equal(own.toSorted())
  })

  it('every alert leads to a part of docs/running.md that names it', () => {
    const page = read('docs/running.md')
    for (const { alert, annotations } of alerts) {
      const [file, anchor] = annotations.runbook.split('#')
      expect(file).to.equal('docs/running.md')
      expect(page, alert).to.include(`<a id="${anchor}"></a>`).and.to.include(alert)
    }
  })

  it('panels have ids and places of their own', () => {
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).to.equal(dashboard.panels.length)
    const taken = new Set<string>()
    for (const { gridPos, title } of dashboard.panels)
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
          expect(x, title).to.be.below(24)
          expect(taken.has(`${x} ${y}`), title).to.equal(false)
          taken.add(`${x} ${y}`)
        }
  })
})
