import { expect } from 'chai'
import { found, isRecipe } from './found.ts'

describe('S3-8 the extractor css', () => {
  const page =
    '<html><head><meta name="price" content="75"></head><body><div id="a" class="b c"><p>one <b>75,000</b></p><p>two</p></div><script>var p = 1</script></body></html>'
  const at = (recipe: unknown) => found({ type: 'css', recipe }, page)

  it('gives the text of the one element, or its attribute', () => {
    expect(at('#a > p:first-child')).to.equal('one 75,000')
    expect(at('div.b.c b')).to.equal('75,000')
    expect(at({ selector: 'meta[name="price"]', attribute: 'content' })).to.equal('75')
    expect(at({ selector: 'div', attribute: 'id' })).to.equal('a')
    expect(at('p')).to.equal('AMBIGUOUS_VALUE')
    expect(at('body div b')).to.equal('75,000')
    expect(at('html>body > div p:nth-child(2)')).to.equal('two')
    expect(at('p:last-child')).to.equal('two')
    expect(at('body > b')).to.equal('NOTHING_FOUND')
    expect(at('div[id].b')).to.equal('one 75,000 two')
    expect(at('h1')).to.equal('NOTHING_FOUND')
    expect(at('script')).to.equal('NOTHING_FOUND')
    expect(at({ selector: 'div', attribute: 'href' })).to.equal('NOTHING_FOUND')
  })

  it('takes no selector beyond that, and walks any page once', () => {
    for (const recipe of [
      'a > > b',
      ':has(a)',
      ':not(:not(a))',
      'a ~ b',
      'a, b',
      '',
      'a >',
      '> a',
      'a[b^="c"]',
    ])
      expect(isRecipe({ type: 'css', recipe }), recipe).to.equal(false)
    const wide = `${'<div>'.repeat(150)}${'<b>x</b>'.repeat(60_000)}${'</div>'.repeat(150)}`
    // Going back up the page for each element would take hours.
    for (const recipe of ['.q * * * * b', 'b:nth-child(60000)', '.q > div > b'])
      expect(found({ type: 'css', recipe }, wide)).to.equal(recipe.includes('nth') ? 'x' : 'NOTHING_FOUND')
  })
})
