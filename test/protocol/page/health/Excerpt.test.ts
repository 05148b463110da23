import { expect } from 'chai'
import { PageText } from '../../../../protocol/index.ts'
import { isExcerpt } from '../../../../protocol/page/health/Excerpt.ts'
import { shownOf } from '../../../../protocol/page/health/Shown.ts'

describe('Excerpt', () => {
  const excerpt = (raw: string) => {
    const page = PageText.read(raw, 'text/html')
    return isExcerpt(page.title, shownOf(page).all)
  }

  it('a title or first heading that names less than the whole', () => {
    for (const page of [
      '<title>Highlights of the harbour debate</title><p>Good evening.</p>',
      '<h1>Excerpts: the mayor on ferries</h1><p>Good evening.</p>',
      '<h1>Selected notices</h1><ul><li>A crane</li></ul>',
      '<h1>Auszug aus der Rede</h1><p>Guten Abend.</p>',
    ])
      expect(excerpt(page), page).to.equal(true)
    expect(excerpt('<h1>Minutes</h1><h2>Summary</h2><p>Good evening.</p>')).to.equal(false)
  })

  it('gaps in what is recorded', () => {
    for (const part of [
      '[…]',
      '(...)',
      '…',
      'We sail [inaudible] on.',
      'MAYOR: (crosstalk) yes',
      'Then […] we sailed.',
    ])
      expect(excerpt(`<p>Good evening.</p><p>${part}</p>`), part).to.equal(true)
    expect(excerpt('<p>The speech was inaudible at times … and long.</p>')).to.equal(false)
  })

  it('notes that it goes on, was selected, or is whole for members', () => {
    for (const note of [
      'Continued on page 4',
      '[to be continued]',
      'The record continues below.',
      'Notices chosen by our editors',
      'Only members can see the full list.',
      'Highlights only',
    ])
      expect(excerpt(`<p>Good evening.</p><p>${note}</p>`), note).to.equal(true)
    for (const text of [
      'Rain continued over the pier.',
      'Members met and saw the list.',
      'Nothing was selected.',
    ])
      expect(excerpt(`<p>${text}</p>`), text).to.equal(false)
  })
})
