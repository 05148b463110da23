import { expect } from 'chai'
import { resultParsers, sessionSettings } from '../../../services/store/resultParsers.ts'

describe('values from the database', () => {
  const cases: [name: string, oid: number, text: string, value: unknown][] = [
    ['bool', 16, 't', true],
    ['bool', 16, 'f', false],
    ['bytea', 17, '\\x00ff', Uint8Array.of(0, 255)],
    ['bytea without bytes', 17, '\\x', new Uint8Array()],
    ['int8', 20, '9223372036854775807', 9_223_372_036_854_775_807n],
    ['int4', 23, '-5', -5],
    ['float8', 701, '0.1', 0.1],
    ['float8', 701, 'NaN', Number.NaN],
    ['text', 25, 't', 't'],
    ['numeric', 1700, '1.10', '1.10'],
    ['jsonb', 3802, '{"a":[1]}', { a: [1] }],
    ['timestamptz', 1184, '2026-02-20 23:59:00.5+00', new Date('2026-02-20T23:59:00.500Z')],
    ['int8[]', 1016, '{1,NULL}', [1n, null]],
    ['text[]', 1009, '{a,"b,c"}', ['a', 'b,c']],
    ['bytea[]', 1001, '{"\\\\x01"}', [Uint8Array.of(1)]],
  ]
  for (const [name, oid, text, value] of cases)
    it(`${name}: ${text}`, () => {
      expect(resultParsers[oid]!(text)).to.deep.equal(value)
    })

  it('bytes are a copy of their own, and not a Buffer', () => {
    const bytes = resultParsers[17]!('\\x0102') as Uint8Array
    expect(Buffer.isBuffer(bytes)).to.equal(false)
    expect(bytes.buffer.byteLength).to.equal(2)
  })

  it('types that are not in the table have no parser, and read as text', () => {
    expect(resultParsers[600]).to.equal(undefined)
  })

  it('sessions are set so that times are UTC and bytes are hex', () => {
    expect(sessionSettings('agent')).to.contain('search_path to agent').and.contain("time zone 'UTC'")
    expect(sessionSettings('agent')).to.contain("bytea_output to 'hex'")
  })
})
