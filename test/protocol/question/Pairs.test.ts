import { expect } from 'chai'
import fc from 'fast-check'
import { Aap, type Issue } from '../../../protocol/index.ts'
import * as Pairs from '../../../protocol/question/Pairs.ts'

type Field = 'source' | 'op'
const known = (text: string): Field | null => (text === 'source' || text === 'op' ? text : null)

/** Reads lines as the keys of a rule that knows `source` and `op`. */
function read(...lines: string[]) {
  const issues: Issue.Issue[] = []
  const into: Record<Field, string | null> = { source: null, op: null }
  const pairs = lines.map((text, i) => Aap.pair({ text, line: i + 1, column: 1 }))
  const extra = Pairs.read(into, known, pairs, issues)
  return { ...into, extra, issues: issues.map(({ code, line }) => `${code} ${line}`) }
}

describe('Pairs', () => {
  it('fills known fields, and keeps others in their order with a warning', () => {
    expect(read('note:see: below', 'op : gte', 'source:a:b', 'a:1')).to.deep.equal({
      source: 'a:b',
      op: 'gte',
      extra: { note: 'see: below', a: '1' },
      issues: ['UNKNOWN_KEY 1', 'UNKNOWN_KEY 4'],
    })
  })

  it('C45: of two pairs with one key the first is kept, so that a line at the end cannot swap the source', () => {
    expect(read('source:manual', 'source:coingecko:bitcoin')).to.deep.include({
      source: 'manual',
      issues: ['DUPLICATE_KEY 2'],
    })
    expect(read('x:1', 'x:2')).to.deep.include({
      extra: { x: '1' },
      issues: ['UNKNOWN_KEY 1', 'DUPLICATE_KEY 2'],
    })
  })

  it('C45: an empty value takes its key, too', () => {
    expect(read('source:', 'source:manual')).to.deep.include({
      source: null,
      issues: ['EMPTY_VALUE 1', 'DUPLICATE_KEY 2'],
    })
    expect(read('x:', 'x:1')).to.deep.include({ extra: {}, issues: ['EMPTY_VALUE 1', 'DUPLICATE_KEY 2'] })
  })

  it('names a line that is no pair, a key that is none, and a value that is empty', () => {
    expect(read('whatever').issues).to.deep.equal(['NOT_A_PAIR 1'])
    expect(read('__proto__:x')).to.deep.include({ extra: {}, issues: ['INVALID_KEY 1'] })
    expect(read('op:').issues).to.deep.equal(['EMPTY_VALUE 1'])
    expect(read('x:').issues).to.deep.equal(['EMPTY_VALUE 1'])
    expect(read(':x').issues).to.deep.equal(['INVALID_KEY 1'])
  })

  it('takes capitals for the key that was meant, and says so', () => {
    expect(read('Source:manual')).to.deep.include({ source: 'manual', issues: ['INVALID_KEY 1'] })
    expect(read('source:a', 'SOURCE:b')).to.deep.include({
      source: 'a',
      issues: ['INVALID_KEY 2', 'DUPLICATE_KEY 2'],
    })
    expect(read('Note:x').extra).to.deep.equal({ note: 'x' })
  })

  it('names that an object inherits are keys like any other', () => {
    const { extra } = read('constructor:x', 'valueof:y', 'constructor:z')
    expect(Object.entries(extra)).to.deep.equal([
      ['constructor', 'x'],
      ['valueof', 'y'],
    ])
  })

  it('property: no key can change an object or sort to its front', () => {
    fc.assert(
      fc.property(fc.string(), (key) => {
        if (!Pairs.isKey(key)) return
        const object = { z: 0, [key]: 1 }
        expect(Object.getPrototypeOf(object)).to.equal(Object.prototype)
        if (key !== 'z') expect(Object.keys(object)).to.deep.equal(['z', key])
      }),
    )
    for (const key of ['__proto__', '0', '1a', '', 'A', 'a b', 'ä', 'a\n'])
      expect(Pairs.isKey(key), key).to.equal(false)
    for (const key of ['a', 'a0', 'a-b_c']) expect(Pairs.isKey(key), key).to.equal(true)
  })

  it('gives those without unknown keys one object that cannot be changed', () => {
    expect(read('op:gte').extra).to.equal(Pairs.none)
    expect(Object.isFrozen(Pairs.none)).to.equal(true)
  })

  it('finds the first place of a key, in any case', () => {
    const pairs = ['a:1', 'OP:x', 'op:y'].map((text, i) => Aap.pair({ text, line: i + 1, column: 1 }))
    expect(Pairs.find(pairs, 'op')).to.include({ line: 2, value: 'x' })
    expect(Pairs.find(pairs, 'target')).to.equal(undefined)
  })
})
