import { expect } from 'chai'
import { hides, join, marksOf, noMarks } from '../../../protocol/page/Marks.ts'

describe('Marks', () => {
  const marked = (name: string, attributes: Record<string, string> = {}, isWithin = false) => {
    const { marks, hints } = marksOf(name, new Map(Object.entries(attributes)), noMarks, isWithin)
    return [marks.join(), hints.join()]
  }

  it('styles hide text by what is not shown, has no size or colour, or lies outside the page', () => {
    for (const style of [
      'display:none',
      'Display : NONE !important; color:red',
      'visibility: hidden',
      'font-size:0',
      'font-size: 0.0em',
      'opacity:0',
      'position:absolute; left:-9999px',
      'text-indent:-999em',
      'height:0;overflow:hidden',
      'clip: rect(0, 0, 0, 0)',
      'clip-path:inset(50%)',
      'color:transparent',
      'color:#fff;background:#fff',
    ])
      expect(hides(style), style).to.equal(true)
  })

  it('other styles hide nothing', () => {
    for (const style of [
      '',
      'display:block',
      'display:none;display:block',
      'margin-left:-20px',
      'opacity:0.5',
      'font-size:10px',
      'height:0',
      'clip:rect(0,100px,20px,0)',
      'color:#fff;background:#000',
      'background:url(display:none)',
    ])
      expect(hides(style), style).to.equal(false)
  })

  it('elements, roles and attributes mark; classes and ids only suggest', () => {
    expect(marked('nav')).to.deep.equal(['navigation', ''])
    expect(marked('div', { role: 'Complementary' })).to.deep.equal(['aside', ''])
    expect(marked('p', { hidden: '' })).to.deep.equal(['hidden', ''])
    expect(marked('p', { hidden: 'until-found' })).to.deep.equal(['', ''])
    expect(marked('span', { 'aria-hidden': 'true' })).to.deep.equal(['aria-hidden', ''])
    expect(marked('div', { itemtype: 'https://schema.org/Comment' })).to.deep.equal(['comments', ''])
    expect(marked('div', { class: 'post-comments', id: 'cookieBanner' })).to.deep.equal([
      '',
      'comments,cookie',
    ])
    expect(marked('div', { class: 'commentary header-ad2' })).to.deep.equal(['', 'promo'])
    expect(marked('dialog')).to.deep.equal(['dialog,hidden', ''])
    expect(marked('dialog', { open: '' })).to.deep.equal(['dialog', ''])
  })

  it('the classes of the whole page say nothing of its text', () => {
    for (const name of ['html', 'body', 'main', 'article', 'form'])
      expect(marked(name, { class: 'has-comments nav-open ad' }), name).to.deep.equal(['', ''])
  })

  it('headers and footers of a part belong to the part', () => {
    expect(marked('footer')).to.deep.equal(['footer', ''])
    expect(marked('footer', {}, true)).to.deep.equal(['', 'footer'])
    expect(marked('header', {}, true)).to.deep.equal(['', ''])
  })

  it('marks add up, each once', () => {
    const above = { marks: ['hidden'], hints: ['promo'] } as const
    expect(join(above, { marks: ['hidden'], hints: [] })).to.equal(above)
    expect(join(above, { marks: ['aside', 'aside'], hints: ['promo', 'cookie'] })).to.deep.equal({
      marks: ['hidden', 'aside'],
      hints: ['promo', 'cookie'],
    })
  })
})
