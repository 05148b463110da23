import { expect } from 'chai'
import { linesOfCode, testOf, unmirrored } from '../../../scripts/check/mirrors.ts'

const long = (first: string) => [first, ...Array.from({ length: 30 }, (_, i) => `const a${i} = 1`)].join('\n')

describe('the mirror of sources in tests', () => {
  it('lists a source file with behaviour and without a test of its name', () => {
    for (const first of [
      'export function f() {}',
      'export async function f() {}',
      'export class A {}',
      'export abstract class A {}',
      'export const f = (a: string) => a',
      'export const f = async <T>(a: T) => a',
      'export const f: Handler = (a) => a',
    ])
      expect(unmirrored([{ path: 'gateway/a.ts', text: long(first) }]), first).to.deep.equal(['gateway/a.ts'])
  })

  it('is content with a test of the same path and name only', () => {
    const source = { path: 'gateway/a.ts', text: long('export class A {}') }
    expect(unmirrored([source, { path: 'test/gateway/a.test.ts', text: '' }])).to.deep.equal([])
    expect(unmirrored([source, { path: 'test/services/a.test.ts', text: '' }])).to.deep.equal([source.path])
    expect(testOf(source.path)).to.equal('test/gateway/a.test.ts')
  })

  it('asks nothing of short files, of types and tables, and of files outside the rooms', () => {
    const quiet = [
      { path: 'gateway/short.ts', text: 'export function f() {}' },
      { path: 'gateway/table.ts', text: long('export const table = { a: 1 }') },
      { path: 'gateway/types.ts', text: long('export type A = (a: string) => string') },
      { path: 'examples/a.ts', text: long('export class A {}') },
      { path: 'test/helpers/a.ts', text: long('export class A {}') },
    ]
    expect(unmirrored(quiet)).to.deep.equal([])
  })

  it('counts neither comments nor empty lines', () => {
    expect(linesOfCode('/** a\n * b\n */\nconst a = 1\n\n  // c\nconst b = 2\n')).to.equal(2)
  })
})
