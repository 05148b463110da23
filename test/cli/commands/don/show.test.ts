import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { jsonOf, textOf } from '../../../../cli/commands/don/show.ts'
import type { ExecutionReport } from '../../../../don/don.ts'
import { readLimits } from '../../../../don/limits.ts'
import { allowanceOf, type Usage } from '../../../../don/quota.ts'
import type { ServedExecution } from '../../../../don/service.ts'

const limits = readLimits(
  JSON.parse(readFileSync(new URL('../../../../workflow/limits.json', import.meta.url), 'utf8')),
)
const unused = Object.fromEntries(Object.keys(allowanceOf(limits)).map((key) => [key, 0])) as Usage

const node = (index: number, changes: object = {}) =>
  ({ node: index, error: null, cpuMs: 10.4, memoryBytes: 1_000, ...changes }) as never

const executionOf = (changes: Partial<ExecutionReport> = {}): ServedExecution => ({
  handler: 1,
  trigger: 'http',
  event: 'request-7',
  report: {
    executionId: 'ab',
    ms: 12.6,
    value: 'done',
    error: null,
    nodes: [node(0), node(1, { cpuMs: 20.6, memoryBytes: 3_000 }), node(2)],
    usage: { ...unused, http: 2, reportBytes: 800 },
    trace: [
      {
        ...{ node: 2, capability: 'http-actions@1', method: 'SendRequest' },
        ...{ requestBytes: 10, responseBytes: 0, ms: 4.4, error: 'refused' },
      },
    ],
    logs: [
      { node: 0, text: 'hello' },
      { node: 1, text: 'hello' },
      { node: 2, text: 'hello' },
      { node: 2, text: 'alone' },
      { node: 2, text: 'alone' },
    ],
    ...changes,
  },
})

describe('an execution of a DON', () => {
  it('for eyes: what woke it, what came of it, what nodes said alike said once', () => {
    const lines = textOf(executionOf(), limits, false).split('\n')
    expect(lines.slice(0, 4)).to.deep.equal([
      'http request-7 woke handler 1: 3 nodes, 13 ms',
      '  value done',
      '  all nodes: hello',
      '  node 2: alone',
    ])
  })

  it('the table has what was used, beside what is allowed, and the most of any node', () => {
    const text = textOf(executionOf(), limits, false)
    expect(text).to.match(new RegExp(`HTTP calls +2 +${allowanceOf(limits).http}\n`))
    expect(text)
      .to.match(/report bytes +800 +\d+\n/)
      .and.not.include('chain reads')
    expect(text).to.match(new RegExp(`guest memory bytes +3000 +${limits.WASMMemoryLimit}\n`))
    expect(text).to.match(/guest CPU ms +21 +-\n/)
  })

  it('an error stands instead of a value, and a value that is not text is JSON', () => {
    expect(textOf(executionOf({ error: 'no quorum\nof nodes' }), limits, false)).to.include(
      '\n  error no quorum\n  of nodes\n',
    )
    expect(textOf(executionOf({ value: { a: 1 } }), limits, false)).to.include('\n  value {"a":1}\n')
  })

  it('calls are shown only where they are asked for', () => {
    expect(textOf(executionOf(), limits, false)).not.to.include('SendRequest')
    expect(textOf(executionOf(), limits, true)).to.match(
      / {2}2 +http-actions@1 SendRequest +10 B +0 B +4 +refused\n/,
    )
  })

  it('for programs: the same, with whole milliseconds', () => {
    const execution = executionOf()
    expect(jsonOf(execution, limits, false)).to.deep.equal({
      type: 'execution',
      ...{ trigger: 'http', event: 'request-7', handler: 1, execution_id: 'ab', ms: 13 },
      ...{ value: 'done', error: null, usage: execution.report.usage, limits: allowanceOf(limits) },
      nodes: [
        { node: 0, error: null, cpu_ms: 10, memory_bytes: 1_000 },
        { node: 1, error: null, cpu_ms: 21, memory_bytes: 3_000 },
        { node: 2, error: null, cpu_ms: 10, memory_bytes: 1_000 },
      ],
      logs: execution.report.logs,
    })
    expect(jsonOf(execution, limits, true)).to.have.deep.property('trace', execution.report.trace)
  })
})
