import { expect } from 'chai'
import fc from 'fast-check'
import {
  ageOf,
  GammaError,
  idOf as idOfRow,
  readRows,
  toCopy,
} from '../../../../adapters/rules/service/gammaReply.ts'
import type { Received } from '../../../../services/fetch/exchange.ts'
import { idOf, marketOf } from './fakeGamma.ts'

const now = Date.parse('2026-11-02T00:00:00Z')
const received = (body: string | Uint8Array, more: Partial<Received> = {}): Received =>
  ({
    status: 200,
    headers: {},
    body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
    ...more,
  }) as Received
const reply = { ageS: 0, responseMs: 12, now }

describe('a reply of Gamma', () => {
  it('S4-65: is a list, whatever its rows are', () => {
    expect(readRows(received('[]'), now)).to.deep.equal([])
    expect(readRows(received('[null, 1, {"a": 2}]'), now)).to.deep.equal([null, 1, { a: 2 }])
  })

  it('S4-87: another status is an error that says when to ask again', () => {
    const headers = { 'retry-after': '120' }
    const error = catchError(() => readRows(received('[]', { status: 429, headers }), now))
    expect(error).to.include({ name: 'Rules.GammaError', result: '429', retryAfterMs: 120_000 })
    expect(error.message).to.include('status 429')
    const plain = catchError(() => readRows(received('', { status: 503 }), now))
    expect(plain).to.include({ result: '503', retryAfterMs: 0 })
  })

  it('S4-87: what is not JSON, not UTF-8 or not a list is garbage', () => {
    for (const body of [
      '',
      '<html>',
      '{"data":[]}',
      'null',
      '[1',
      new Uint8Array([0x5b, 0x22, 0xff, 0x22, 0x5d]),
    ])
      expect(
        catchError(() => readRows(received(body), now)),
        String(body),
      ).to.include({ result: 'garbage' })
  })

  it('says its age in seconds, where a cache says so', () => {
    const age = (value: string | undefined) =>
      ageOf(received('', { headers: value === undefined ? {} : { age: value } }))
    expect([undefined, '0', '61', '-1', '1.5', 'x', '9999999999'].map(age)).to.deep.equal([
      0, 0, 61, 0, 0, 0, 0,
    ])
  })
})

describe('a row of Gamma', () => {
  it('has the id of either shape, in lower case', () => {
    expect(idOfRow(marketOf(1))).to.equal(idOf(1))
    expect(idOfRow({ condition_id: idOf(2).toUpperCase().replace('0X', '0x') })).to.equal(idOf(2))
    for (const value of [
      null,
      7,
      [],
      'x',
      {},
      { conditionId: '0x12' },
      { conditionId: 7 },
      { conditionId: `${idOf(1)}0` },
    ])
      expect(idOfRow(value), JSON.stringify(value)).to.equal(null)
  })

  it('is never an error, whatever it holds', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const id = idOfRow(value)
        expect(id === null || /^0x[0-9a-f]{64}$/.test(id)).to.equal(true)
        const copy = toCopy({ ...(value as object), conditionId: idOf(1), timestamp_ms: value }, reply)
        expect(copy.ageS).to.be.at.least(0)
      }),
    )
  })

  it('S4-78: is resolved when it is closed and nobody disputes it', () => {
    const isResolved = (more: object) => toCopy({ ...marketOf(1), ...more }, reply).isResolved
    expect(isResolved({})).to.equal(false)
    expect(isResolved({ closed: true })).to.equal(true)
    expect(isResolved({ closed: true, umaResolutionStatus: 'resolved' })).to.equal(true)
    expect(isResolved({ closed: true, umaResolutionStatus: 'settled' })).to.equal(true)
    expect(isResolved({ closed: true, umaResolutionStatus: 'disputed' })).to.equal(false)
    expect(isResolved({ closed: true, umaResolutionStatus: 'proposed' })).to.equal(false)
    expect(isResolved({ closed: 'true' })).to.equal(false)
    expect(isResolved({ umaResolutionStatus: 'resolved' })).to.equal(false)
  })

  it('S4-42: tells when it was updated, and is as old as it or its cache says', () => {
    const copy = (more: object, ageS = 0) => toCopy({ ...marketOf(1), ...more }, { ...reply, ageS })
    expect(copy({ updatedAt: '2026-11-01T00:00:00.5Z' }).updatedAt).to.equal(Date.UTC(2026, 10, 1) + 500)
    for (const updatedAt of [null, '', 'yesterday', '2026-11-01', '2026-99-01T00:00:00Z', 7])
      expect(copy({ updatedAt }).updatedAt, String(updatedAt)).to.equal(null)
    expect(copy({ timestamp_ms: now - 90_000 }, 30).ageS).to.equal(90)
    expect(copy({ timestamp_ms: now - 90_000 }, 120).ageS).to.equal(120)
    expect(copy({ timestamp_ms: now + 90_000 }).ageS).to.equal(0)
    expect(copy({}).responseMs).to.equal(12)
  })
})

function catchError(work: () => unknown): GammaError {
  try {
    work()
  } catch (error) {
    if (error instanceof GammaError) return error
  }
  throw new Error('It was taken.')
}
