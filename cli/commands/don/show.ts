import type { ExecutionReport } from '../../../don/don.ts'
import type { TraceEntry } from '../../../don/execution.ts'
import type { EngineLimits } from '../../../don/limits.ts'
import { allowanceOf, type Usage } from '../../../don/quota.ts'
import type { ServedExecution } from '../../../don/service.ts'
import { table } from '../../terminal/table.ts'

const names: Readonly<Record<keyof Usage, string>> = {
  http: 'HTTP calls',
  confidentialHttp: 'confidential HTTP calls',
  reads: 'chain reads',
  writes: 'chain writes',
  consensus: 'consensus calls',
  secrets: 'secrets calls',
  observationBytes: 'observation bytes',
  reportBytes: 'report bytes',
  httpRequestBytes: 'HTTP request bytes',
  httpResponseBytes: 'HTTP response bytes',
  readBytes: 'chain read bytes',
}

/** An execution for people: what came of it, what was used of what is allowed, and on demand every call. */
export function textOf(execution: ServedExecution, limits: EngineLimits, trace: boolean): string {
  const { handler, trigger, event, report } = execution
  const ended =
    report.error === null
      ? `value ${typeof report.value === 'string' ? report.value : JSON.stringify(report.value)}`
      : `error ${report.error}`
  return [
    `${trigger} ${event} woke handler ${handler}: ${report.nodes.length} nodes, ${Math.round(report.ms)} ms`,
    ...indent(ended),
    ...logsOf(report).map((line) => `  ${line}`),
    ...(trace ? indent(traceTable(report.trace)) : []),
    ...indent(quotaTable(report, limits)),
    '',
  ].join('\n')
}

const indent = (text: string): string[] => text.split('\n').map((line) => `  ${line}`.trimEnd())

/** What nodes logged; what several said alike is said once. */
function logsOf({ logs, nodes }: ExecutionReport): string[] {
  const by = new Map<string, number[]>()
  for (const { text, node } of logs) by.set(text, [...(by.get(text) ?? []), node])
  return [...by].map(([text, who]) => {
    const all = new Set(who).size === nodes.length
    return `${all ? 'all nodes' : `node ${[...new Set(who)].join(', ')}`}: ${text}`
  })
}

const traceTable = (trace: readonly TraceEntry[]): string =>
  table(
    ['node', 'call', 'asked', 'told', 'ms', 'error'],
    trace.map((call) => [
      String(call.node),
      `${call.capability} ${call.method}`,
      `${call.requestBytes} B`,
      `${call.responseBytes} B`,
      String(Math.round(call.ms)),
      call.error ?? '',
    ]),
  )

function quotaTable({ usage, nodes }: ExecutionReport, limits: EngineLimits): string {
  const allowed = allowanceOf(limits)
  const keys = (Object.keys(names) as (keyof Usage)[]).filter((key) => usage[key] > 0)
  const most = (of: 'memoryBytes' | 'cpuMs') => Math.round(Math.max(0, ...nodes.map((node) => node[of])))
  return table(
    ['most of any node', 'used', 'allowed'],
    [
      ...keys.map((key) => [names[key], String(usage[key]), String(allowed[key])]),
      ['guest memory bytes', String(most('memoryBytes')), String(limits.WASMMemoryLimit)],
      ['guest CPU ms', String(most('cpuMs')), '-'],
    ],
  )
}

/** The same as one object, for programs. */
export const jsonOf = (execution: ServedExecution, limits: EngineLimits, trace: boolean) => {
  const { handler, trigger, event, report } = execution
  return {
    type: 'execution',
    trigger,
    event,
    handler,
    execution_id: report.executionId,
    ms: Math.round(report.ms),
    value: report.value,
    error: report.error,
    usage: report.usage,
    limits: allowanceOf(limits),
    nodes: report.nodes.map(({ node, error, cpuMs, memoryBytes }) => ({
      node,
      error,
      cpu_ms: Math.round(cpuMs),
      memory_bytes: memoryBytes,
    })),
    logs: report.logs,
    ...(trace ? { trace: report.trace } : {}),
  }
}
