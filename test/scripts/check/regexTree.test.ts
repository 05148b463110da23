import { expect } from 'chai'
import { type Node, readPattern } from '../../../scripts/check/regexTree.ts'

const set = (source: string): Node => ({ kind: 'set', source })
const sequence = (...parts: Node[]): Node => ({ kind: 'sequence', parts })
const repeat = (min: number, max: number, body: Node): Node => ({ kind: 'repeat', min, max, body })
const many = Number.POSITIVE_INFINITY

describe('readPattern', () => {
  it('reads characters, escapes and classes as sets, as they are spelt', () => {
    for (const source of [
      'a',
      '.',
      '\\d',
      '\\p{L}',
      '\\u{1F600}',
      '\\u00e9',
      '\\x41',
      '\\cA',
      '\\]',
      '[^a-z\\]]',
      '😀',
    ])
      expect(readPattern(source), source).to.deep.equal(sequence(set(source)))
  })

  it('reads every form of repetition, lazy ones too', () => {
    const counts = {
      '*': [0, many],
      '+': [1, many],
      '?': [0, 1],
      '{3}': [3, 3],
      '{2,}': [2, many],
      '{2,5}': [2, 5],
    } as const
    for (const [sign, [min, max]] of Object.entries(counts))
      for (const lazy of ['', '?'])
        expect(readPattern(`a${sign}${lazy}b`), sign).to.deep.equal(
          sequence(repeat(min, max, set('a')), set('b')),
        )
  })

  it('reads choices and groups, named or not', () => {
    const choice: Node = { kind: 'choice', options: [sequence(set('a')), sequence(set('b'))] }
    expect(readPattern('a|b')).to.deep.equal(choice)
    for (const group of ['(a|b)', '(?:a|b)', '(?<name>a|b)'])
      expect(readPattern(group), group).to.deep.equal(sequence(choice))
    expect(readPattern('(?:ab)+')).to.deep.equal(sequence(repeat(1, many, sequence(set('a'), set('b')))))
    expect(readPattern('()')).to.deep.equal(sequence(sequence()))
  })

  it('reads edges and lookaheads as what takes no character', () => {
    expect(readPattern('^a$')).to.deep.equal(
      sequence({ kind: 'assertion', source: '^' }, set('a'), { kind: 'assertion', source: '$' }),
    )
    expect(readPattern('\\b\\B')).to.deep.equal(
      sequence({ kind: 'assertion', source: '\\b' }, { kind: 'assertion', source: '\\B' }),
    )
    expect(readPattern('(?!a)')).to.deep.equal(
      sequence({ kind: 'assertion', source: '(?!', body: sequence(set('a')) }),
    )
  })

  it('gives up on what refers back or looks behind', () => {
    for (const pattern of ['(a)\\1', '(?<x>a)\\k<x>'])
      expect(() => readPattern(pattern)).to.throw('refers back')
    for (const pattern of ['(?<=a)b', '(?<!a)b']) expect(() => readPattern(pattern)).to.throw('looks behind')
  })
})
