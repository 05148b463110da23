import { expect } from 'chai'
import fc from 'fast-check'
import { segments } from '../../../protocol/page/JsonText.ts'
import { collapse, textOf } from '../../../protocol/page/Segment.ts'

describe('JsonText', () => {
  const visible = (raw: string) => textOf(segments(raw))

  it('SPEC §6: each value’s text in order, parted by a space; keys are not text', () => {
    expect(visible('{"a":{"b":"x","c":[1,"y z"]},"d":false}')).to.equal('x 1 y z false')
    expect(visible('["a","b"]')).to.equal('a b')
    expect(visible('"alone"')).to.equal('alone')
    expect(visible('{"a" \n : "x"}')).to.equal('x')
  })

  it('numbers stay as they are written, so that nobody’s reader rounds them', () => {
    expect(visible('[1.50,1e400,12345678901234567890]')).to.equal('1.50 1e400 12345678901234567890')
  })

  it('property: the values of any JSON are what a parser finds', () => {
    const words = (value: unknown): string[] => {
      if (value !== null && typeof value === 'object') return Object.values(value).flatMap(words)
      return [String(value)]
    }
    const leaf = fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.boolean(), fc.constant(null))
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.array(tie('tree')),
        fc.array(tie('tree')).map((values) => Object.fromEntries(values.map((value, i) => [`k${i}`, value]))),
      ),
    }))
    fc.assert(
      fc.property(tree, fc.constantFrom(0, 2), (value, indent) => {
        expect(visible(JSON.stringify(value, null, indent))).to.equal(collapse(words(value).join(' ')))
      }),
    )
  })

  it('what is cut off, deep or not JSON at all shows what there is', () => {
    expect(visible('{"a":"one","b":"tw')).to.equal('one tw')
    expect(visible('["a\\')).to.equal('a')
    expect(visible('["\\u00"]')).to.equal('u00')
    expect(visible(`${'['.repeat(300_000)}1`)).to.equal('1')
  })

  it('pieces say where they stand, escapes too', () => {
    expect(segments('["a\\u0042"]')).to.deep.equal([
      { text: 'a', start: 2, end: 3 },
      { text: 'B', start: 3, end: 9 },
    ])
  })
})
