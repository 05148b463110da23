import { expect } from 'chai'
import { PageText } from '../../../../protocol/index.ts'
import { portionOf } from '../../../../protocol/page/health/Completeness.ts'
import { shownOf } from '../../../../protocol/page/health/Shown.ts'

// What pages say in their words is shown in Health.test.ts; here are the borders.
describe('Completeness', () => {
  const portion = (raw: string, type = 'text/html') => {
    const page = PageText.read(raw, type)
    return portionOf(page, shownOf(page).all)
  }

  it('pages of several, in several languages, and which of them this is', () => {
    expect(portion('<p>Page 1 of 12</p>')).to.deep.equal({ from: 1, to: null, of: null })
    expect(portion('<p>Seite 3 von 12</p>')).to.deep.equal({ from: null, to: null, of: null })
    expect(portion('<p>Page 1 / 1</p>')).to.equal(null)
  })

  it('a range that does not fit its total is something else', () => {
    expect(portion('<p>Results 1,001–1,100 of about 12,400</p>')).to.deep.equal({
      from: 1001,
      to: 1100,
      of: 12400,
    })
    expect(portion('<p>Lost 9-2 of 5</p>')).to.equal(null)
    expect(portion('<p>The 10-12 of 3</p>')).to.equal(null)
  })

  it('long parts are prose', () => {
    expect(portion(`<p>Showing 1-7 of 96. ${'And so on. '.repeat(20)}</p>`)).to.equal(null)
  })

  it('a selection is a part of something', () => {
    expect(portion('<p>Editor’s picks only.</p>')).to.deep.equal({ from: null, to: null, of: null })
    expect(portion('<p>He picks only winners.</p>')).to.deep.equal({ from: null, to: null, of: null })
    expect(portion('<p>Members only.</p>')).to.equal(null)
    expect(portion('<p>Showing 3 recent notices of 48</p>')).to.deep.equal({ from: null, to: null, of: 48 })
  })

  it('keys of entries say nothing of the list', () => {
    const json = (value: unknown) => portion(JSON.stringify(value), 'application/json')
    expect(json({ items: [{ total: 900, next: 'x' }] })).to.equal(null)
    expect(json({ total: 0, items: [] })).to.equal(null)
    expect(json({ total: 900 })).to.equal(null)
    expect(json({ data: { page: { total: 3, list: ['a'] } } })).to.deep.equal({ from: 1, to: 1, of: 3 })
  })
})
