import { expect } from 'chai'
import fc from 'fast-check'
import { scan } from '../../../protocol/page/Markup.ts'

describe('Markup', () => {
  const parts = (raw: string) => {
    const found: string[] = []
    scan(raw, {
      tag: ({ name, isEnd, start, end }) => found.push(`${isEnd ? '/' : ''}${name}:${raw.slice(start, end)}`),
      text: (start, end, isDecoded) =>
        found.push(`${isDecoded ? 'text' : 'verbatim'}:${raw.slice(start, end)}`),
      unseen: ({ name }, start, end) => found.push(`unseen ${name}:${raw.slice(start, end)}`),
    })
    return found
  }

  it('tags, comments and text come in order', () => {
    expect(parts('a<P x=">">b</p><!-- c --><br/>')).to.deep.equal([
      'text:a',
      'p:<P x=">">',
      'text:b',
      '/p:</p>',
      ':<!-- c -->',
      'br:<br/>',
    ])
  })

  it('a bracket that begins no tag is text; a name that is too long is none', () => {
    expect(parts('1 < 2')).to.deep.equal(['text:1 ', 'verbatim:<', 'text: 2'])
    expect(parts(`<${'x'.repeat(33)}>`)).to.deep.equal([`:<${'x'.repeat(33)}>`])
  })

  it('text of scripts is told apart, that of templates is not told at all', () => {
    expect(parts('<script>a<b</script>c')).to.deep.equal([
      'script:<script>',
      'unseen script:a<b',
      '/script:</script>',
      'text:c',
    ])
    expect(parts('<template><p>a</template>b')).to.deep.equal(['/template:</template>', 'text:b'])
    expect(parts('<textarea>&lt;</textarea><xmp><b></xmp>')).to.deep.equal([
      'textarea:<textarea>',
      'text:&lt;',
      '/textarea:</textarea>',
      'xmp:<xmp>',
      'verbatim:<b>',
      '/xmp:</xmp>',
    ])
  })

  it('property: outside templates, tags and text are the whole page, each character once', () => {
    const unit = fc.constantFrom(
      '<',
      '>',
      '/',
      '!',
      '-',
      'a',
      'p',
      ' ',
      '"',
      '=',
      '<script>',
      '</script>',
      '&',
      '<![CDATA[',
      ']]>',
      '<title>',
    )
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 40 }), fc.nat(5), fc.boolean(), (units, from, isFeed) => {
        const raw = units.join('')
        let at = Math.min(from, raw.length)
        const pass = (start: number, end: number) => {
          expect(start).to.equal(at)
          expect(end).to.be.at.least(start)
          at = end
        }
        scan(
          raw,
          {
            tag: ({ start, end }) => pass(start, end),
            text: pass,
            unseen: (_, start, end) => pass(start, end),
          },
          { from: at, isFeed },
        )
        expect(at).to.equal(raw.length)
      }),
    )
  })
})
