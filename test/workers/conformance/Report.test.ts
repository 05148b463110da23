import { expect } from 'chai'
import type { Status } from '../../../workers/conformance/index.ts'
import * as Report from '../../../workers/conformance/Report.ts'

const result = (status: Status): Report.Result => ({
  ...{ id: 'a', title: 'A', requirement: 'S1-3', severity: 'must' as const },
  ...{ status, seen: 'So it was.', todo: null },
})
const of = (strict: boolean, ...statuses: Status[]) =>
  Report.of('http://a.example/', { profile: 'seed', strict }, statuses.map(result), [])

describe('the report of a check', () => {
  it('is well where nothing failed and, when strict, nothing warned', () => {
    expect(of(false, 'pass', 'warn', 'skip').ok).to.equal(true)
    expect(of(true, 'pass', 'skip').ok).to.equal(true)
    expect(of(true, 'pass', 'warn').ok).to.equal(false)
    expect(of(false, 'pass', 'fail').ok).to.equal(false)
  })

  it('C143: counts, and says what the worker was held to', () => {
    const report = of(false, 'pass', 'pass', 'fail', 'skip')
    expect(report.counts).to.deep.equal({ pass: 2, warn: 0, fail: 1, skip: 1 })
    expect(report).to.include({ schema_version: 'v1', profile: 'seed', strict: false })
  })
})
