import { expect } from 'chai'
import fc from 'fast-check'
import { align, type Difference } from '../../../../adapters/rules/diff/align.ts'
import { budget } from '../../../helpers/budget.ts'

const words = (text: string) => text.split(' ').filter(Boolean)
const differences = (before: string, after: string) => align(words(before), words(after))

/** What is left of the first list when every stretch is replaced by that of the second. */
function applied(
  before: readonly string[],
  after: readonly string[],
  found: readonly Difference[],
): string[] {
  const out: string[] = []
  let at = 0
  for (const { before: old, after: now } of found) {
    out.push(...before.slice(at, old[0]), ...after.slice(now[0], now[1]))
    at = old[1]
  }
  return [...out, ...before.slice(at)]
}

describe('align', () => {
  it('finds nothing in equal lists', () => {
    expect(differences('a b c', 'a b c')).to.deep.equal([])
    expect(differences('', '')).to.deep.equal([])
  })

  it('finds what was put in, taken out and replaced, where it stands', () => {
    expect(differences('a c', 'a b c')).to.deep.equal([{ before: [1, 1], after: [1, 2] }])
    expect(differences('a b c', 'a c')).to.deep.equal([{ before: [1, 2], after: [1, 1] }])
    expect(differences('a b c', 'a x c')).to.deep.equal([{ before: [1, 2], after: [1, 2] }])
    expect(differences('', 'a b')).to.deep.equal([{ before: [0, 0], after: [0, 2] }])
  })

  it('keeps stretches apart that have something equal between them', () => {
    expect(differences('a b c d e', 'x b c d y')).to.deep.equal([
      { before: [0, 1], after: [0, 1] },
      { before: [4, 5], after: [4, 5] },
    ])
  })

  it('turns the one list into the other, by as few words as there is a way to', () => {
    const list = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 })
    fc.assert(
      fc.property(list, list, (before, after) => {
        const found = align(before, after)
        expect(applied(before, after, found)).to.deep.equal(after)
        const cost = found.reduce(
          (sum, one) => sum + one.before[1] - one.before[0] + one.after[1] - one.after[0],
          0,
        )
        expect(cost).to.equal(before.length + after.length - 2 * longestCommon(before, after))
      }),
      { numRuns: budget(300, 10_000) },
    )
  })

  it('takes two long texts that have nothing in common for one stretch, in short time', () => {
    const many = (letter: string) => Array.from({ length: 20_000 }, (_, i) => `${letter}${i}`)
    expect(align(many('a'), many('b'))).to.deep.equal([{ before: [0, 20_000], after: [0, 20_000] }])
  })
})

function longestCommon(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0)
  for (const one of a) {
    const next = [0]
    for (const [i, other] of b.entries())
      next.push(one === other ? row[i]! + 1 : Math.max(row[i + 1]!, next[i]!))
    row = next
  }
  return row[b.length]!
}
