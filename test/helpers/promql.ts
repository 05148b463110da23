import { parser } from '@prometheus-io/lezer-promql'
import type { Registry } from 'prom-client'

/** The metrics and labels that an expression names, and where it is not PromQL. */
export function inspect(expression: string): { names: string[]; labels: string[]; faults: number[] } {
  const [names, labels, faults]: [string[], string[], number[]] = [[], [], []]
  parser.parse(expression).iterate({
    enter(node) {
      const text = expression.slice(node.from, node.to)
      if (node.type.isError) faults.push(node.from)
      if (node.name === 'VectorSelector') names.push(/^[a-zA-Z_:][\w:]*/.exec(text)?.[0] ?? '')
      if (node.name === 'LabelName') labels.push(text)
    },
  })
  return { names, labels, faults }
}

/** What a service exports, as Prometheus sees it, with labels: a histogram is three series. */
export async function exported(registry: Registry): Promise<Map<string, readonly string[]>> {
  const all = await registry.getMetricsAsJSON()
  const found = new Map<string, readonly string[]>()
  for (const { name, type } of all) {
    const { labelNames } = registry.getSingleMetric(name) as unknown as { labelNames: string[] }
    if (String(type) !== 'histogram') found.set(name, labelNames)
    else for (const end of ['_bucket', '_sum', '_count']) found.set(`${name}${end}`, [...labelNames, 'le'])
  }
  return found
}

/** The metric that a series belongs to. */
export const metricOf = (series: string): string => series.replace(/_(bucket|sum|count)$/, '')
